"""Reopening a decided encounter: its result is taken back, its hands stay, until somebody closes it again."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.ledger import standings_requests
from scoring.ledger.locks import lock_with_later
from scoring.play import decisions
from scoring.play.walkovers import decide_from_hands
from scoring.standings import snapshots
from tournaments.enums import BY_HANDS, DecidedBy
from tournaments.log import audit_log
from tournaments.log.actor import Actor
from tournaments.models import Encounter
from tournaments.play import advancing
from tournaments.refusals import Refused


class NotDecidedByPlay(Refused):
    code = "not_decided_by_play"
    template = _("Only an encounter that was decided by its hands can be reopened; a walkover is taken back.")


class NotReopened(Refused):
    code = "not_reopened"
    template = _("This encounter is not reopened: there is nothing to close.")


@transaction.atomic
def reopen(*, encounter: Encounter, reason: str, by: Actor, at: datetime, let_stand: bool = False) -> None:
    """Take the result of an encounter back; its table may correct its hands again.

    Slots that it filled are empty meanwhile. Raises NotDecidedByPlay, LaterPlayRestsOnIt.
    """
    held = lock_with_later(encounter)
    if held.decided_by not in BY_HANDS:
        raise NotDecidedByPlay
    snapshots.keep(held.stage.tournament)
    standings_requests.advance_ledger(held.stage)
    before = {"winner": held.winner}
    held.reopened_at = at
    held.save(update_fields=["reopened_at"])
    wins = dict(held.sides.values_list("letter", "wins"))
    advancing.record_result(
        encounter=held,
        wins=wins,
        winner=None,
        decided_by=DecidedBy.PLAY,
        let_stand=let_stand,
        by=by,
        at=at,
    )
    decisions.settle_group(held.group, let_stand=let_stand, by=by, at=at)
    tournament = held.stage.tournament
    after = {"reason": reason.strip()}
    audit_log.write(
        "encounter_reopened",
        by=by,
        at=at,
        tournament=tournament,
        subject=held.public_id,
        before=before,
        after=after,
    )


@transaction.atomic
def close(*, encounter: Encounter, by: Actor, at: datetime, let_stand: bool = False) -> None:
    """Let the hands of a reopened encounter say who has won; where one is missing it goes on.

    Raises NotReopened, LaterPlayRestsOnIt.
    """
    held = lock_with_later(encounter)
    if held.reopened_at is None:
        raise NotReopened
    snapshots.keep(held.stage.tournament)
    held.reopened_at = None
    held.save(update_fields=["reopened_at"])
    decide_from_hands(held, let_stand=let_stand, by=by, at=at)
    tournament = held.stage.tournament
    after = {"winner": held.winner}
    audit_log.write(
        "encounter_closed", by=by, at=at, tournament=tournament, subject=held.public_id, after=after
    )
