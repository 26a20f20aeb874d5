"""While cancelled, nothing is recorded, decided or drawn; hands wait on phones."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.ledger.locks import lock_even_if_cancelled
from tournaments.calendar_revisions import revise_tournament
from tournaments.enums import TournamentState
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Tournament
from tournaments.naming.invisible_characters import one_line
from tournaments.refusals import Refused
from tournaments.signup.domain import notifications

LONGEST_REASON = 200


class CancelledAlready(Refused):
    code = "cancelled_already"
    template = _("This tournament is cancelled already.")


class NotCancelled(Refused):
    code = "not_cancelled"
    template = _("This tournament is not cancelled.")


class NothingToCancel(Refused):
    code = "nothing_to_cancel"
    template = _("This tournament is finished; there is nothing to cancel.")


class CancellingNeedsReason(Refused):
    code = "cancelling_needs_reason"
    template = _("Write why it is cancelled, in at most %(most)s characters. Everyone can read it.")


@transaction.atomic
def cancel(*, tournament: Tournament, reason: str, by: Actor, at: datetime) -> None:
    """Cancel and publish the reason, notify applicants; no hand is stored afterwards.

    Raises CancelledAlready, NothingToCancel (finished), CancellingNeedsReason (also too long),
    TournamentErased.
    """
    because = one_line(reason)
    if not because or len(because) > LONGEST_REASON:
        raise CancellingNeedsReason(most=LONGEST_REASON)
    locked = lock_even_if_cancelled(tournament)
    if locked.cancelled:
        raise CancelledAlready
    if locked.state == TournamentState.FINISHED:
        raise NothingToCancel
    _store(locked, at, because)
    revise_tournament(locked, at=at)
    notifications.notify_cancelled(locked, at=at)
    log_and_publish("tournament_cancelled", by=by, at=at, tournament=locked, after={"reason": because})


@transaction.atomic
def resume(*, tournament: Tournament, by: Actor, at: datetime) -> None:
    """Undo the cancellation, also unarchive; notify applicants. Raises NotCancelled, TournamentErased."""
    locked = lock_even_if_cancelled(tournament)
    if not locked.cancelled:
        raise NotCancelled
    before = {"reason": locked.cancelled_because}
    locked.archived_at = None
    _store(locked, None, "")
    revise_tournament(locked, at=at)
    notifications.notify_resumed(locked, at=at)
    log_and_publish("tournament_cancellation_undone", by=by, at=at, tournament=locked, before=before)


def _store(tournament: Tournament, at: datetime | None, because: str) -> None:
    tournament.cancelled_at, tournament.cancelled_because = at, because
    tournament.save(update_fields=["cancelled_at", "cancelled_because", "archived_at"])
