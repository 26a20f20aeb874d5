from __future__ import annotations

from functools import partial

import pytest

from scoring.ledger import refusals
from scoring.models import Bell, Hand
from scoring.play import bell
from scoring.play.recording import RecordedEntry
from tests.factories import NOW, play_of, report
from tests.faults.test_races import at_once, recorder
from tests.scoring.play.timed_rounds import encounters_of_round, play, round_of, timed_knockout
from tournaments.enums import DecidedBy, EncounterState
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, LogRow
from tournaments.schedule.change import Change

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres, pytest.mark.slow]


@pytest.fixture
def encounters() -> list[Encounter]:
    tournament = timed_knockout(best_of=1)
    found = encounters_of_round(tournament)
    for encounter in found:
        play(encounter, "AAA")
    return found


def ringer(encounter: Encounter, key: str, *between: Encounter):
    return partial(
        bell.ring_bell,
        stage_round=round_of(encounter),
        key=key,
        by=CONSOLE,
        at=NOW,
        between={playing.public_id for playing in between},
    )


def test_hand_is_before_or_after_the_bell(encounters):
    first, other = encounters
    outcomes = at_once(
        ringer(first, "bell", first),
        recorder(first, 4, report(finisher="B1", points=(150, 150)), "fourth"),
        recorder(other, 4, report(), "of the other"),
    )
    assert isinstance(outcomes[0], Bell)
    assert isinstance(outcomes[2], RecordedEntry)  # a hand was in play there
    for each in encounters:
        each.refresh_from_db()
        assert play_of(each).result.winner == each.winner
    assert (first.state, first.decided_by) == (EncounterState.DECIDED, DecidedBy.TIME)
    before = other.last_deal == 5  # so that the hand after it was in play
    assert (other.state, other.last_deal) in ((EncounterState.PLAYING, 5), (EncounterState.DECIDED, 4))
    assert play_of(other).awaits_last_hand == before
    hands = Hand.objects.filter(match__encounter=first).count()
    assert (hands, type(outcomes[1])) in ((4, RecordedEntry), (3, refusals.TimeIsUp))


def test_bell_rings_once_for_a_double_tap_and_for_two_organizers(encounters):
    first, _other = encounters
    outcomes = at_once(ringer(first, "a"), ringer(first, "a"), ringer(first, "b"))
    rung = {outcome.pk for outcome in outcomes if isinstance(outcome, Bell)}
    assert len(rung) == Bell.objects.count() == LogRow.objects.filter(action="bell_rung").count() == 1
    assert [type(outcome) for outcome in outcomes].count(bell.BellRangAlready) in (1, 2)


def test_taking_the_bell_back_during_hands_does_not_deadlock(encounters):
    first, other = encounters
    ringer(first, "bell")()
    outcomes = at_once(
        partial(bell.take_bell_back, stage_round=round_of(first), change=Change(CONSOLE, NOW)),
        partial(bell.stop_awaiting_hand, encounter=first, by=CONSOLE, at=NOW),
        recorder(other, 4, report(), "fourth"),
    )
    assert outcomes[0] is None
    assert isinstance(outcomes[1], bell.NoHandAwaited | None)
    assert isinstance(outcomes[2], RecordedEntry)
    for each in encounters:
        each.refresh_from_db()
        assert (each.state, each.stopped_at) == (EncounterState.PLAYING, None)
