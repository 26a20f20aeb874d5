from collections.abc import Iterator, Mapping
from typing import Final

from rules.games.okey_task.infractions import JOKER_EXCHANGED
from rules.games.okey_task.racks import count_rack
from rules.games.okey_task.reports import HandReport
from rules.games.okey_task.rulesets import RuleSet
from rules.games.okey_task.tasks import TASK_NAMES
from rules.hand_summary import VersionReport, before_and_after, changed, ends_otherwise
from rules.hands import SeatReport
from rules.text import Text

Version = VersionReport[HandReport, RuleSet]

OPENED: Final = Text("açtı", "opened")
NOT_OPENED: Final = Text("açmadı", "did not open")
NOT_ASKED: Final = Text("açıp açmadığı sorulmadı", "not asked about opening")


def differences(before: Version, after: Version, names: Mapping[str, str]) -> list[Text]:
    """Return how ``after`` differs: the hand, then each seat; ``names`` are by seat."""
    return [*_of_hand(before.report, after.report, names), *_of_seats(before.report, after.report, names)]


def opened(seat_report: SeatReport) -> Text:
    if not seat_report.told:
        return NOT_ASKED
    return OPENED if seat_report.opened else NOT_OPENED


def _of_hand(before: HandReport, after: HandReport, names: Mapping[str, str]) -> Iterator[Text]:
    if before.task is not after.task:
        yield changed(Text("görev", "task"), TASK_NAMES[before.task], TASK_NAMES[after.task])
    end = ends_otherwise(before, after, names)
    if end is not None:
        yield end


def _of_seats(before: HandReport, after: HandReport, names: Mapping[str, str]) -> Iterator[Text]:
    for seat, old_seat in before.entries():
        if seat in after.seats:
            for sentence in _of_seat(old_seat, after.seats[seat]):
                name = names.get(seat, "?")
                yield Text(f"{name}: {sentence.tr}", f"{name}: {sentence.en}")


def _of_seat(old_seat: SeatReport, new_seat: SeatReport) -> Iterator[Text]:
    if opened(old_seat) != opened(new_seat):
        yield before_and_after(opened(old_seat), opened(new_seat))
    counts = [count_rack(seat_report.rack) for seat_report in (old_seat, new_seat)]
    if counts[0].points != counts[1].points:
        yield _figures(Text("kalan", "rack"), counts[0].points, counts[1].points)
    elif old_seat.rack and new_seat.rack and old_seat.rack.tiles != new_seat.rack.tiles:
        yield Text("kalan taşlar başka, tutarı aynı", "other tiles on the rack, of the same sum")
    jokers = [seat_report.count_of(JOKER_EXCHANGED) for seat_report in (old_seat, new_seat)]
    if jokers[0] != jokers[1]:
        yield _figures(Text("kaptırdığı joker", "jokers exchanged"), jokers[0], jokers[1])


def _figures(subject: Text, before: int, after: int) -> Text:
    return Text(f"{subject.tr} {before} → {after}", f"{subject.en} {before} → {after}")
