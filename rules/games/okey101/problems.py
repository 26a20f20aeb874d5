"""Errors and warnings of RULES §5."""

from collections.abc import Callable, Iterator
from typing import Final

from rules import validation
from rules.games.okey101.amounts import count_rack
from rules.games.okey101.infractions import INFRACTIONS
from rules.games.okey101.rulesets import RuleSet
from rules.games.okey101.score import is_void, partner_finished
from rules.games.okey101.switches import Ending, FalseOkeyValue, PartnerCancels
from rules.hands import Finish, HandReport, LastTile, Opening, Outcome, Rack
from rules.localized_text import Text
from rules.strict_json import quote_names
from rules.tiles import COPIES, parse_indicator
from rules.validation import ERROR_CODES, WARNING_CODES, Problem, create_problem, finisher_of, unique_problems

DEALT: Final = 21
"""On a full rack after the discard."""
MOST_TILES: Final = {Opening.SERIES: 13, Opening.PAIRS: 11}
"""Of 21 tiles: at least 8 make 101, five pairs are 10."""
MOST_POINTS: Final = {
    FalseOkeyValue.OKEY: {Opening.SERIES: 155, Opening.PAIRS: 140},
    FalseOkeyValue.INDICATOR: {Opening.SERIES: 157, Opening.PAIRS: 141},
}
MANY_INFRACTIONS: Final = 6
ONE_ACT: Final = (
    ("opening_taken_back", "invalid_opening"),
    ("invalid_opening", "invalid_meld"),
    ("okey_discard", "playable_discard"),
    ("side_tile_returned", "taken_tile_not_opened"),
)
"""Codes that can't both be for one act, which costs 101 once (chosen)."""

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
    yield from validation.seat_errors(report)
    yield from validation.infraction_errors(report, rules.infractions, INFRACTIONS)
    yield from validation.negative_value_errors(report)
    yield from validation.tile_code_errors(report)
    yield from validation.tile_copy_errors(report, report.indicator)
    yield from validation.finisher_errors(report)
    yield from validation.finisher_state_errors(report)


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
            yield validation.too_many_points(largest, seat, "tiles" if tiles else "points")


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


def find_warnings(report: HandReport, rules: RuleSet) -> list[Problem]:
    """Return the first warning of each code and seat, accepted ones too; none if the hand is void."""
    if is_void(report, rules):
        return []
    warnings = [
        *_empty_rack_warnings(report, rules),
        *_playable_discard_warnings(report),
        *_many_infractions_warnings(report),
        *_one_act_twice_warnings(report),
    ]
    return unique_problems(warnings, WARNING_CODES)


def unaccepted_warnings(report: HandReport, rules: RuleSet) -> list[Problem]:
    return [warning for warning in find_warnings(report, rules) if warning.code not in report.accepted]


def _empty_rack_warnings(report: HandReport, rules: RuleSet) -> Iterator[Problem]:
    indicator = parse_indicator(report.indicator)
    for seat, entry in report.entries():
        excused = seat == report.finisher or _rack_is_cancelled(seat, report, rules)
        if entry.opened and not excused and count_rack(entry.rack, indicator, rules).empty:
            yield create_problem("empty_rack_without_finish", seat, "points")


def _rack_is_cancelled(seat: str, report: HandReport, rules: RuleSet) -> bool:
    return partner_finished(report, seat) and rules.partner_cancels is not PartnerCancels.NOTHING


def _playable_discard_warnings(report: HandReport) -> Iterator[Problem]:
    if any(entry.opening is Opening.SERIES for _, entry in report.entries()):
        return
    for seat, entry in report.entries():
        if entry.count_of("playable_discard"):
            yield create_problem("playable_discard_without_series", seat, "infractions")


def _many_infractions_warnings(report: HandReport) -> Iterator[Problem]:
    for seat, entry in report.entries():
        if entry.infraction_count > MANY_INFRACTIONS:
            yield create_problem("many_infractions", seat, "infractions")


def _one_act_twice_warnings(report: HandReport) -> Iterator[Problem]:
    for seat, entry in report.entries():
        pair = next((pair for pair in ONE_ACT if all(entry.count_of(code) > 0 for code in pair)), None)
        if pair:
            names = [INFRACTIONS[code].name for code in pair]
            detail = Text(quote_names([name.tr for name in names]), quote_names([name.en for name in names]))
            yield create_problem("one_act_twice", seat, "infractions", detail)
