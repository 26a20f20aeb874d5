"""Visibility of a tournament and its place on the organizers' dashboard.

A draft can be published, and unpublished until something is played. Archived tournaments stay public.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.ledger.locks import lock_even_if_cancelled
from scoring.models import Entry
from tournaments.database.row_locks import lock_rows
from tournaments.draws.domain.dependents import HAS_BEGUN
from tournaments.enums import TournamentState, Visibility
from tournaments.erased import refuse_erased
from tournaments.log import audit_log
from tournaments.log.actor import Actor
from tournaments.models import Encounter, Tournament
from tournaments.refusals import Refused


class PublicAlready(Refused):
    code = "public_already"
    template = _("This tournament is already public.")


class DraftAlready(Refused):
    code = "draft_already"
    template = _("This tournament is already a draft: only the club's staff can see it.")


class WasPlayed(Refused):
    code = "was_played"
    template = _(
        "Hands of this tournament were played, and hands can't be deleted. You can cancel it with a reason."
    )


class NotOver(Refused):
    code = "not_over"
    template = _("Only a finished or cancelled tournament can be archived.")


class PutAwayAlready(Refused):
    code = "put_away_already"
    template = _("This tournament is already archived.")


class NotPutAway(Refused):
    code = "not_put_away"
    template = _("This tournament is not archived.")


@transaction.atomic
def publish(*, tournament: Tournament, by: Actor, at: datetime) -> None:
    """Publish a draft. Raises PublicAlready, TournamentErased."""
    locked = _lock(tournament)
    if locked.visibility != Visibility.DRAFT:
        raise PublicAlready
    _show(locked, Visibility.PUBLIC)
    audit_log.write("tournament_published", by=by, at=at, tournament=locked)


@transaction.atomic
def unpublish(*, tournament: Tournament, by: Actor, at: datetime) -> None:
    """Turn a tournament back into a draft. Raises DraftAlready, WasPlayed, TournamentErased."""
    locked = lock_even_if_cancelled(tournament)
    if locked.visibility != Visibility.PUBLIC:
        raise DraftAlready
    if was_played(locked):
        raise WasPlayed
    _show(locked, Visibility.DRAFT)
    audit_log.write("tournament_made_draft", by=by, at=at, tournament=locked)


def was_played(tournament: Tournament) -> bool:
    """Return whether a hand (even a withdrawn one) or a result without hands was ever recorded."""
    encounters = Encounter.objects.filter(stage__tournament=tournament)
    hands = Entry.objects.filter(hand__match__encounter__in=encounters)
    return hands.exists() or encounters.filter(HAS_BEGUN).exists()


def _lock(tournament: Tournament) -> Tournament:
    locked = lock_rows(Tournament.objects).get(pk=tournament.pk)
    refuse_erased(locked)
    return locked


def _show(tournament: Tournament, visibility: Visibility) -> None:
    tournament.visibility = visibility
    tournament.save(update_fields=["visibility"])


@transaction.atomic
def archive(*, tournament: Tournament, by: Actor, at: datetime) -> None:
    """Archive a tournament: it leaves the dashboard and stays public.

    Raises NotOver, PutAwayAlready, TournamentErased.
    """
    locked = _lock(tournament)
    if locked.put_away_at is not None:
        raise PutAwayAlready
    if not may_be_archived(locked):
        raise NotOver
    locked.put_away_at = at
    locked.save(update_fields=["put_away_at"])
    audit_log.write("tournament_put_away", by=by, at=at, tournament=locked)


def may_be_archived(tournament: Tournament) -> bool:
    return tournament.state == TournamentState.FINISHED or tournament.cancelled


@transaction.atomic
def restore(*, tournament: Tournament, by: Actor, at: datetime) -> None:
    """Put an archived tournament back on the dashboard. Raises NotPutAway, TournamentErased."""
    locked = _lock(tournament)
    if locked.put_away_at is None:
        raise NotPutAway
    locked.put_away_at = None
    locked.save(update_fields=["put_away_at"])
    audit_log.write("tournament_taken_out", by=by, at=at, tournament=locked)
