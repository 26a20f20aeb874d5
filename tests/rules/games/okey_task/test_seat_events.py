from rules.games.okey_task.reports import parse_report
from rules.games.okey_task.seat_events import seat_events_of
from rules.seat_events import SeatEvent, SeatEventKind
from tests.rules.games.okey_task.hand_builders import deck_empty, finished, with_exchanged_jokers
from tests.rules.hand_builders import SERIES


def test_openings_finish_and_jokers_are_events():
    hand = finished("A1", B1=with_exchanged_jokers((SERIES, 4), 2))
    events = seat_events_of(parse_report(hand), ())
    assert events == (
        SeatEvent("A1", SeatEventKind.OPENED, "series"),
        SeatEvent("A1", SeatEventKind.FINISHED, "plain"),
        SeatEvent("B1", SeatEventKind.OPENED, "series"),
        SeatEvent("B1", SeatEventKind.INFRACTION, "joker_exchanged", 2),
        SeatEvent("A2", SeatEventKind.OPENED, "none"),
        SeatEvent("B2", SeatEventKind.OPENED, "none"),
    )


def test_unreported_opening_has_no_event():
    hand = deck_empty() | {"seats": {seat: {} for seat in ("A1", "B1", "A2", "B2")}}
    assert seat_events_of(parse_report(hand), ()) == ()
