from collections.abc import Iterator, Mapping

from rules.games.okey_task.differences import Version, opened
from rules.games.okey_task.infractions import INFRACTIONS
from rules.games.okey_task.racks import count_rack
from rules.hand_summary import HandSummary
from rules.hands import SeatReport
from rules.racks import known_tiles
from rules.text import TIMES, Text


def hand_summary(told: Version, _names: Mapping[str, str]) -> dict[str, HandSummary]:
    finisher = told.report.finisher
    return {
        seat: _part(seat_report, finished=seat == finisher) for seat, seat_report in told.report.entries()
    }


def _part(said: SeatReport, *, finished: bool) -> HandSummary:
    return HandSummary(
        tuple(_words(said, finished=finished)),
        finished,
        tuple(tile.code for tile in known_tiles(said.rack)),
        fouls=tuple(_fouls(said)),
    )


def _words(said: SeatReport, *, finished: bool) -> Iterator[Text]:
    how = opened(said)
    yield Text(f"bitti, {how.tr}", f"finished, {how.en}") if finished else how
    if said.rack is not None and not finished:
        points = count_rack(said.rack).points
        yield Text(f"elinde kalan {points}", f"rack {points}")


def _fouls(said: SeatReport) -> Iterator[Text]:
    for code, kind in INFRACTIONS.items():
        count, name = said.count_of(code), kind.name
        if count:
            yield Text(f"{name.tr} {TIMES} {count}", f"{name.en} {TIMES} {count}") if count > 1 else name
