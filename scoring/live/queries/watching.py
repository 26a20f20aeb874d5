"""The counter that a live page watches, in one small query."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from django.db.models import Count, Sum
from django.db.models.functions import Coalesce

from tournaments.models import Club, Player, Tournament


def counter_of_tournament(tournament_id: UUID) -> int | None:
    """The counter of a tournament by its public id; None where there is none."""
    return Tournament.objects.filter(public_id=tournament_id).values_list("counter", flat=True).first()


def counter_of_encounter(encounter_id: UUID) -> int | None:
    """The counter of the tournament that an encounter belongs to."""
    return (
        Tournament.objects.filter(stages__encounters__public_id=encounter_id)
        .values_list("counter", flat=True)
        .first()
    )


def counters_of_tournaments(tournament_ids: Collection[UUID]) -> dict[UUID, int]:
    """The counters of all these tournaments in one query; those that are not there are left out."""
    found = Tournament.objects.filter(public_id__in=tournament_ids)
    return dict(found.values_list("public_id", "counter"))


def counters_of_players(player_ids: Collection[UUID]) -> dict[UUID, int]:
    """For each of these people the counters of his club's tournaments, together; in one query."""
    found = Player.objects.filter(public_id__in=player_ids, anonymous_as=None)
    told = found.values("public_id").annotate(told=Coalesce(Sum("club__tournaments__counter"), 0))
    return dict(told.values_list("public_id", "told"))


LIST = UUID(int=0)
"""The list of all tournaments, as a thing to watch."""


def counter_of_the_list() -> int:
    """Rises with everything that the list of all tournaments shows, in two queries.

    Tournaments and clubs are never taken away.
    """
    told = Tournament.objects.aggregate(number=Count("pk"), counters=Coalesce(Sum("counter"), 0))
    return int(told["number"] + told["counters"] + Club.objects.count())
