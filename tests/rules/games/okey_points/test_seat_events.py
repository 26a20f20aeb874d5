import pytest

from rules.games.okey_points.reports import parse_report
from rules.games.okey_points.seat_events import seat_events_of
from rules.seat_events import SeatEvent, SeatEventKind
from tests.rules.games.okey_points.hand_builders import deck_empty, won


@pytest.mark.parametrize(
    ("hand", "what"),
    [
        (won(), "plain"),
        (won(hand="pairs", last="okey"), "pairs+okey"),
        (won(one_colour=True), "one_colour"),
        (won(hand="one_colour_run"), "one_colour_run"),
    ],
)
def test_finish_has_one_kind(hand, what):
    assert seat_events_of(parse_report(hand), ()) == (SeatEvent("A1", SeatEventKind.FINISHED, what),)


def test_shown_indicator_is_an_event_after_any_finish():
    indicator_event = SeatEvent("B2", SeatEventKind.SHOWN, "indicator")
    assert seat_events_of(parse_report(deck_empty(indicator_shown_by="B2")), ()) == (indicator_event,)
    assert seat_events_of(parse_report(won(indicator_shown_by="B2")), ())[1:] == (indicator_event,)
