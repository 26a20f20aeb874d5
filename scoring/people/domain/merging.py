from __future__ import annotations

from datetime import datetime

from django.db import transaction

from scoring.models import EntrySeat
from tournaments.accounts.domain.club_members import lock_club
from tournaments.database.row_locks import get_or_refuse
from tournaments.log.actor import Actor
from tournaments.models import Player, Tournament
from tournaments.people.domain import merging
from tournaments.people.domain.merging import MergeResult


@transaction.atomic
def merge(*, alias: Player, person: Player, by: Actor, at: datetime) -> MergeResult:
    """Merge two people who never sat in one hand. Raises what `tournaments` `merging.merge` raises."""
    lock_club(person.club_id)
    together = _shared_tournaments(alias, person)
    return merging.merge(alias=alias, person=person, by=by, at=at, shared_tournaments=together)


def _shared_tournaments(alias: Player, person: Player) -> list[Tournament]:
    alias_seats, person_seats = (
        EntrySeat.objects.filter(player__in=Player.objects.of_person(row).values("pk"))
        for row in (get_or_refuse(Player.objects, player.pk) for player in (alias, person))
    )
    shared_seats = alias_seats.filter(entry__in=person_seats.values("entry"))
    tournaments = Tournament.objects.filter(
        stages__encounters__matches__hands__entries__in=shared_seats.values("entry")
    )
    return list(tournaments.distinct().newest_first())
