from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from scoring.enums import CallState
from scoring.models import Call
from scoring.play import calls
from scoring.play.ruling_authority import MayNotRule
from tests.factories import NOW, MembershipFactory, drawn_tournament, encounters_of, first_stage, play_hand
from tests.module_fixtures import module_fixture
from tournaments.draws.domain import draw
from tournaments.enums import Role
from tournaments.log.actor import CONSOLE, Actor
from tournaments.models import LogRow, SidesLink, Table, Tournament
from tournaments.tables.domain import keepers

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

LATER = NOW + timedelta(minutes=3)


@module_fixture
def tournament() -> Tournament:
    return drawn_tournament()


@pytest.fixture
def table(tournament: Tournament) -> Table:
    return tournament.tables.select_related("tournament").get(number=1)


@pytest.fixture
def keeper(table: Table) -> Actor:
    phone = Actor(table_link=table.links.get(), device_id="a" * 32)
    return replace(phone, keeper_id=keepers.become_keeper(table=table, name="Ece", by=phone, at=NOW).pk)


def staff(tournament: Tournament, role: Role) -> Actor:
    return Actor(user=MembershipFactory.create(club=tournament.club, role=role).user)


@pytest.fixture
def referee(tournament: Tournament) -> Actor:
    return staff(tournament, Role.REFEREE)


def call(table: Table, by: Actor, question: str = "Çift sayılır mı?") -> Call:
    return calls.call_referee(table=table, question=question, by=by, at=NOW)


def take(call: Call, by: Actor) -> Call:
    return calls.take_call(call=call, by=by, at=LATER)


def close(call: Call, by: Actor, answer: str = "Sayılmaz.") -> Call:
    return calls.close_call(call=call, answer=answer, by=by, at=LATER)


def test_call_is_stored_with_its_author_and_notifies_pages(tournament, table, keeper):
    counter = tournament.counter
    encounter = encounters_of(tournament)[0]
    hand = play_hand(encounter).entry.hand
    tournament.refresh_from_db()
    before = tournament.counter
    referee_call = calls.call_referee(
        table=table, encounter=encounter, hand=hand, question="  Bu taş \n işlek mi? ", by=keeper, at=NOW
    )
    tournament.refresh_from_db()
    assert (referee_call.question, referee_call.state, referee_call.asked_at) == (
        "Bu taş işlek mi?",
        CallState.OPEN,
        NOW,
    )
    assert (referee_call.encounter, referee_call.hand, referee_call.device_id) == (
        encounter,
        hand,
        keeper.device_id,
    )
    assert counter < before < tournament.counter
    row = LogRow.objects.order_by("pk").last()
    assert row is not None
    assert (row.action, row.table_link, row.subject) == (
        "referee_called",
        keeper.table_link,
        str(table.public_id),
    )


def test_question_may_be_blank_but_not_too_long(table, keeper):
    assert call(table, keeper, "").question == ""
    with pytest.raises(calls.QuestionTooLong):
        call(table, Actor(device_id="b" * 32), "ş" * 301)


def test_second_call_from_the_same_device_returns_the_first(table, keeper):
    first = call(table, keeper)
    second = call(table, keeper, "Nerede kaldı?")
    other = call(table, Actor(sides_link=_sides(table), device_id="b" * 32))
    assert second == first
    assert second.question == first.question
    assert other != first


def _sides(table: Table) -> SidesLink:
    return table.sides_links.filter(revoked_at=None).first() or SidesLink.objects.create(
        table=table, created_at=NOW
    )


def test_second_call_from_the_same_staff_member_returns_the_first(tournament, table, referee):
    keeper = staff(tournament, Role.SCOREKEEPER)
    assert call(table, keeper) == call(table, keeper)
    assert call(table, referee) != call(table, keeper)


def test_device_can_call_again_after_the_answer(table, keeper, referee):
    first = close(call(table, keeper), referee)
    assert call(table, keeper) != first


def test_referee_takes_a_call_and_answers_it(table, keeper, referee):
    taken = take(call(table, keeper), referee)
    assert (taken.state, taken.taken_at, taken.taken_by) == (CallState.TAKEN, LATER, referee.user)
    closed = close(taken, referee, " Çift sayılmaz.\n")
    assert (closed.state, closed.closed_by, closed.answer) == (
        CallState.CLOSED,
        referee.user,
        "Çift sayılmaz.",
    )


