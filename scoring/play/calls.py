"""Calling the referee: a table asks, a referee comes, the call is answered.

A protest is a call too, which `protests` opens and which is taken and answered here.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.enums import CallState
from scoring.models import Call, Entry, Hand
from scoring.play.ruling_authority import require_referee
from tournaments.database.row_locks import get_or_refuse, hold
from tournaments.log import audit_log
from tournaments.log.actor import Actor
from tournaments.models import Encounter, Table, Tournament
from tournaments.naming.invisible_characters import one_line
from tournaments.refusals import Refused

LONGEST_QUESTION = 300
LONGEST_ANSWER = 300


class QuestionTooLong(Refused):
    code = "question_too_long"
    template = _("A question has at most %(most)s letters. The referee comes to the table; tell him there.")


class AnswerMissing(Refused):
    code = "answer_missing"
    template = _("Write down what you answered: both sides look at it later.")


class AnswerTooLong(Refused):
    code = "answer_too_long"
    template = _("An answer has at most %(most)s letters.")


class CallIsTaken(Refused):
    code = "call_is_taken"
    template = _("%(name)s is on the way already.")


class CallIsClosed(Refused):
    code = "call_is_closed"
    template = _("This call is answered already.")


class NotYourCall(Refused):
    code = "not_your_call"
    template = _("Only whoever called the referee can take the call back.")


@transaction.atomic
def call_referee(
    *,
    table: Table,
    encounter: Encounter | None = None,
    hand: Hand | None = None,
    question: str,
    by: Actor,
    at: datetime,
) -> Call:
    """Ask the referee to a table, about an encounter or a hand of it if that is known.

    Whoever waits for the referee already gets the call he waits on: nobody calls twice at once. Raises
    QuestionTooLong.
    """
    question = one_line(question)
    if len(question) > LONGEST_QUESTION:
        raise QuestionTooLong(most=LONGEST_QUESTION)
    if encounter is not None:
        encounter = hold(Encounter.objects).filter(pk=encounter.pk).first()
    get_or_refuse(hold(Table.objects), table.pk)
    waiting = waiting_call(table, by)
    if waiting is not None:
        return waiting
    call = Call.objects.create(
        table=table,
        encounter=encounter,
        hand=hand,
        question=question,
        asked_at=at,
        asked_by_user=by.user,
        keeper_id=by.keeper_id,
        device_id=by.device_id,
    )
    _written("referee_called", call, table.tournament, by=by, at=at, question=question)
    return call


@transaction.atomic
def take_call(*, call: Call, by: Actor, at: datetime) -> Call:
    """Say that a referee is on his way. Said again by the same one, nothing changes.

    Raises MayNotRule, CallIsTaken, CallIsClosed.
    """
    held = hold_call(call)
    require_referee(by, held.table.tournament)
    if held.state == CallState.CLOSED:
        raise CallIsClosed
    if held.state == CallState.TAKEN:
        if held.taken_by is not None and held.taken_by != by.user:
            raise CallIsTaken(name=held.taken_by.name)
        return held
    held.state, held.taken_at, held.taken_by = CallState.TAKEN, at, by.user
    held.save(update_fields=["state", "taken_at", "taken_by"])
    _written("call_taken", held, held.table.tournament, by=by, at=at)
    return held


@transaction.atomic
def close_call(*, call: Call, answer: str, by: Actor, at: datetime, ruling: Entry | None = None) -> Call:
    """Answer a call, whether anybody took it or not; `ruling` is the version of a hand that it ended in.

    Raises MayNotRule, AnswerMissing, AnswerTooLong, CallIsClosed.
    """
    answer = one_line(answer)
    held = hold_call(call)
    require_referee(by, held.table.tournament)
    if not answer:
        raise AnswerMissing
    if len(answer) > LONGEST_ANSWER:
        raise AnswerTooLong(most=LONGEST_ANSWER)
    if held.state == CallState.CLOSED:
        raise CallIsClosed
    held.state, held.closed_at, held.closed_by = CallState.CLOSED, at, by.user
    held.answer, held.ruling = answer, ruling
    held.save(update_fields=["state", "closed_at", "closed_by", "answer", "ruling"])
    _written("call_answered", held, held.table.tournament, by=by, at=at, answer=answer)
    return held


@transaction.atomic
def withdraw_call(*, call: Call, by: Actor, at: datetime) -> Call:
    """Let whoever called say that the referee need not come. Raises NotYourCall, CallIsClosed."""
    held = hold_call(call)
    if not is_own(held, by):
        raise NotYourCall
    if held.state == CallState.CLOSED:
        raise CallIsClosed
    held.state, held.closed_at = CallState.CLOSED, at
    held.save(update_fields=["state", "closed_at"])
    _written("call_withdrawn", held, held.table.tournament, by=by, at=at)
    return held


def hold_call(call: Call) -> Call:
    """The call as it is now, held until commit: before any encounter, where a ruling needs both."""
    hold(Call.objects).get(pk=call.pk)
    return Call.objects.select_related("table__tournament", "taken_by").get(pk=call.pk)


def waiting_call(table: Table, by: Actor) -> Call | None:
    """The call that the same device, or the same person, waits on at a table."""
    own = {"device_id": by.device_id} if by.device_id else {"device_id": "", "asked_by_user": by.user}
    waiting = Call.objects.filter(table=table, side="", **own).exclude(state=CallState.CLOSED)
    return waiting.order_by("pk").first()


def is_own(call: Call, by: Actor) -> bool:
    """Whether a call is one's own; a table's keeper also takes back what the phone before his asked."""
    if by.device_id and by.device_id == call.device_id:
        return True
    if by.user is not None:
        return by.user == call.asked_by_user
    return by.table_link is not None and call.keeper_id is not None


def _written(
    action: str, call: Call, tournament: Tournament, *, by: Actor, at: datetime, **told: Any
) -> None:
    after = {"call": call.public_id} | {name: value for name, value in told.items() if value}
    if call.hand is not None:
        after |= {"match": call.hand.match.number, "deal": call.hand.deal}
    if call.side:
        after["side"] = call.side
    audit_log.write(action, by=by, at=at, tournament=tournament, subject=call.table.public_id, after=after)
