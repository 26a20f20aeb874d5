from collections.abc import Iterator, Mapping
from typing import Final

from rules.games.okey101.differences import Version
from rules.games.okey101.infractions import INFRACTIONS
from rules.games.okey101.racks import count_rack
from rules.hand_summary import HandSummary
from rules.hands import Opening, SeatReport
from rules.racks import RackCount, known_indicator, known_tiles
from rules.text import TIMES, Text
from rules.tiles import parse_indicator

_OPENED: Final[Mapping[Opening, Text]] = {
    Opening.NONE: Text("açmadı", "did not open"),
    Opening.SERIES: Text("seri açtı", "opened with series"),
    Opening.PAIRS: Text("çift açtı", "opened with pairs"),
}
_NOT_ASKED: Final = Text("açıp açmadığı sorulmadı", "not asked about opening")


def hand_summary(told: Version, _names: Mapping[str, str]) -> dict[str, HandSummary]:
    return {seat: _part(seat, seat_report, told) for seat, seat_report in told.report.entries()}


def _part(seat: str, said: SeatReport, told: Version) -> HandSummary:
    report = told.report
    finished = report.finisher == seat
    rack_count = count_rack(said.rack, parse_indicator(report.indicator), told.rules)
    return HandSummary(
        (_how(said, finished=finished), *_rack(rack_count)),
        finished,
        tuple(tile.code for tile in known_tiles(said.rack)),
        known_indicator(report.indicator),
        tuple(_fouls(said)),
    )


def _how(said: SeatReport, *, finished: bool) -> Text:
    opened = _OPENED[said.opening] if said.told else _NOT_ASKED
    return Text(f"bitti, {opened.tr}", f"finished, {opened.en}") if finished else opened


def _rack(left: RackCount) -> Iterator[Text]:
    if left.empty:
        return
    points = Text(f"elinde kalan {left.points}", f"rack {left.points}")
    if not left.okeys:
        yield points
    else:
        okeys = "okey" if left.okeys == 1 else "okeys"
        yield Text(f"{points.tr}, {left.okeys} okey", f"{points.en}, {left.okeys} {okeys}")


def _fouls(said: SeatReport) -> Iterator[Text]:
    for code in dict.fromkeys(foul.code for foul in said.infractions):
        name = INFRACTIONS[code].name if code in INFRACTIONS else Text(code, code)
        count = said.count_of(code)
        yield Text(f"{name.tr} {TIMES} {count}", f"{name.en} {TIMES} {count}") if count > 1 else name
