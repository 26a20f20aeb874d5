from __future__ import annotations

from functools import partial

import pytest

from scoring.enums import CallState
from scoring.ledger.refusals import HandChangedMeanwhile
from scoring.models import Call, Entry
from scoring.officials.domain import rulings
from scoring.play import calls
from scoring.play.recording import RecordedEntry
from tests.factories import (
    NOW,
    MembershipFactory,
    drawn_tournament,
    encounters_of,
    fixed,
    play_encounter,
    play_hand,
    play_of,
    report,
    rule,
)
from tests.faults.test_races import at_once, recorder
from tournaments.enums import EncounterState, Role, StageKind
from tournaments.log.actor import CONSOLE, Actor
from tournaments.models import Encounter, Table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres, pytest.mark.slow]


@pytest.fixture
def encounter() -> Encounter:
    return encounters_of(drawn_tournament())[0]


@pytest.fixture
def table(encounter: Encounter) -> Table:
    assert encounter.table is not None
    return encounter.table


def call(encounter: Encounter, table: Table, device: str = "a") -> Call:
    return calls.call_referee(
        table=table, encounter=encounter, question="", by=Actor(device_id=device * 32), at=NOW
    )


def referee(encounter: Encounter) -> Actor:
    club = encounter.stage.tournament.club
    return Actor(user=MembershipFactory.create(club=club, role=Role.REFEREE).user)


def test_double_tap_is_one_call(encounter, table):
    outcomes = at_once(*[partial(call, encounter, table)] * 3)
    assert len({outcome.pk for outcome in outcomes}) == 1
    assert Call.objects.count() == 1


def test_one_of_two_referees_takes_a_call(encounter, table):
    referee_call = call(encounter, table)
    actors = [referee(encounter), referee(encounter)]
    outcomes = at_once(*[partial(calls.take_call, call=referee_call, by=actor, at=NOW) for actor in actors])
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Call", "CallIsTaken"]


def test_one_of_two_concurrent_rulings_is_stored(encounter):
    play_hand(encounter)
    outcomes = at_once(
        partial(rule, encounter, fixed(1, 2, 3, 4)), partial(rule, encounter, rulings.Replay())
    )
    kinds = [type(outcome) for outcome in outcomes]
    assert sorted(kind.__name__ for kind in kinds) == [HandChangedMeanwhile.__name__, RecordedEntry.__name__]
    assert Entry.objects.count() == 2


def test_same_ruling_twice_at_once_is_stored_once(encounter, table):
    play_hand(encounter)
    referee_call = call(encounter, table)
    sent = partial(rule, encounter, fixed(1, 2, 3, 4), entry_key="one", call=referee_call)
    outcomes = at_once(sent, sent)
    assert [outcome.entry for outcome in outcomes] == [Entry.objects.get(version=2)] * 2
    referee_call.refresh_from_db()
    assert (referee_call.state, referee_call.ruling) == (CallState.CLOSED, outcomes[0].entry)


def test_ruling_on_a_call_does_not_deadlock(encounter, table):
    """One rules and closes the call, another takes it, the table calls again and enters its next hand."""
    play_hand(encounter)
    referee_call = call(encounter, table)
    outcomes = at_once(
        partial(rule, encounter, fixed(1, 2, 3, 4), call=referee_call),
        partial(calls.take_call, call=referee_call, by=CONSOLE, at=NOW),
        partial(call, encounter, table, "b"),
        recorder(encounter, 2, report(), "next"),
    )
    assert isinstance(outcomes[0], RecordedEntry)
    assert isinstance(outcomes[1], Call | calls.CallIsClosed)
    assert isinstance(outcomes[2], Call)
    assert isinstance(outcomes[3], RecordedEntry)
    assert play_of(encounter).current.next_deal == 3


def test_call_during_the_knockout_draw_does_not_deadlock():
    *others, last = encounters_of(drawn_tournament())
    for encounter in others:
        play_encounter(encounter)
    for _hand in range(2):
        play_hand(last)
    assert last.table is not None
    outcomes = at_once(
        recorder(last, 3, report(), "last"), *[partial(call, last, last.table, d) for d in "abc"]
    )
    assert isinstance(outcomes[0], RecordedEntry)
    assert all(isinstance(outcome, Call) for outcome in outcomes[1:])
    drawn = Encounter.objects.filter(stage__kind=StageKind.KNOCKOUT, state=EncounterState.READY)
    assert drawn.count() == 2
