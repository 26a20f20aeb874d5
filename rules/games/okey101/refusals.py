"""RULES §5."""

from collections.abc import Callable, Iterator
from typing import Final

from rules import refusals
from rules.games.okey101.infractions import INFRACTIONS
from rules.games.okey101.racks import count_rack
from rules.games.okey101.rulesets import RuleSet
from rules.games.okey101.switches import Ending, FalseOkeyValue
from rules.hands import Finish, HandReport, LastTile, Opening, Outcome, Rack
from rules.localized_text import Text
from rules.refusals import finisher_of
from rules.strict_json import quote_names
from rules.tiles import COPIES, parse_indicator
from rules.validation import ERROR_CODES, Problem, create_problem, unique_problems

DEALT: Final = 21
"""On a full rack after the discard."""
MOST_TILES: Final = {Opening.SERIES: 13, Opening.PAIRS: 11}
"""Of 21 tiles: at least 8 make 101, five pairs are 10."""
MOST_POINTS: Final = {
    FalseOkeyValue.OKEY: {Opening.SERIES: 155, Opening.PAIRS: 140},
    FalseOkeyValue.INDICATOR: {Opening.SERIES: 157, Opening.PAIRS: 141},
}

Check = Callable[[HandReport, RuleSet], Iterator[Problem]]


def find_errors(report: HandReport, rules: RuleSet) -> list[Problem]:
    """One per code and seat."""
    problems = (problem for check in _CHECKS for problem in check(report, rules))
    return unique_problems(problems, ERROR_CODES)


def _has_all_seats(report: HandReport) -> bool:
    return all(seat in report.seats for seat in report.playing)


def _four_pairs(report: HandReport) -> bool:
    return _has_all_seats(report) and all(entry.opening is Opening.PAIRS for _, entry in report.entries())


def _common_errors(report: HandReport, rules: RuleSet) -> Iterator[Problem]:
    yield from refusals.seat_errors(report)
    yield from refusals.infraction_errors(report, rules.infractions, INFRACTIONS)
    yield from refusals.negative_value_errors(report)
    yield from refusals.tile_code_errors(report)
    yield from refusals.tile_copy_errors(report, report.indicator)
    yield from refusals.finisher_errors(report)
    yield from refusals.finisher_state_errors(report)


def _rack_bound_errors(report: HandReport, rules: RuleSet) -> Iterator[Problem]:
    """Refuse too many tiles; for open seats that didn't finish, also points."""
    finisher = finisher_of(report)
    indicator = parse_indicator(report.indicator)
    for seat, entry in report.entries():
        rack = entry.rack or Rack()
        tiles = len(rack.tiles or ())
        bounded = entry.opened and (seat, entry) != finisher
        most_tiles = MOST_TILES[entry.opening] if bounded else DEALT
        if tiles > most_tiles:
            detail = Text(f"en çok {most_tiles} taş.", f"{most_tiles} tiles at most.")
            yield create_problem("rack_out_of_range", seat, "tiles", detail)
            continue
        if not bounded or (tiles and indicator is None):
            continue
        largest = MOST_POINTS[rules.false_okey_value][entry.opening]
        if count_rack(rack, indicator, rules).points > largest:
            yield refusals.too_many_points(largest, seat, "tiles" if tiles else "points")


def _okey_count_errors(report: HandReport, rules: RuleSet) -> Iterator[Problem]:
    """Refuse over two okeys on a rack, else over two in all with those discarded to finish."""
    indicator = parse_indicator(report.indicator)
    discarded = report.finish.last_tile.okeys if report.finished else 0
    total, over_on_one_rack = discarded, False
    for seat, entry in report.entries():
        okeys = max(0, count_rack(entry.rack, indicator, rules).okeys)
        total += okeys
        if okeys > COPIES:
            over_on_one_rack = True
            by_tiles = entry.rack and entry.rack.tiles
            yield create_problem("too_many_okeys", seat, "tiles" if by_tiles else "okeys")
    if total > COPIES and not over_on_one_rack:
        yield create_problem("too_many_okeys", None, "okeys")


