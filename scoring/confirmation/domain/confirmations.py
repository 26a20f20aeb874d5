from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.ledger.sealing import seal_confirmation
from scoring.models import Confirmation, Match
from scoring.queries.agreement_status import MatchAgreement, read_agreements
from tournaments.database.row_locks import get_or_refuse, lock_rows
from tournaments.enums import Agreement, SideLetter
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.log.seals import FORMAT
from tournaments.models import Encounter, EncounterSide, Player, Tournament
from tournaments.refusals import Refused


class NothingIsConfirmed(Refused):
    code = "nothing_is_confirmed"
    template = _("Hands aren't confirmed in this tournament. They count as saved.")


class HandsChangedMeanwhile(Refused):
    code = "hands_changed_meanwhile"
    template = _("The hands have changed. Check them again, then confirm.")


class MatchNotOver(Refused):
    code = "match_not_over"
    template = _("This match is still in play. Confirm its hands when it is over.")


class MatchDoesNotCount(Refused):
    code = "match_does_not_count"
    template = _("This match no longer counts; there is nothing to confirm.")


class NotOfThisSide(Refused):
    code = "player_not_of_this_side"
    template = _("%(name)s does not play for this side.")


class OwnProtestIsOpen(Refused):
    code = "own_protest_is_open"
    template = _(
        "Your side has protested a hand of this match. Confirm the match once the referee has answered."
    )


@transaction.atomic
def confirm(
    *, match: Match, deal: int, side: SideLetter, seal: str, player: Player, by: Actor, at: datetime
) -> Confirmation:
    """Store and log a side's confirmation of a match; a repeat returns the first.

    `seal` identifies the first `deal` deals. Refuses with NothingIsConfirmed, HandsChangedMeanwhile,
    MatchNotOver, MatchDoesNotCount, NotOfThisSide or OwnProtestIsOpen.
    """
    encounter = get_or_refuse(lock_rows(Encounter.objects), match.encounter_id)
    tournament = Tournament.objects.get(stages=encounter.stage_id)
    agreement = read_agreements(Match.objects.filter(pk=match.pk), tournament=tournament, at=at).get(match.pk)
    if agreement is None:
        raise HandsChangedMeanwhile
    _require_player_of_side(encounter, side, player)
    _require_confirmable(agreement, tournament, deal=deal, seal=seal, side=side)
    confirmations = list(Confirmation.objects.filter(match=match).order_by("pk"))
    existing = next(
        (
            confirmation
            for confirmation in confirmations
            if (confirmation.side, confirmation.seal) == (side, seal)
        ),
        None,
    )
    if existing is not None:
        return existing
    confirmation = Confirmation(
        match=match,
        deal=deal,
        side=side,
        seal=seal,
        player=player,
        at=at,
        user=by.user,
        table_link=by.table_link,
        sides_link=by.sides_link,
        device=by.device,
        device_id=by.device_id,
        seal_format=FORMAT,
        previous_hash=confirmations[-1].hash if confirmations else "",
    )
    confirmation.hash = seal_confirmation(
        confirmation, match=str(match.public_id), player=str(player.public_id)
    )
    confirmation.save(force_insert=True)
    log_and_publish(
        "hands_confirmed",
        by=by,
        at=at,
        tournament=tournament,
        subject=encounter.public_id,
        after={"match": agreement.match.number, "deal": deal, "side": side, "player": player.public_id},
    )
    return confirmation


def may_confirm(agreement: MatchAgreement, tournament: Tournament, side: str) -> bool:
    if tournament.agreement == Agreement.NOTHING or not agreement.match.counts:
        return False
    if any(call.side == side for call in agreement.protests):
        return False
    unconfirmed = agreement.provisional or (agreement.open and tournament.agreement == Agreement.HAND)
    return unconfirmed and agreement.deals > agreement.deals_confirmed(side)


def _require_confirmable(
    agreement: MatchAgreement, tournament: Tournament, *, deal: int, seal: str, side: str
) -> None:
    """Check that `side` may confirm the match's deals up to `deal`, whose seal it saw.

    Raises NothingIsConfirmed, MatchDoesNotCount, HandsChangedMeanwhile, MatchNotOver, OwnProtestIsOpen.
    """
    if tournament.agreement == Agreement.NOTHING:
        raise NothingIsConfirmed
    if not agreement.match.counts:
        raise MatchDoesNotCount
    current_seal = agreement.seal_of_first_deals(deal)
    if current_seal is None or current_seal != seal:
        raise HandsChangedMeanwhile
    if tournament.agreement == Agreement.MATCH and (agreement.open or deal < agreement.deals):
        raise MatchNotOver if agreement.open else HandsChangedMeanwhile
    if any(call.side == side for call in agreement.protests):
        raise OwnProtestIsOpen


def _require_player_of_side(encounter: Encounter, side: str, player: Player) -> None:
    sides = EncounterSide.objects.filter(encounter=encounter, letter=side, entrant__roster__player=player)
    if not sides.exists():
        raise NotOfThisSide(name=player.name)
