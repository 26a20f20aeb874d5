from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.enums import CallState
from scoring.ledger.refusals import NoSuchHand
from scoring.models import Call, Hand, Match
from scoring.play.calls import MAX_QUESTION_LENGTH
from scoring.queries.agreement_status import MatchAgreement, read_agreements
from tournaments.database.row_locks import get_or_refuse, lock_rows
from tournaments.enums import SideLetter
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Encounter, Player, Table, Tournament
from tournaments.naming.invisible_characters import one_line
from tournaments.refusals import Refused


class ProtestWithoutQuestion(Refused):
    code = "protest_without_question"
    template = _("Say what is wrong with this hand. The referee reads it before coming to the table.")


class ProtestTooLong(Refused):
    code = "protest_too_long"
    template = _("Use at most %(most)s characters. You can tell the referee the rest at the table.")


class ProtestTooLate(Refused):
    code = "protest_too_late"
    template = _("This result is final and can't be protested any more. You can still call the referee.")


class AlreadyProtested(Refused):
    code = "already_protested"
    template = _("Your side has already protested this hand. The referee will answer.")


@transaction.atomic
def open_protest(
    *,
    match: Match,
    deal: int,
    side: SideLetter,
    player: Player,
    question: str,
    table: Table,
    by: Actor,
    at: datetime,
) -> Call:
    """The same question returns the first call.

    Raises ProtestWithoutQuestion, ProtestTooLong, NoSuchHand, ProtestTooLate, AlreadyProtested.
    """
    question = one_line(question)
    if not question:
        raise ProtestWithoutQuestion
    if len(question) > MAX_QUESTION_LENGTH:
        raise ProtestTooLong(most=MAX_QUESTION_LENGTH)
    encounter = get_or_refuse(lock_rows(Encounter.objects), match.encounter_id)
    hand = Hand.objects.played().filter(match=match, deal=deal).first()
    if hand is None:
        raise NoSuchHand
    open_call = Call.objects.filter(hand=hand, side=side).exclude(state=CallState.CLOSED).first()
    if open_call is not None:
        if open_call.question == question:
            return open_call
        raise AlreadyProtested
    tournament = Tournament.objects.get(stages=encounter.stage_id)
    agreement = read_agreements(Match.objects.filter(pk=match.pk), tournament=tournament, at=at)[match.pk]
    if not may_protest(agreement, deal):
        raise ProtestTooLate
    call = Call.objects.create(
        table=table,
        encounter=encounter,
        hand=hand,
        side=side,
        question=question,
        asked_at=at,
        asked_by_user=by.user,
        keeper_id=by.keeper_id,
        player=player,
        device_id=by.device_id,
    )
    log_and_publish(
        "protest_opened",
        by=by,
        at=at,
        tournament=tournament,
        subject=encounter.public_id,
        after={"match": agreement.match.number, "deal": deal, "side": side, "question": question},
    )
    return call


def may_protest(agreement: MatchAgreement, deal: int) -> bool:
    """The match must not be final, nor the hand confirmed by all sides."""
    return agreement.match.counts and not agreement.final and deal > agreement.deals_agreed
