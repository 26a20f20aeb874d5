"""Drafts can be published, and unpublished until something is played."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.ledger.locks import lock_even_if_cancelled
from scoring.models import Entry
from tournaments.calendar_revisions import revise_tournament
from tournaments.database.row_locks import lock_rows
from tournaments.draws.domain.dependents import HAS_BEGUN
from tournaments.enums import Visibility
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
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


class NotFinished(Refused):
    code = "tournament_not_finished"
    template = _("Only a finished or cancelled tournament can be archived.")


class AlreadyArchived(Refused):
    code = "already_archived"
    template = _("This tournament is already archived.")


class NotArchived(Refused):
    code = "not_archived"
    template = _("This tournament is not archived.")


@transaction.atomic
def publish(*, tournament: Tournament, by: Actor, at: datetime) -> None:
    """Raise PublicAlready, TournamentErased."""
    locked = _lock(tournament)
    if locked.visibility != Visibility.DRAFT:
        raise PublicAlready
    _set_visibility(locked, Visibility.PUBLIC)
    revise_tournament(locked, at=at)
    log_and_publish("tournament_published", by=by, at=at, tournament=locked)


@transaction.atomic
def unpublish(*, tournament: Tournament, by: Actor, at: datetime) -> None:
    """Make a tournament (also cancelled) a draft again. Raises DraftAlready, WasPlayed, TournamentErased."""
    locked = lock_even_if_cancelled(tournament)
    if locked.visibility != Visibility.PUBLIC:
        raise DraftAlready
    if was_played(locked):
        raise WasPlayed
    _set_visibility(locked, Visibility.DRAFT)
    revise_tournament(locked, at=at)
    log_and_publish("tournament_unpublished", by=by, at=at, tournament=locked)


def was_played(tournament: Tournament) -> bool:
    """Whether a hand (even withdrawn) or a result without hands was recorded."""
    encounters = Encounter.objects.filter(stage__tournament=tournament)
    hands = Entry.objects.filter(hand__match__encounter__in=encounters)
    return hands.exists() or encounters.filter(HAS_BEGUN).exists()


def _lock(tournament: Tournament) -> Tournament:
    locked = lock_rows(Tournament.objects).get(pk=tournament.pk)
    locked.require_not_erased()
    return locked


def _set_visibility(tournament: Tournament, visibility: Visibility) -> None:
    tournament.visibility = visibility
    tournament.save(update_fields=["visibility"])


@transaction.atomic
def archive(*, tournament: Tournament, by: Actor, at: datetime) -> None:
    """Archive a tournament that is over (also cancelled); it stays public.

    Raises AlreadyArchived, NotFinished, TournamentErased.
    """
    locked = _lock(tournament)
    if locked.archived_at is not None:
        raise AlreadyArchived
    if not locked.is_over:
        raise NotFinished
    locked.archived_at = at
    locked.save(update_fields=["archived_at"])
    log_and_publish("tournament_archived", by=by, at=at, tournament=locked)


@transaction.atomic
def unarchive(*, tournament: Tournament, by: Actor, at: datetime) -> None:
    """Undo archiving. Raises NotArchived, TournamentErased."""
    locked = _lock(tournament)
    if locked.archived_at is None:
        raise NotArchived
    locked.archived_at = None
    locked.save(update_fields=["archived_at"])
    log_and_publish("tournament_unarchived", by=by, at=at, tournament=locked)
