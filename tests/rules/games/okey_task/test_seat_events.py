from rules.games.okey_task.reports import parse_report
from rules.games.okey_task.seat_events import deeds_of
from rules.seat_events import Deed, DeedKind
from tests.rules.builders import SERIES
from tests.rules.games.okey_task.hands import deck_empty, exchanged, finished


def test_openings_finish_and_jokers_are_events():
    hand = finished("A1", B1=exchanged((SERIES, 4), 2))
    events = deeds_of(parse_report(hand), ())
    assert events == (
        Deed("A1", DeedKind.OPENED, "series"),
        Deed("A1", DeedKind.FINISHED, "plain"),
        Deed("B1", DeedKind.OPENED, "series"),
        Deed("B1", DeedKind.INFRACTION, "joker_exchanged", 2),
        Deed("A2", DeedKind.OPENED, "none"),
        Deed("B2", DeedKind.OPENED, "none"),
    )


def test_unreported_opening_has_no_event():
    hand = deck_empty() | {"seats": {seat: {} for seat in ("A1", "B1", "A2", "B2")}}
    assert deeds_of(parse_report(hand), ()) == ()
