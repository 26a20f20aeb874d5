from __future__ import annotations

import json

import pytest

from scoring.confirmation.domain.protests import (
    AlreadyProtested,
    ProtestTooLate,
    ProtestTooLong,
    ProtestWithoutQuestion,
)
from scoring.enums import CallState
from scoring.ledger.refusals import NoSuchHand
from scoring.models import Call
from scoring.play.calls import MAX_QUESTION_LENGTH
from tests.factories import drawn_tournament, encounters_of
from tests.module_fixtures import module_fixture
from tests.scoring.confirmation.confirm_matches import (
    LATE,
    SOON,
    agree,
    begun_match,
    confirm,
    decided_match,
    player_of,
    protest,
    set_agreement,
)
from tests.scoring.table.table_phones import home_of
from tournaments.enums import Agreement
from tournaments.models import Encounter, LogRow, Tournament

pytestmark = pytest.mark.django_db


@module_fixture
def encounter() -> Encounter:
    return encounters_of(drawn_tournament())[0]


def test_protest_is_a_call_about_a_hand(encounter):
    match = begun_match(encounter, hands=2)
    call = Call.objects.get(pk=protest(match, "B", deal=2, question="  Elden\n bitti  ").pk)
    assert call.hand is not None
    assert (call.protest, call.side, call.hand.match, call.hand.deal) == (True, "B", match, 2)
    assert (call.table, call.encounter, call.state) == (home_of(encounter), encounter, CallState.OPEN)
    assert (call.question, call.asked_at, call.device_id) == ("Elden bitti", SOON, "B" * 32)
    assert call.player == player_of(encounter, "B")


def test_protest_is_logged_and_raises_the_counter(encounter):
    match = begun_match(encounter)
    before = Tournament.objects.get().counter
    protest(match, "A", question="Okey vardı")
    row = LogRow.objects.get(action="protest_opened")
    assert json.loads(row.after) == {"match": 1, "deal": 1, "side": "A", "question": "Okey vardı"}
    assert (row.subject, Tournament.objects.get().counter) == (str(encounter.public_id), before + 1)


@pytest.mark.parametrize("words", ["", "   ", "\n\t", "\x00"])
def test_protest_needs_a_question(encounter, words):
    with pytest.raises(ProtestWithoutQuestion):
        protest(begun_match(encounter), question=words)
    assert not Call.objects.exists()


def test_question_is_stored_as_one_line(encounter):
    call = protest(begun_match(encounter), question=" 40 değil\r\n 30 \U0001f937\u200d\u2642 \x00")
    assert call.question == "40 değil 30 \U0001f937\u2642"


def test_long_question_is_refused(encounter):
    match = begun_match(encounter)
    with pytest.raises(ProtestTooLong):
        protest(match, question="x" * (MAX_QUESTION_LENGTH + 1))
    assert protest(match, question="x" * MAX_QUESTION_LENGTH).question == "x" * MAX_QUESTION_LENGTH


@pytest.mark.parametrize("deal", [0, 2])
def test_missing_hand_is_refused(encounter, deal):
    with pytest.raises(NoSuchHand):
        protest(begun_match(encounter), deal=deal)


def test_protest_after_the_window_is_refused(encounter):
    match = decided_match(encounter)
    with pytest.raises(ProtestTooLate):
        protest(match, at=LATE)
    assert protest(match, at=SOON).protest


def test_protest_after_agreement_is_refused(encounter):
    match = decided_match(encounter)
    confirm(match, "A")
    confirm(match, "B")
    with pytest.raises(ProtestTooLate):
        protest(match)


def test_confirmed_hand_is_final_but_the_next_is_not(encounter):
    set_agreement(encounter.stage.tournament, Agreement.HAND)
    match = begun_match(encounter)
    agree(match)
    begun_match(encounter)
    with pytest.raises(ProtestTooLate):
        protest(match, deal=1)
    assert protest(match, deal=2).protest


@pytest.mark.postgres
def test_each_side_protests_a_hand_once_at_a_time(encounter):
    match = begun_match(encounter)
    first = protest(match, "B")
    assert protest(match, "B") == first
    with pytest.raises(AlreadyProtested):
        protest(match, "B", question="Bir de şu var")
    assert protest(match, "A") != first
    Call.objects.filter(pk=first.pk).update(state=CallState.CLOSED)
    assert protest(match, "B", question="Bir de şu var") != first
    assert Call.objects.count() == 3
