"""The final ranking of a tournament that is over: everybody's place, from all its stages.

Whoever went on stands above whoever did not. Where a stage sends its first ranks to one stage and later
ranks to another, each rank is parted where it went. Who went out of a bracket in the same round share a
place, and so do those of the same rank in different groups.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring.queries.tournament_context import Frame, StageInFrame
from tournaments.enums import TournamentState
from tournaments.models import Entrant, GroupPlace
from tournaments.schedule.stage_feeds import order_of

Tiers = list[list[Entrant]]
"""Everybody, the best first; those of one list share a place."""


Ranks = dict[int, dict[int, list[Entrant]]]
"""Of each stage, by primary key, who holds which rank."""


@dataclass(frozen=True)
class FinalPlace:
    """A place and who holds it; `shared` by more than one. The next place is as much further down."""

    place: int
    entrants: Sequence[Entrant]

    @property
    def shared(self) -> bool:
        return len(self.entrants) > 1


def read_final_places(frame: Frame) -> list[FinalPlace]:
    """The places of a tournament that is over, in a few queries a stage; none before.

    Where both lost the last encounter nobody is first.
    """
    if frame.tournament.state != TournamentState.FINISHED:
        return []
    drawn = [one for one in frame.stages if one.drawn]
    ranks = {one.stage.pk: _ranks(one) for one in drawn}
    seen: set[int] = set()
    tiers = [tier for root in drawn if not root.feeds_in for tier in _placed(root, frame, ranks, seen)]
    return numbered(tiers, first=1 if _somebody_won(frame, tiers) else 2)


def _placed(stage: StageInFrame, frame: Frame, ranks: Ranks, seen: set[int]) -> Tiers:
    """Those of a stage and of all that it feeds, whoever is not placed yet."""
    onward = sorted(stage.feeds_out, key=lambda feed: (feed.first_rank, feed.pk))
    goals = {feed.stage_id: feed.first_rank for feed in reversed(onward) if feed.stage_id in ranks}
    parts: list[tuple[int, int, Tiers]] = []
    for goal, rank in sorted(goals.items(), key=lambda item: item[1]):
        parts.append((rank, 0, _placed(frame.stage(goal), frame, ranks, seen)))
    for rank, entrants in ranks[stage.stage.pk].items():
        left = [one for one in entrants if one.pk not in seen]
        seen.update(one.pk for one in left)
        parts.append((rank, 1, [left] if left else []))
    return [tier for _rank, _own, tiers in sorted(parts, key=lambda part: part[:2]) for tier in tiers]


def _ranks(stage: StageInFrame) -> dict[int, list[Entrant]]:
    """Who holds which rank of a stage, those of different groups together."""
    if not stage.stage.tabular:
        return order_of(stage.stage)
    places = GroupPlace.objects.filter(group__stage=stage.stage, rank__isnull=False)
    ranks: dict[int, list[Entrant]] = {}
    for place in places.select_related("entrant").order_by("rank", "group__position", "position", "pk"):
        ranks.setdefault(place.rank or 0, []).append(place.entrant)
    return ranks


def _somebody_won(frame: Frame, tiers: Tiers) -> bool:
    return frame.tournament.champion is not None or bool(frame.stages and frame.stages[-1].stage.tabular)


def numbered(tiers: Iterable[Sequence[Entrant]], *, first: int) -> list[FinalPlace]:
    """The place of each tier, from the first one on."""
    places, place = [], first
    for tier in tiers:
        places.append(FinalPlace(place, tier))
        place += len(tier)
    return places
