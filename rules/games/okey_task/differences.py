from collections.abc import Iterator, Mapping
from typing import Final

from rules.games.okey_task.infractions import JOKER_EXCHANGED
from rules.games.okey_task.racks import count_rack
from rules.games.okey_task.reports import HandReport
from rules.games.okey_task.rulesets import RuleSet
from rules.games.okey_task.tasks import TASK_NAMES
from rules.hand_summary import VersionReport, before_and_after, describe_change, ending_difference
from rules.hands import SeatReport
from rules.localized_text import Text

Version = VersionReport[HandReport, RuleSet]

OPENED: Final = Text("açtı", "opened")
NOT_OPENED: Final = Text("açmadı", "did not open")
NOT_ASKED: Final = Text("açıp açmadığı sorulmadı", "not asked about opening")


def differences(before: Version, after: Version, names: Mapping[str, str]) -> list[Text]:
    """Return how ``after`` differs: the hand, then each seat; ``names`` are by seat."""
    return [
        *_hand_differences(before.report, after.report, names),
        *_all_seat_differences(before.report, after.report, names),
    ]


def opening_text(seat_report: SeatReport) -> Text:
    if not seat_report.opening_reported:
        return NOT_ASKED
    return OPENED if seat_report.opened else NOT_OPENED


def _hand_differences(before: HandReport, after: HandReport, names: Mapping[str, str]) -> Iterator[Text]:
    if before.task is not after.task:
        yield describe_change(Text("görev", "task"), TASK_NAMES[before.task], TASK_NAMES[after.task])
    end = ending_difference(before, after, names)
    if end is not None:
        yield end


def _all_seat_differences(before: HandReport, after: HandReport, names: Mapping[str, str]) -> Iterator[Text]:
    for seat, old_seat in before.entries():
        if seat in after.seats:
            for sentence in _seat_differences(old_seat, after.seats[seat]):
                name = names.get(seat, "?")
                yield Text(f"{name}: {sentence.tr}", f"{name}: {sentence.en}")


def _seat_differences(old_seat: SeatReport, new_seat: SeatReport) -> Iterator[Text]:
    """Word opening, rack's sum, else its tiles, and jokers exchanged."""
    if opening_text(old_seat) != opening_text(new_seat):
        yield before_and_after(opening_text(old_seat), opening_text(new_seat))
    counts = [count_rack(seat_report.rack) for seat_report in (old_seat, new_seat)]
    if counts[0].points != counts[1].points:
        yield _figure_change(Text("kalan", "rack"), counts[0].points, counts[1].points)
    elif old_seat.rack and new_seat.rack and old_seat.rack.tiles != new_seat.rack.tiles:
        yield Text("kalan taşlar başka, tutarı aynı", "other tiles on the rack, of the same sum")
    jokers = [seat_report.count_of(JOKER_EXCHANGED) for seat_report in (old_seat, new_seat)]
    if jokers[0] != jokers[1]:
        yield _figure_change(Text("kaptırdığı joker", "jokers exchanged"), jokers[0], jokers[1])


def _figure_change(subject: Text, before: int, after: int) -> Text:
    return Text(f"{subject.tr} {before} → {after}", f"{subject.en} {before} → {after}")
