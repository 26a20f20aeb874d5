"""The final ranking of a finished tournament.

Qualifiers rank above the others; a stage that feeds several is split there. Losers of a round share a place,
as do equal ranks of different groups. Those who left a stage without results there rank below everyone else
in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q

from scoring.queries.tournament_context import StageContext, TournamentContext
from tournaments.enums import TournamentState
from tournaments.models import EncounterSide, Entrant, GroupPlace
from tournaments.schedule.stage_feeds import ranks_of

Tiers = list[list[Entrant]]
"""All entrants, best first; those of one list share a place."""


Ranks = dict[int, dict[int, list[Entrant]]]
"""The entrants of each rank, by the stage's key."""


@dataclass(frozen=True)
class FinalPlace:
    place: int
    entrants: Sequence[Entrant]

    @property
    def shared(self) -> bool:
        return len(self.entrants) > 1


def read_final_places(context: TournamentContext) -> list[FinalPlace]:
    """Rank the entrants; empty until the tournament is finished.

    Nobody is first if both sides lost the last encounter.
    """
    if context.tournament.state != TournamentState.FINISHED:
        return []
    drawn = [stage for stage in context.stages if stage.drawn]
    ranks = {stage.stage.pk: _entrants_by_rank(stage) for stage in drawn}
    placed: set[int] = set()
    tiers = [
        tier
        for first_stage in drawn
        if not first_stage.feeds_in
        for tier in _place_entrants(first_stage, context, ranks, placed)
    ]
    return number_tiers(tiers, first=1 if _has_winner(context, tiers) else 2)


def _place_entrants(stage: StageContext, context: TournamentContext, ranks: Ranks, placed: set[int]) -> Tiers:
    """Return unplaced entrants, best first, a fed stage's at the first rank fed; add them to `placed`."""
    feeds = sorted(stage.feeds_out, key=lambda feed: (feed.first_rank, feed.pk))
    first_rank_by_stage = {
        feed.stage_id: feed.first_rank for feed in reversed(feeds) if feed.stage_id in ranks
    }
    parts: list[tuple[int, int, Tiers]] = []
    for target, rank in sorted(first_rank_by_stage.items(), key=lambda item: item[1]):
        parts.append((rank, 0, _place_entrants(context.stage(target), context, ranks, placed)))
    for rank, entrants in ranks[stage.stage.pk].items():
        unplaced = [entrant for entrant in entrants if entrant.pk not in placed]
        placed.update(entrant.pk for entrant in unplaced)
        parts.append((rank, 1, [unplaced] if unplaced else []))
    return [tier for _rank, _own, tiers in sorted(parts, key=lambda part: part[:2]) for tier in tiers]


def _entrants_by_rank(stage: StageContext) -> dict[int, list[Entrant]]:
    """Return entrants by rank; those who left without active encounters have the last."""
    if not stage.stage.has_standings:
        return ranks_of(stage.stage)
    places = GroupPlace.objects.filter(group__stage=stage.stage, rank__isnull=False)
    active = EncounterSide.objects.filter(entrant=OuterRef("entrant"), encounter__annulled_at=None)
    results = Exists(active.filter(encounter__stage=stage.stage))
    annotated = places.select_related("entrant").annotate(erased=Q(gone=True) & ~results)
    ranked = list(annotated.order_by("rank", "group__position", "position", "pk"))
    last = max((place.rank or 0 for place in ranked), default=0)
    ranks: dict[int, list[Entrant]] = {}
    for place in ranked:
        ranks.setdefault(last + 1 if place.erased else place.rank or 0, []).append(place.entrant)
    return ranks


def _has_winner(context: TournamentContext, tiers: Tiers) -> bool:
    return context.tournament.champion is not None or bool(
        context.stages and context.stages[-1].stage.has_standings
    )


def number_tiers(tiers: Iterable[Sequence[Entrant]], *, first: int) -> list[FinalPlace]:
    places, place = [], first
    for tier in tiers:
        places.append(FinalPlace(place, tier))
        place += len(tier)
    return places
