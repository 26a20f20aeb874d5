"""The checks behind every refusal of RULES §5, each on its own; all run together."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

from rules.games.okey101.infractions import INFRACTIONS
from rules.games.okey101.racks import count_rack, known_tiles, parse_indicator
from rules.games.okey101.rulesets import RuleSet
from rules.games.okey101.switches import Ending, FalseOkeyValue
from rules.hands import Finish, HandReport, LastTile, Opening, Outcome, Rack, SeatReport
from rules.objections import ERROR_CODES, Problem, once_each, problem
from rules.shape import quoted
from rules.text import Text
from rules.tiles import COPIES, tile_names

DEALT: Final = 21
"""Tiles on a full rack; the discard of the turn is gone."""
MOST_TILES: Final = {Opening.SERIES: 13, Opening.PAIRS: 11}
"""At least 8 tiles make 101, five pairs are 10, of 21."""
MOST_POINTS: Final = {
    FalseOkeyValue.OKEY: {Opening.SERIES: 155, Opening.PAIRS: 140},
    FalseOkeyValue.INDICATOR: {Opening.SERIES: 157, Opening.PAIRS: 141},
}

Check = Callable[[HandReport, RuleSet], Iterator[Problem]]


def find_errors(report: HandReport, rules: RuleSet) -> list[Problem]:
    """Find everything for which a hand is refused: one problem per code and seat."""
    found = (one for check in _CHECKS for one in check(report, rules))
    return once_each(found, ERROR_CODES)


def _finisher(report: HandReport) -> tuple[str, SeatReport] | None:
    """Give the finisher of a finished hand, if the entry names a seat that is entered."""
    if not report.finished or report.finisher not in report.playing:
        return None
    entry = report.seats.get(report.finisher)
    return (report.finisher, entry) if entry else None


def _complete(report: HandReport) -> bool:
    return all(seat in report.seats for seat in report.playing)


def _four_pairs(report: HandReport) -> bool:
    return _complete(report) and all(entry.opening is Opening.PAIRS for _, entry in report.entries())


def _seats(report: HandReport, _rules: RuleSet) -> Iterator[Problem]:
    playing = report.playing
    for seat in playing:
        if seat not in report.seats:
            yield problem("missing_seat", seat, "seat")
    named = dict.fromkeys((*report.seats, report.finisher))
    strange = [seat for seat in named if seat is not None and seat not in playing]
    if strange:
        names = quoted(strange)
        field = "finisher" if strange == [report.finisher] else "seat"
        yield problem("unknown_seat", None, field, Text(names, names))


def _infraction_codes(report: HandReport, rules: RuleSet) -> Iterator[Problem]:
    for seat, entry in report.entries():
        fouls = entry.infractions
        codes = dict.fromkeys(foul.code for foul in fouls if foul.code not in rules.infractions)
        if codes:
            names = [INFRACTIONS[code].name if code in INFRACTIONS else Text(code, code) for code in codes]
            detail = Text(quoted([name.tr for name in names]), quoted([name.en for name in names]))
            yield problem("unknown_infraction", seat, "infractions", detail)


def _signs(report: HandReport, _rules: RuleSet) -> Iterator[Problem]:
    for seat, entry in report.entries():
        rack = entry.rack or Rack()
        if rack.points is not None and rack.points < 0:
            yield problem("negative_value", seat, "points")
        if rack.okeys < 0:
            yield problem("negative_value", seat, "okeys")
        if any(foul.count < 0 for foul in entry.infractions):
            yield problem("negative_value", seat, "infractions")


def _rack_bounds(report: HandReport, rules: RuleSet) -> Iterator[Problem]:
    finisher = _finisher(report)
    indicator = parse_indicator(report.indicator)
    for seat, entry in report.entries():
        rack = entry.rack or Rack()
        tiles = len(rack.tiles or ())
        bounded = entry.opened and (seat, entry) != finisher
        most_tiles = MOST_TILES[entry.opening] if bounded else DEALT
        if tiles > most_tiles:
            detail = Text(f"en çok {most_tiles} taş.", f"{most_tiles} tiles at most.")
            yield problem("rack_out_of_range", seat, "tiles", detail)
            continue
        if not bounded or (tiles and indicator is None):
            continue
        most = MOST_POINTS[rules.false_okey_value][entry.opening]
        if count_rack(rack, indicator, rules).points > most:
            detail = Text(f"en çok {most} puan.", f"{most} points at most.")
            yield problem("rack_out_of_range", seat, "tiles" if tiles else "points", detail)


def _okeys(report: HandReport, rules: RuleSet) -> Iterator[Problem]:
    indicator = parse_indicator(report.indicator)
    thrown = report.finish.last_tile.okeys if report.finished else 0
    total, crowded = thrown, False
    for seat, entry in report.entries():
        okeys = max(0, count_rack(entry.rack, indicator, rules).okeys)
        total += okeys
        if okeys > COPIES:
            crowded = True
            by_tiles = entry.rack and entry.rack.tiles
            yield problem("too_many_okeys", seat, "tiles" if by_tiles else "okeys")
    if total > COPIES and not crowded:
        yield problem("too_many_okeys", None, "okeys")


def _tile_codes(report: HandReport, _rules: RuleSet) -> Iterator[Problem]:
    if report.indicator is not None and parse_indicator(report.indicator) is None:
        name = quoted([report.indicator])
        detail = Text(f"gösterge {name} olamaz.", f"{name} can't be the indicator.")
        yield problem("impossible_tiles", None, "indicator", detail)
    for seat, entry in report.entries():
        codes = (entry.rack.tiles or ()) if entry.rack else ()
        known = {tile.code for tile in known_tiles(entry.rack)}
        strange = [code for code in dict.fromkeys(codes) if code not in known]
        if strange:
            names = quoted(strange)
            detail = Text(f"bilinmeyen taş {names}.", f"unknown tile {names}.")
            yield problem("impossible_tiles", seat, "tiles", detail)


def _tile_copies(report: HandReport, _rules: RuleSet) -> Iterator[Problem]:
    copies = Counter(tile for _, entry in report.entries() for tile in known_tiles(entry.rack))
    indicator = parse_indicator(report.indicator)
    if indicator:
        copies[indicator] += 1
    excess = [tile for tile, count in copies.items() if count > COPIES]
    if excess:
        names = tile_names(excess)
        detail = Text(f"{names.tr} ikiden çok.", f"more than two of {names.en}.")
        yield problem("impossible_tiles", None, "tiles", detail)


def _indicator(report: HandReport, rules: RuleSet) -> Iterator[Problem]:
    if report.indicator is not None:
        return
    racks = [(entry, entry.rack) for _, entry in report.entries() if entry.rack]
    by_tiles = any(rack.tiles for _, rack in racks)
    faces = rules.okey_face_counts and any(rack.okeys > 0 and e.opened for e, rack in racks)
    if by_tiles or faces:
        yield problem("indicator_missing", None, "indicator")


def _finisher_state(report: HandReport, _rules: RuleSet) -> Iterator[Problem]:
    if report.finished and report.finisher is None:
        yield problem("finisher_missing", None, "finisher")
    finisher = _finisher(report)
    if finisher is None:
        return
    seat, entry = finisher
    if not entry.opened:
        yield problem("finisher_not_opened", seat, "opening")
    rack = entry.rack
    if rack and (rack.tiles or rack.okeys > 0 or (rack.points or 0) > 0):
        field = "tiles" if rack.tiles else "points" if rack.points else "okeys"
        yield problem("finisher_has_tiles", seat, field)


def _direct_finish(report: HandReport, rules: RuleSet) -> Iterator[Problem]:
    finisher = _finisher(report)
    if finisher is None or not report.finish.direct:
        return
    seat, entry = finisher
    if any(other.opened for name, other in report.entries() if name != seat):
        yield problem("direct_finish_with_open_player", seat, "direct")
    if entry.opening is Opening.PAIRS and rules.ending is Ending.DISCARD:
        yield problem("direct_finish_with_pairs", seat, "direct")


def _double_okey(report: HandReport, rules: RuleSet) -> Iterator[Problem]:
    if report.finish.last_tile is not LastTile.DOUBLE_OKEY:
        return
    if not rules.double_okey:
        yield problem("double_okey_not_in_rule_set", None, "last_tile")
    finisher = _finisher(report)
    if finisher and finisher[1].opening is Opening.PAIRS and not rules.double_okey_with_pairs_allowed:
        yield problem("pairs_finish_with_double_okey", finisher[0], "last_tile")


def _pairs_finish(report: HandReport, rules: RuleSet) -> Iterator[Problem]:
    """21 tiles are odd: where one is thrown, a pairs opener lays off at least one on a series (S0 V)."""
    finisher = _finisher(report)
    if finisher is None or finisher[1].opening is not Opening.PAIRS or rules.ending is Ending.FREE:
        return
    doubled = report.finish.last_tile is LastTile.DOUBLE_OKEY
    allowed = doubled and rules.double_okey_with_pairs_allowed
    if allowed or report.finish.direct or _four_pairs(report) or not _complete(report):
        return
    if not any(entry.opening is Opening.SERIES for _, entry in report.entries()):
        yield problem("pairs_finish_needs_open_series", finisher[0], "opening")


def _outcome(report: HandReport, _rules: RuleSet) -> Iterator[Problem]:
    void = report.outcome is Outcome.ALL_OPENED_PAIRS
    if _four_pairs(report) and not void:
        yield problem("all_opened_pairs_is_void", None, "outcome")
    if void and any(entry.opening is not Opening.PAIRS for _, entry in report.entries()):
        yield problem("not_all_opened_pairs", None, "outcome")
    if not report.finished and report.finisher is not None:
        yield problem("finish_without_finisher", None, "finisher")
    if not report.finished and report.finish != Finish():
        direct = report.finish.direct
        yield problem("finish_without_finisher", None, "direct" if direct else "last_tile")


_CHECKS: Final[tuple[Check, ...]] = (
    _seats,
    _infraction_codes,
    _signs,
    _rack_bounds,
    _okeys,
    _tile_codes,
    _tile_copies,
    _indicator,
    _finisher_state,
    _direct_finish,
    _double_okey,
    _pairs_finish,
    _outcome,
)
