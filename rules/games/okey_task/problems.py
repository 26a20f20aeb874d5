from collections.abc import Iterator
from typing import Final

from rules import validation
from rules.games.okey_task.infractions import INFRACTIONS, JOKER_EXCHANGED
from rules.games.okey_task.racks import JOKER, count_rack
from rules.games.okey_task.reports import HandReport
from rules.games.okey_task.rulesets import RuleSet
from rules.localized_text import Text
from rules.tiles import COPIES
from rules.validation import ERROR_CODES, Problem, create_problem, unique_problems

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


def find_errors(report: HandReport, rules: RuleSet) -> list[Problem]:
    return unique_problems(_find_all_errors(report, rules), (*ERROR_CODES, *OWN_ERROR_CODES))


def find_warnings(report: HandReport, _rules: RuleSet) -> list[Problem]:
    return [
        create_problem("empty_rack_without_finish", seat, "points")
        for seat, entry in report.entries()
        if entry.opened and seat != report.finisher and count_rack(entry.rack).empty
    ]


def _find_all_errors(report: HandReport, rules: RuleSet) -> Iterator[Problem]:
    yield from validation.seat_errors(report)
    yield from validation.infraction_errors(report, rules.infractions, INFRACTIONS)
    yield from validation.negative_value_errors(report)
    yield from validation.tile_code_errors(report)
    yield from validation.tile_copy_errors(report, numberless=JOKER)
    yield from validation.finisher_errors(report)
    yield from validation.finisher_state_errors(report)
    yield from _rack_errors(report)
    yield from _joker_errors(report)


def _rack_errors(report: HandReport) -> Iterator[Problem]:
    for seat, entry in report.entries():
        if count_rack(entry.rack).points > MOST_POINTS:
            by_tiles = entry.rack is not None and entry.rack.tiles is not None
            yield validation.too_many_points(MOST_POINTS, seat, "tiles" if by_tiles else "points")


def _joker_errors(report: HandReport) -> Iterator[Problem]:
    """Refuse exchanged jokers of an unopened seat, or more than COPIES of one seat."""
    for seat, entry in report.entries():
        exchanged = entry.count_of(JOKER_EXCHANGED)
        refused = {
            "joker_exchanged_without_opening": exchanged > 0 and not entry.opened,
            "too_many_jokers_exchanged": exchanged > COPIES,
        }
        for code, applies in refused.items():
            if applies:
                yield create_problem(code, seat, "infractions", words=OWN_ERROR_CODES[code])
