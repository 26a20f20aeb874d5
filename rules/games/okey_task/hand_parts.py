from collections.abc import Iterator, Mapping

from rules.games.okey_task.differences import Version, opening_text
from rules.games.okey_task.infractions import INFRACTIONS
from rules.games.okey_task.racks import count_rack
from rules.hand_summary import HandSummary
from rules.hands import SeatReport, known_tiles
from rules.localized_text import TIMES, Text


def hand_summary(version: Version, _names: Mapping[str, str]) -> dict[str, HandSummary]:
    finisher = version.report.finisher
    return {
        seat: _seat_summary(seat_report, finished=seat == finisher)
        for seat, seat_report in version.report.entries()
    }


def _seat_summary(seat_report: SeatReport, *, finished: bool) -> HandSummary:
    return HandSummary(
        tuple(_summary_texts(seat_report, finished=finished)),
        finished,
        tuple(tile.code for tile in known_tiles(seat_report.rack)),
        fouls=tuple(_infraction_texts(seat_report)),
    )


def _summary_texts(seat_report: SeatReport, *, finished: bool) -> Iterator[Text]:
    opening = opening_text(seat_report)
    yield Text(f"bitti, {opening.tr}", f"finished, {opening.en}") if finished else opening
    if seat_report.rack is not None and not finished:
        points = count_rack(seat_report.rack).points
        yield Text(f"elinde kalan {points}", f"rack {points}")


def _infraction_texts(seat_report: SeatReport) -> Iterator[Text]:
    for code, kind in INFRACTIONS.items():
        count, name = seat_report.count_of(code), kind.name
        if count:
            yield Text(f"{name.tr} {TIMES} {count}", f"{name.en} {TIMES} {count}") if count > 1 else name
