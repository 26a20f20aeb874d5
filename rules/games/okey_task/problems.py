from collections.abc import Iterator
from typing import Final

from rules import refusals
from rules.games.okey_task.infractions import INFRACTIONS, JOKER_EXCHANGED
from rules.games.okey_task.racks import JOKER, count_rack
from rules.games.okey_task.reports import HandReport
from rules.games.okey_task.rulesets import RuleSet
from rules.text import Text
from rules.tiles import COPIES
from rules.validation import ERROR_CODES, Problem, once_each, problem

MOST_POINTS: Final = 400
"""Penalty tiles enlarge racks; more than this is a slip."""

OWN_ERROR_CODES: Final = {
    "joker_exchanged_without_opening": Text(
        "Açmamış oyuncu joker kaptıramaz.", "A player who has not opened can't have a joker exchanged."
    ),
    "too_many_jokers_exchanged": Text(
        "Bir oyuncu en çok iki joker kaptırabilir.", "A player can have at most two jokers exchanged."
    ),
}
"""The refusal codes of this game only, with their messages."""


def find_errors(report: HandReport, rules: RuleSet) -> list[Problem]:
    """Return every error, one per code and seat (RULES §7)."""
    return once_each(_found(report, rules), (*ERROR_CODES, *OWN_ERROR_CODES))


def find_warnings(report: HandReport, _rules: RuleSet) -> list[Problem]:
    return [
        problem("empty_rack_without_finish", seat, "points")
        for seat, entry in report.entries()
        if entry.opened and seat != report.finisher and count_rack(entry.rack).empty
    ]


def _found(report: HandReport, rules: RuleSet) -> Iterator[Problem]:
    yield from refusals.seats(report)
    yield from refusals.infraction_codes(report, rules.infractions, INFRACTIONS)
    yield from refusals.signs(report)
    yield from refusals.tile_codes(report)
    yield from refusals.tile_copies(report, numberless=JOKER)
    yield from refusals.finisher_named(report)
    yield from refusals.finisher_state(report)
    yield from _heavy_racks(report)
    yield from _jokers(report)


def _heavy_racks(report: HandReport) -> Iterator[Problem]:
    for seat, entry in report.entries():
        if count_rack(entry.rack).points > MOST_POINTS:
            by_tiles = entry.rack is not None and entry.rack.tiles is not None
            detail = Text(f"en çok {MOST_POINTS} puan.", f"{MOST_POINTS} points at most.")
            yield problem("rack_out_of_range", seat, "tiles" if by_tiles else "points", detail)


def _jokers(report: HandReport) -> Iterator[Problem]:
    for seat, entry in report.entries():
        exchanged = entry.count_of(JOKER_EXCHANGED)
        refused = {
            "joker_exchanged_without_opening": exchanged > 0 and not entry.opened,
            "too_many_jokers_exchanged": exchanged > COPIES,
        }
        for code, applies in refused.items():
            if applies:
                yield problem(code, seat, "infractions", words=OWN_ERROR_CODES[code])
