from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.enums import CallState
from scoring.models import Call, Entry, Hand
from scoring.play.ruling_authority import require_referee
from tournaments.database.row_locks import get_or_refuse, lock_rows
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Encounter, Table, Tournament
from tournaments.naming.invisible_characters import one_line
from tournaments.refusals import Refused

MAX_QUESTION_LENGTH = 300
MAX_ANSWER_LENGTH = 300


class QuestionTooLong(Refused):
    code = "question_too_long"
    template = _("A question has at most %(most)s characters. Tell the referee the rest at the table.")


class AnswerMissing(Refused):
    code = "answer_missing"
    template = _("Write down your answer: both sides can read it later.")


class AnswerTooLong(Refused):
    code = "answer_too_long"
    template = _("An answer has at most %(most)s characters.")


class CallIsTaken(Refused):
    code = "call_is_taken"
    template = _("%(name)s is already on the way.")


class CallIsClosed(Refused):
    code = "call_is_closed"
    template = _("This call is already answered.")


class NotYourCall(Refused):
    code = "not_your_call"
    template = _("Only the person who called the referee can withdraw the call.")


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
    """Call a referee, or return the caller's open call at this table, unchanged.

    Raises QuestionTooLong, RemovedMeanwhile.
    """
    question = one_line(question)
    if len(question) > MAX_QUESTION_LENGTH:
        raise QuestionTooLong(most=MAX_QUESTION_LENGTH)
    if encounter is not None:
        encounter = lock_rows(Encounter.objects).filter(pk=encounter.pk).first()
    get_or_refuse(lock_rows(Table.objects), table.pk)
    waiting_call = find_open_call(table, by)
    if waiting_call is not None:
        return waiting_call
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
    _log_call("referee_called", call, table.tournament, by=by, at=at, question=question)
    return call


@transaction.atomic
def take_call(*, call: Call, by: Actor, at: datetime) -> Call:
    """Record that a referee comes; a second time does nothing.

    Raises MayNotRule, CallIsTaken by another, CallIsClosed.
    """
    locked = lock_call(call)
    require_referee(by, locked.table.tournament)
    if locked.state == CallState.CLOSED:
        raise CallIsClosed
    if locked.state == CallState.TAKEN:
        if locked.taken_by is not None and locked.taken_by != by.user:
            raise CallIsTaken(name=locked.taken_by.name)
        return locked
    locked.state, locked.taken_at, locked.taken_by = CallState.TAKEN, at, by.user
    locked.save(update_fields=["state", "taken_at", "taken_by"])
    _log_call("call_taken", locked, locked.table.tournament, by=by, at=at)
    return locked


@transaction.atomic
def close_call(
    *,
    call: Call,
    answer: str,
    by: Actor,
    at: datetime,
    answer_codes: Sequence[str] = (),
    ruling: Entry | None = None,
) -> Call:
    """Answer and close a call, taken or not; `ruling` is the deciding version, if any.

    Raises MayNotRule, AnswerMissing, AnswerTooLong, CallIsClosed.
    """
    answer = one_line(answer)
    locked = lock_call(call)
    require_referee(by, locked.table.tournament)
    if not (answer_codes or answer):
        raise AnswerMissing
    if len(answer) > MAX_ANSWER_LENGTH:
        raise AnswerTooLong(most=MAX_ANSWER_LENGTH)
    if locked.state == CallState.CLOSED:
        raise CallIsClosed
    locked.state, locked.closed_at, locked.closed_by = CallState.CLOSED, at, by.user
    locked.answer_codes, locked.answer, locked.ruling = list(answer_codes), answer, ruling
    locked.save(update_fields=["state", "closed_at", "closed_by", "answer_codes", "answer", "ruling"])
    details = {"answer_codes": locked.answer_codes, "answer": answer}
    _log_call("call_answered", locked, locked.table.tournament, by=by, at=at, **details)
    return locked


@transaction.atomic
def withdraw_call(*, call: Call, by: Actor, at: datetime) -> Call:
    """Close `by`'s own call, taken or not. Raises NotYourCall, CallIsClosed."""
    locked = lock_call(call)
    if not is_own_call(locked, by):
        raise NotYourCall
    if locked.state == CallState.CLOSED:
        raise CallIsClosed
    locked.state, locked.closed_at = CallState.CLOSED, at
    locked.save(update_fields=["state", "closed_at"])
    _log_call("call_withdrawn", locked, locked.table.tournament, by=by, at=at)
    return locked


def lock_call(call: Call) -> Call:
    """Lock until commit; precedes the encounter's lock."""
    lock_rows(Call.objects).get(pk=call.pk)
    return Call.objects.select_related("table__tournament", "taken_by").get(pk=call.pk)


def find_open_call(table: Table, by: Actor) -> Call | None:
    caller = {"device_id": by.device_id} if by.device_id else {"device_id": "", "asked_by_user": by.user}
    open_calls = Call.objects.filter(table=table, side="", **caller).exclude(state=CallState.CLOSED)
    return open_calls.order_by("pk").first()


def is_own_call(call: Call, by: Actor) -> bool:
    """A keeper also owns calls of an earlier phone."""
    if by.device_id and by.device_id == call.device_id:
        return True
    if by.user is not None:
        return by.user == call.asked_by_user
    return by.table_link is not None and call.keeper_id is not None


def _log_call(
    action: str, call: Call, tournament: Tournament, *, by: Actor, at: datetime, **details: Any
) -> None:
    after = {"call": call.public_id} | {name: value for name, value in details.items() if value}
    if call.hand is not None:
        after |= {"match": call.hand.match.number, "deal": call.hand.deal}
    if call.side:
        after["side"] = call.side
    log_and_publish(action, by=by, at=at, tournament=tournament, subject=call.table.public_id, after=after)
