from collections.abc import Iterator, Mapping
from typing import Final

from rules.games.okey101.amounts import count_rack
from rules.games.okey101.differences import Version
from rules.games.okey101.infractions import INFRACTIONS
from rules.hand_summary import HandSummary
from rules.hands import Opening, RackCount, SeatReport, known_tiles
from rules.localized_text import TIMES, Text
from rules.tiles import known_indicator, parse_indicator

_OPENING_TEXTS: Final[Mapping[Opening, Text]] = {
    Opening.NONE: Text("açmadı", "did not open"),
    Opening.SERIES: Text("seri açtı", "opened with series"),
    Opening.PAIRS: Text("çift açtı", "opened with pairs"),
}
_NOT_ASKED: Final = Text("açıp açmadığı sorulmadı", "not asked about opening")


def hand_summary(version: Version, _names: Mapping[str, str]) -> dict[str, HandSummary]:
    return {seat: _seat_summary(seat, seat_report, version) for seat, seat_report in version.report.entries()}


def _seat_summary(seat: str, seat_report: SeatReport, version: Version) -> HandSummary:
    """Word opening, rack and infractions, without the score."""
    report = version.report
    finished = report.finisher == seat
    rack_count = count_rack(seat_report.rack, parse_indicator(report.indicator), version.rules)
    return HandSummary(
        (_opening_text(seat_report, finished=finished), *_rack_texts(rack_count)),
        finished,
        tuple(tile.code for tile in known_tiles(seat_report.rack)),
        known_indicator(report.indicator),
        tuple(_infraction_texts(seat_report)),
    )


def _opening_text(seat_report: SeatReport, *, finished: bool) -> Text:
    opened = _OPENING_TEXTS[seat_report.opening] if seat_report.opening_reported else _NOT_ASKED
    return Text(f"bitti, {opened.tr}", f"finished, {opened.en}") if finished else opened


def _rack_texts(rack_count: RackCount) -> Iterator[Text]:
    if rack_count.empty:
        return
    points = Text(f"elinde kalan {rack_count.points}", f"rack {rack_count.points}")
    if not rack_count.okeys:
        yield points
    else:
        okeys = "okey" if rack_count.okeys == 1 else "okeys"
        yield Text(f"{points.tr}, {rack_count.okeys} okey", f"{points.en}, {rack_count.okeys} {okeys}")


def _infraction_texts(seat_report: SeatReport) -> Iterator[Text]:
    for code in dict.fromkeys(foul.code for foul in seat_report.infractions):
        name = INFRACTIONS[code].name if code in INFRACTIONS else Text(code, code)
        count = seat_report.count_of(code)
        yield Text(f"{name.tr} {TIMES} {count}", f"{name.en} {TIMES} {count}") if count > 1 else name
