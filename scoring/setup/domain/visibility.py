"""Who may look at a tournament, and whether its organizers still have it before them.

A draft is published, and may be a draft again until something of it was played. What is over is put away, and
taken out again; everybody may look at it as before. Cancelling and erasing have modules of their own.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.ledger.locks import lock_though_cancelled
from scoring.models import Entry
from tournaments.database.row_locks import hold
from tournaments.draws.domain.dependents import HAS_BEGUN
from tournaments.enums import TournamentState, Visibility
from tournaments.erased import refuse_erased
from tournaments.log import audit_log
from tournaments.log.actor import Actor
from tournaments.models import Encounter, Tournament
from tournaments.refusals import Refused


class PublicAlready(Refused):
    code = "public_already"
    template = _("Everybody sees this tournament already.")


class DraftAlready(Refused):
    code = "draft_already"
    template = _("This tournament is a draft already: nobody but the club's staff sees it.")


class WasPlayed(Refused):
    code = "was_played"
    template = _("Something of this tournament was played; that stays. You can cancel it, with a reason.")


class NotOver(Refused):
    code = "not_over"
    template = _("Only a tournament that is finished or cancelled can be put away.")


class PutAwayAlready(Refused):
    code = "put_away_already"
    template = _("This tournament is put away already.")


class NotPutAway(Refused):
    code = "not_put_away"
    template = _("This tournament is not put away.")


@transaction.atomic
def publish(*, tournament: Tournament, by: Actor, at: datetime) -> None:
    """Show a draft to everybody. Raises PublicAlready, TournamentErased."""
    held = _hold(tournament)
    if held.visibility != Visibility.DRAFT:
        raise PublicAlready
    _show(held, Visibility.PUBLIC)
    audit_log.write("tournament_published", by=by, at=at, tournament=held)


@transaction.atomic
def make_draft(*, tournament: Tournament, by: Actor, at: datetime) -> None:
    """Show it to nobody but its staff again. Raises DraftAlready, WasPlayed, TournamentErased."""
    held = lock_though_cancelled(tournament)
    if held.visibility != Visibility.PUBLIC:
        raise DraftAlready
    if was_played(held):
        raise WasPlayed
    _show(held, Visibility.DRAFT)
    audit_log.write("tournament_made_draft", by=by, at=at, tournament=held)


def was_played(tournament: Tournament) -> bool:
    """Whether a hand was ever entered in it, be it taken back by now, or a result without one."""
    encounters = Encounter.objects.filter(stage__tournament=tournament)
    hands = Entry.objects.filter(hand__match__encounter__in=encounters)
    return hands.exists() or encounters.filter(HAS_BEGUN).exists()


def _hold(tournament: Tournament) -> Tournament:
    held = hold(Tournament.objects).get(pk=tournament.pk)
    refuse_erased(held)
    return held


def _show(held: Tournament, visibility: Visibility) -> None:
    held.visibility = visibility
    held.save(update_fields=["visibility"])


@transaction.atomic
def put_away(*, tournament: Tournament, by: Actor, at: datetime) -> None:
    """Take what is over off the desk; everybody sees it as before.

    Raises NotOver, PutAwayAlready, TournamentErased.
    """
    held = _hold(tournament)
    if held.put_away_at is not None:
        raise PutAwayAlready
    if not may_be_put_away(held):
        raise NotOver
    held.put_away_at = at
    held.save(update_fields=["put_away_at"])
    audit_log.write("tournament_put_away", by=by, at=at, tournament=held)


def may_be_put_away(tournament: Tournament) -> bool:
    """Whether nothing is to come of it."""
    return tournament.state == TournamentState.FINISHED or tournament.cancelled


@transaction.atomic
def take_out(*, tournament: Tournament, by: Actor, at: datetime) -> None:
    """Put it on the desk again. Raises NotPutAway, TournamentErased."""
    held = _hold(tournament)
    if held.put_away_at is None:
        raise NotPutAway
    held.put_away_at = None
    held.save(update_fields=["put_away_at"])
    audit_log.write("tournament_taken_out", by=by, at=at, tournament=held)