def test_taking_a_call_twice_changes_nothing(table, keeper, referee):
    referee_call = call(table, keeper)
    take(referee_call, referee)
    rows = LogRow.objects.count()
    take(referee_call, referee)
    assert LogRow.objects.count() == rows


def test_call_never_returns_to_an_earlier_state(tournament, table, keeper, referee):
    referee_call = take(call(table, keeper), referee)
    with pytest.raises(calls.CallIsTaken, match="Kişi"):
        take(referee_call, staff(tournament, Role.ORGANIZER))
    close(referee_call, referee)
    for refused in (lambda: take(referee_call, referee), lambda: close(referee_call, referee)):
        with pytest.raises(calls.CallIsClosed):
            refused()
    with pytest.raises(calls.CallIsClosed):
        calls.withdraw_call(call=referee_call, by=keeper, at=LATER)


def test_another_referee_can_answer_a_taken_call(tournament, table, keeper, referee):
    referee_call = take(call(table, keeper), referee)
    other = staff(tournament, Role.OWNER)
    assert close(referee_call, other).closed_by == other.user


@pytest.mark.parametrize(("answer", "refusal"), [(" \n", "answer_missing"), ("ş" * 301, "answer_too_long")])
def test_answer_must_be_present_and_not_too_long(table, keeper, referee, answer, refusal):
    referee_call = call(table, keeper)
    with pytest.raises((calls.AnswerMissing, calls.AnswerTooLong)) as caught:
        close(referee_call, referee, answer)
    assert caught.value.code == refusal
    referee_call.refresh_from_db()
    assert referee_call.state == CallState.OPEN


def test_only_referees_take_and_answer_calls(tournament, table, keeper):
    referee_call = call(table, keeper)
    for other in (keeper, staff(tournament, Role.SCOREKEEPER), staff(drawn_tournament(), Role.OWNER)):
        with pytest.raises(MayNotRule):
            take(referee_call, other)
        with pytest.raises(MayNotRule):
            close(referee_call, other)
    assert take(referee_call, CONSOLE).state == CallState.TAKEN


def test_caller_can_withdraw_the_call(table, keeper):
    referee_call = call(table, keeper)
    withdrawn = calls.withdraw_call(call=referee_call, by=keeper, at=LATER)
    assert (withdrawn.state, withdrawn.closed_at, withdrawn.closed_by) == (CallState.CLOSED, LATER, None)
    row = LogRow.objects.order_by("pk").last()
    assert row is not None
    assert row.action == "call_withdrawn"


def test_calls_of_others_can_not_be_withdrawn(tournament, table, keeper):
    side = Actor(sides_link=_sides(table), device_id="b" * 32)
    for referee_call, other_actors in ((call(table, keeper), (side,)), (call(table, side), (keeper,))):
        for other in (*other_actors, staff(tournament, Role.SCOREKEEPER)):
            with pytest.raises(calls.NotYourCall):
                calls.withdraw_call(call=referee_call, by=other, at=LATER)


def test_next_phone_of_a_table_can_withdraw_an_earlier_call(table, keeper):
    referee_call = call(table, keeper)
    next_phone = Actor(table_link=keeper.table_link, device_id="c" * 32)
    assert calls.withdraw_call(call=referee_call, by=next_phone, at=LATER).state == CallState.CLOSED


def test_protest_is_withdrawn_by_its_side_only(tournament, table, keeper):
    hand = play_hand(encounters_of(tournament)[0]).entry.hand
    protest = Call.objects.create(table=table, hand=hand, side="B", asked_at=NOW, device_id="b" * 32)
    with pytest.raises(calls.NotYourCall):
        calls.withdraw_call(call=protest, by=keeper, at=LATER)
    side = Actor(sides_link=_sides(table), device_id="b" * 32)
    assert calls.withdraw_call(call=protest, by=side, at=LATER).state == CallState.CLOSED


def test_call_remains_when_the_draw_is_undone(tournament, table, keeper):
    encounter = encounters_of(tournament)[0]
    referee_call = calls.call_referee(table=table, encounter=encounter, question="", by=keeper, at=NOW)
    draw.revoke_draw(stage=first_stage(tournament), by=CONSOLE, at=NOW)
    referee_call.refresh_from_db()
    assert referee_call.encounter is None
    other = Actor(device_id="b" * 32)
    late = calls.call_referee(table=table, encounter=encounter, question="", by=other, at=NOW)
    assert late.encounter is None