def _indicator_code_errors(report: HandReport, _rules: RuleSet) -> Iterator[Problem]:
    if report.indicator is not None and parse_indicator(report.indicator) is None:
        name = quote_names([report.indicator])
        detail = Text(f"gösterge {name} olamaz.", f"{name} can't be the indicator.")
        yield create_problem("impossible_tiles", None, "indicator", detail)


def _missing_indicator_errors(report: HandReport, rules: RuleSet) -> Iterator[Problem]:
    if report.indicator is not None:
        return
    racks = [(entry, entry.rack) for _, entry in report.entries() if entry.rack]
    by_tiles = any(rack.tiles for _, rack in racks)
    faces = rules.okey_face_counts and any(rack.okeys > 0 and seat_entry.opened for seat_entry, rack in racks)
    if by_tiles or faces:
        yield create_problem("indicator_missing", None, "indicator")


def _direct_finish_errors(report: HandReport, rules: RuleSet) -> Iterator[Problem]:
    finisher = finisher_of(report)
    if finisher is None or not report.finish.direct:
        return
    seat, entry = finisher
    if any(other_entry.opened for name, other_entry in report.entries() if name != seat):
        yield create_problem("direct_finish_with_open_player", seat, "direct")
    if entry.opening is Opening.PAIRS and rules.ending is Ending.DISCARD:
        yield create_problem("direct_finish_with_pairs", seat, "direct")


def _double_okey_errors(report: HandReport, rules: RuleSet) -> Iterator[Problem]:
    if report.finish.last_tile is not LastTile.DOUBLE_OKEY:
        return
    if not rules.double_okey:
        yield create_problem("double_okey_not_in_rule_set", None, "last_tile")
    finisher = finisher_of(report)
    if finisher and finisher[1].opening is Opening.PAIRS and not rules.double_okey_with_pairs_allowed:
        yield create_problem("pairs_finish_with_double_okey", finisher[0], "last_tile")


def _pairs_finish_errors(report: HandReport, rules: RuleSet) -> Iterator[Problem]:
    """Refuse a finish by a player with pairs when nobody at the table opened a series (S0 V).

    Exempt: direct finishes, four with pairs, reports without a seat, a free ending, an allowed double okey.
    """
    finisher = finisher_of(report)
    if finisher is None or finisher[1].opening is not Opening.PAIRS or rules.ending is Ending.FREE:
        return
    doubled = report.finish.last_tile is LastTile.DOUBLE_OKEY
    allowed = doubled and rules.double_okey_with_pairs_allowed
    if allowed or report.finish.direct or _four_pairs(report) or not _has_all_seats(report):
        return
    if not any(entry.opening is Opening.SERIES for _, entry in report.entries()):
        yield create_problem("pairs_finish_needs_open_series", finisher[0], "opening")


def _outcome_errors(report: HandReport, _rules: RuleSet) -> Iterator[Problem]:
    void = report.outcome is Outcome.ALL_OPENED_PAIRS
    if _four_pairs(report) and not void:
        yield create_problem("all_opened_pairs_is_void", None, "outcome")
    if void and any(entry.opening is not Opening.PAIRS for _, entry in report.entries()):
        yield create_problem("not_all_opened_pairs", None, "outcome")
    if not report.finished and report.finish != Finish():
        direct = report.finish.direct
        yield create_problem("finish_without_finisher", None, "direct" if direct else "last_tile")


_CHECKS: Final[tuple[Check, ...]] = (
    _indicator_code_errors,
    _common_errors,
    _rack_bound_errors,
    _okey_count_errors,
    _missing_indicator_errors,
    _direct_finish_errors,
    _double_okey_errors,
    _pairs_finish_errors,
    _outcome_errors,
)
