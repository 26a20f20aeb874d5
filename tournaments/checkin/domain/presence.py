from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Count

from tournaments.accounts.domain.club_members import lock_club
from tournaments.database.row_locks import get_or_refuse, lock_rows
from tournaments.entrants.domain.entry_list import EntriesClosed
from tournaments.enums import TournamentState
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Application, Entrant, Tournament
from tournaments.people.domain.logged_names import logged_name_of
from tournaments.signup.domain import decisions
from tournaments.signup.domain.waiting_list import remove_and_move_up


@dataclass(frozen=True)
class RemovalResult:
    entrants: int
    moved_up: Sequence[Application]


def count_missing(tournament: Tournament) -> int:
    """0 if nobody is checked in yet; one query."""
    counted = tournament.entrants.aggregate(listed=Count("pk"), here=Count("checked_in_at"))
    return int(counted["listed"] - counted["here"]) if counted["here"] else 0


@transaction.atomic
def set_present(*, entrant: Entrant, present: bool, by: Actor, at: datetime, by_phone: bool = False) -> bool:
    """Check in or out and log it; return False if nothing changes. Raises EntriesClosed, RemovedMeanwhile."""
    locked = _lock_open_tournament(entrant.tournament_id)
    current = get_or_refuse(Entrant.objects, entrant.pk)
    if present == (current.checked_in_at is not None):
        return False
    Entrant.objects.filter(pk=current.pk).update(
        checked_in_at=at if present else None, checked_in_by_phone=present and by_phone
    )
    if present:
        _log("checked_in", locked, current, by=by, at=at)
    else:
        _log("check_in_undone", locked, current, by=by, at=at)
    return True


@transaction.atomic
def remove_missing(
    *, tournament: Tournament, listed_ids: Collection[UUID], by: Actor, at: datetime
) -> RemovalResult:
    """Remove those of `listed_ids` not checked in, refuse their applications by email; waiting ones move up.

    Raises EntriesClosed.
    """
    lock_club(tournament.club_id)
    locked = _lock_open_tournament(tournament.pk)
    missing = locked.entrants.filter(public_id__in=listed_ids, checked_in_at=None).order_by("number")
    moved_up: list[Application] = []
    entrants = list(missing)
    for entrant in entrants:
        moved_up += remove_and_move_up(entrant=entrant, by=by, at=at)
    return RemovalResult(len(entrants), moved_up)


@transaction.atomic
def mark_paid(*, entrant: Entrant, paid: bool, by: Actor, at: datetime) -> None:
    """Set or clear the payment of an entrant or its applications, so that sign-up shows it.

    Only applications, if any, store it; clearing covers both. Raises RemovedMeanwhile.
    """
    locked = lock_rows(Tournament.objects).get(pk=entrant.tournament_id)
    current = get_or_refuse(Entrant.objects, entrant.pk)
    applications = current.applications.order_by("pk")
    for application in applications:
        decisions.mark_paid(application=application, paid=paid, by=by, at=at)
    if (paid and applications) or paid == (current.paid_at is not None):
        return
    Entrant.objects.filter(pk=current.pk).update(paid_at=at if paid else None)
    if paid:
        _log("entrant_paid", locked, current, by=by, at=at)
    else:
        _log("entrant_unpaid", locked, current, by=by, at=at)


def _log(action: str, tournament: Tournament, entrant: Entrant, *, by: Actor, at: datetime) -> None:
    summary = {"name": logged_name_of(entrant)}
    log_and_publish(action, by=by, at=at, tournament=tournament, subject=entrant.public_id, after=summary)


def _lock_open_tournament(key: int) -> Tournament:
    locked = lock_rows(Tournament.objects).select_related("club").get(pk=key)
    if locked.state != TournamentState.OPEN:
        raise EntriesClosed
    return locked
