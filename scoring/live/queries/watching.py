"""The counter that a live page watches, in one small query."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from django.db.models import Count, Sum
from django.db.models.functions import Coalesce

from tournaments.access import NOBODY, Visitor, shown_to
from tournaments.models import Club, Player, Tournament


def counter_of_tournament(tournament_id: UUID, user: Visitor = NOBODY) -> int | None:
    """The counter of a tournament by its public id; None where there is none that the user may look at.

    One query where everybody may: who asks is looked at only where not.
    """
    return _counter(user, public_id=tournament_id)


def counter_of_encounter(encounter_id: UUID, user: Visitor = NOBODY) -> int | None:
    """The counter of the tournament that an encounter belongs to; as for the tournament."""
    return _counter(user, stages__encounters__public_id=encounter_id)


def _counter(user: Visitor, **named: UUID) -> int | None:
    found = shown_to().filter(**named).values_list("counter", flat=True).first()
    if found is None and user.is_authenticated:
        return shown_to(user).filter(**named).values_list("counter", flat=True).first()
    return found


def counters_of_tournaments(tournament_ids: Collection[UUID]) -> dict[UUID, int]:
    """The counters of all these tournaments in one query; those that are not public are left out.

    Whoever looks at a draft hears nothing, and asks by himself.
    """
    found = shown_to().filter(public_id__in=tournament_ids)
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

    Tournaments and clubs are never taken away; what is not public counts too, so that it never falls back.
    """
    told = Tournament.objects.aggregate(number=Count("pk"), counters=Coalesce(Sum("counter"), 0))
    return int(told["number"] + told["counters"] + Club.objects.count())
