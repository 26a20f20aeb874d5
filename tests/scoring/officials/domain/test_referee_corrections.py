from __future__ import annotations

from typing import Any

import pytest

from scoring.enums import CallState, EntryKind
from scoring.ledger.refusals import HandChangedMeanwhile, ReasonMissing
from scoring.models import Call, Entry
from scoring.officials.domain import referee_corrections
from scoring.officials.domain.amendments import ReasonTooLong
from scoring.play import calls
from scoring.play.ruling_authority import MayNotRule
from tests.factories import (
    MembershipFactory,
    correct,
    drawn_tournament,
    encounters_of,
    fixed,
    play_encounter,
    play_of,
    report,
    rule,
)
from tests.module_fixtures import module_fixture
from tests.scoring.confirmation.confirm_matches import (
    SOON,
    agree,
    agreement,
    begun_match,
    confirm,
    match_of,
    protest,
)
from tests.scoring.table.table_phones import home_of
from tournaments.enums import Role
from tournaments.log.actor import CONSOLE, Actor
from tournaments.models import Encounter, LogRow, Tournament
from tournaments.schedule.change import Change
from tournaments.tables.domain import tables

pytestmark = pytest.mark.django_db
RIGHT = report(points=(20, 40))


@module_fixture
def tournament() -> Tournament:
    return drawn_tournament()


@pytest.fixture
def encounter(tournament: Tournament) -> Encounter:
    first = encounters_of(tournament)[0]
    begun_match(first)
    first.refresh_from_db()
    return first


@pytest.fixture
def referee(tournament: Tournament) -> Actor:
    return Actor(user=MembershipFactory.create(club=tournament.club, role=Role.REFEREE).user)


def correct_it(encounter: Encounter, by: Actor, **changes: object) -> Entry:
    arguments: dict[str, Any] = {
        "match": 1,
        "deal": 1,
        "version": 1,
        "report": RIGHT,
        "reason": "",
        "entry_key": "k",
    }
    return referee_corrections.correct_as_referee(
        encounter=encounter, change=Change(by, SOON), **arguments | changes
    ).entry


def reload_call(call: Call) -> Call:
    return Call.objects.get(pk=call.pk)


def test_reason_names_the_protest_and_the_hand_answers_it(encounter, referee):
    call = protest(match_of(encounter), "B")
    entry = correct_it(encounter, referee, reason="Saydım", reason_codes=["mistyped"], call=call)
    assert (entry.kind, entry.user) == (EntryKind.REPORT, referee.user)
    assert (entry.reason_codes, entry.reason) == (["protest_B", "mistyped"], "Saydım")
    answered = reload_call(call)
    assert (answered.state, answered.closed_by, answered.ruling) == (CallState.CLOSED, referee.user, entry)
    assert (answered.answer_codes, answered.answer) == (["corrected", "mistyped"], "Saydım")
    assert play_of(encounter).matches[0].result.totals == {"A": -101, "B": 60}
    actions = LogRow.objects.order_by("-pk").values_list("action", flat=True)[:2]
    assert list(actions) == ["call_answered", "hand_corrected"]
    assert agreement(match_of(encounter)).protests == []


def test_reason_is_required_without_a_protest(encounter, referee):
    with pytest.raises(ReasonMissing):
        correct_it(encounter, referee)
    call = calls.call_referee(
        table=home_of(encounter), encounter=encounter, question="?", by=CONSOLE, at=SOON
    )
    with pytest.raises(ReasonMissing):
        correct_it(encounter, referee, call=call)
    assert reload_call(call).state == CallState.OPEN
    correct_it(encounter, referee, reason="40 idi", call=call)
    assert (reload_call(call).answer_codes, reload_call(call).answer) == (["corrected"], "40 idi")
    assert Entry.objects.get(version=2).reason == "40 idi"


def test_refused_correction_leaves_the_call_open(encounter, referee):
    call = protest(match_of(encounter), "B")
    correct(encounter, report(points=(31, 40)))
    with pytest.raises(HandChangedMeanwhile):
        correct_it(encounter, referee, call=call)
    with pytest.raises(ReasonTooLong):
        correct_it(encounter, referee, call=call, version=2, reason="x" * 201)
    keeper = MembershipFactory.create(club=encounter.stage.tournament.club, role=Role.SCOREKEEPER).user
    with pytest.raises(MayNotRule):
        correct_it(encounter, Actor(user=keeper), call=call, version=2)
    assert (reload_call(call).state, Entry.objects.count()) == (CallState.OPEN, 2)


def test_repeated_request_stores_one_version_and_one_answer(encounter, referee):
    call = protest(match_of(encounter), "B")
    first = correct_it(encounter, referee, call=call)
    assert correct_it(encounter, referee, call=reload_call(call)) == first
    assert LogRow.objects.filter(action="call_answered").count() == 1


def test_call_answered_concurrently_keeps_its_answer(encounter, referee):
    call = protest(match_of(encounter), "B")
    calls.close_call(call=call, answer="Ben bakıyorum", by=CONSOLE, at=SOON)
    correct_it(encounter, referee, call=call)
    assert (reload_call(call).answer, reload_call(call).ruling) == ("Ben bakıyorum", None)


def test_referee_can_correct_after_the_scorekeepers_deadline(tournament, referee):
    encounter = encounters_of(tournament)[0]
    play_encounter(encounter)
    agree(match_of(encounter))
    tables.call_next_encounter(encounter=encounter, by=CONSOLE, at=SOON)
    correct_it(encounter, referee, reason_codes=["mistyped"])
    assert agreement(match_of(encounter)).confirmed == {}
    confirm(match_of(encounter), "A")


def test_correction_over_a_ruling_is_scored_by_the_rules(encounter, referee):
    rule(encounter, fixed(1, 2, 3, 4))
    entry = correct_it(encounter, referee, version=2, reason_codes=["mistyped"])
    assert (entry.kind, entry.scored_by_rules) == (EntryKind.REPORT, True)
