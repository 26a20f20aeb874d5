"""Who is in the room before the draw: marked and unmarked, and whoever did not come taken off the list."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Count

from tournaments.accounts.domain.club_members import hold_club
from tournaments.database.row_locks import get_or_refuse, hold
from tournaments.entrants.domain.entry_list import EntriesClosed
from tournaments.enums import TournamentState
from tournaments.log import audit_log
from tournaments.log.actor import Actor
from tournaments.models import Application, Entrant, Tournament
from tournaments.people.domain.name_placeholders import told_of
from tournaments.signup.domain.waiting_list import take_off


@dataclass(frozen=True)
class TakenOff:
    """How many were taken off the list, and who moved up from the waiting list."""

    entrants: int
    moved_up: Sequence[Application]


def missing_of(tournament: Tournament) -> int:
    """How many of the list are missing, where anybody was marked as being here; one query."""
    counted = tournament.entrants.aggregate(listed=Count("pk"), here=Count("here_at"))
    return int(counted["listed"] - counted["here"]) if counted["here"] else 0


@transaction.atomic
def mark(*, entrant: Entrant, here: bool, by: Actor, at: datetime, by_phone: bool = False) -> bool:
    """Say that an entrant is in the room, or is not after all; False where that is known already.

    Whoever says it of himself does so `by_phone`. Raises EntriesClosed once the draw is made: from then on
    who is missing is withdrawn or replaced.
    """
    held = _open(entrant.tournament_id)
    row = get_or_refuse(Entrant.objects, entrant.pk)
    if here == (row.here_at is not None):
        return False
    Entrant.objects.filter(pk=row.pk).update(here_at=at if here else None, here_by_phone=here and by_phone)
    if here:
        _tell("checked_in", held, row, by=by, at=at)
    else:
        _tell("check_in_undone", held, row, by=by, at=at)
    return True


@transaction.atomic
def take_off_missing(*, tournament: Tournament, seen: Collection[UUID], by: Actor, at: datetime) -> TakenOff:
    """Take those off the list who are still missing of them whom somebody saw missing, by public id.

    Who waits for a place moves up. Raises EntriesClosed.
    """
    hold_club(tournament.club_id)
    held = _open(tournament.pk)
    missing = held.entrants.filter(public_id__in=seen, here_at=None).order_by("number")
    moved: list[Application] = []
    entrants = list(missing)
    for entrant in entrants:
        moved += take_off(entrant=entrant, by=by, at=at)
    return TakenOff(len(entrants), moved)


def _tell(action: str, tournament: Tournament, entrant: Entrant, *, by: Actor, at: datetime) -> None:
    told = {"name": told_of(entrant)}
    audit_log.write(action, by=by, at=at, tournament=tournament, subject=entrant.public_id, after=told)


def _open(key: int) -> Tournament:
    held = hold(Tournament.objects).select_related("club").get(pk=key)
    if held.state != TournamentState.OPEN:
        raise EntriesClosed
    return held
