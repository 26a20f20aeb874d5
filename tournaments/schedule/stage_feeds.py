"""What feeds what: who goes on from a stage, when the next one is drawn, and whose the crown is."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max

from tournaments.enums import SWISS_KINDS, Part, StageKind, TournamentState
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.plan import Field, Seed
from tournaments.formats.plan import Part as PlannedPart
from tournaments.formats.swiss import default_rounds, most_rounds
from tournaments.models import Encounter, Entrant, Feed, Group, GroupPlace, Stage, Tournament
from tournaments.schedule.stage_encounters import (
    PlayedStage,
    Seated,
    read_all_played,
    read_played,
    settings_of,
    store_plan,
)

Across = Callable[[Feed], Sequence[Entrant | None]]
"""Who goes on by a feed of the best across groups, best first; None where only a lot can tell who it is."""


@dataclass(frozen=True)
class Qualifier:
    """A place that goes on to another stage, with its entrant once known. `rank` is within its group.

    `among` is the place among the best of that rank across groups, where only these go on.
    """

    rank: int
    group: Group | None
    entrant: Entrant | None
    among: int | None = None

    @property
    def seated(self) -> Seated:
        return Seated(self.entrant, self.group, self.rank, among=self.among)


def main_stage(tournament: Tournament) -> Stage:
    """The stage whose first is champion: where the way of first places ends."""
    return main_stages([tournament])[tournament.pk]


def main_stages(tournaments: Collection[Tournament]) -> dict[int, Stage]:
    """The same of several tournaments, by primary key, in two queries."""
    stages = {stage.pk: stage for stage in Stage.objects.filter(tournament__in=tournaments).order_by("pk")}
    firsts = Feed.objects.filter(source__tournament__in=tournaments, first_rank=1)
    onward = dict(firsts.values_list("source", "stage"))
    main: dict[int, Stage] = {}
    for first in sorted(stages.values(), key=lambda stage: stage.position):
        if first.tournament_id not in main:
            last = first
            while last.pk in onward and stages[onward[last.pk]].position > last.position:
                last = stages[onward[last.pk]]
            main[first.tournament_id] = last
    return main


def goes_on(stage: Stage) -> int:
    """How many of each group, or of the stage, go on for certain; the first of a last stage is champion."""
    through, feeds = 0, sorted(stage.feeds_out.all(), key=lambda feed: feed.first_rank)
    for feed in feeds:
        if feed.best is None and feed.first_rank == through + 1 and feed.stage_id == feeds[0].stage_id:
            through = feed.last_rank
    return through or (0 if feeds else 1)


def last_rank_sent_on(stage: Stage) -> int:
    """The lowest rank that must be parted from the others: it goes somewhere, or is the champion's."""
    feeds = stage.feeds_out.all()
    return max((feed.last_rank for feed in feeds), default=1)


def all_rounds_drawn(stage: Stage) -> bool:
    """Whether no Swiss round of a stage is still to be drawn."""
    if stage.kind not in SWISS_KINDS:
        return True
    drawn = stage.encounters.standing().aggregate(last=Max("round"))["last"] or 0
    return drawn >= rounds_of(stage, GroupPlace.objects.filter(group__stage=stage).count())


def rounds_of(stage: Stage, entrants: int) -> int:
    """How many Swiss rounds a stage has: as many as were chosen, or as its entrants need.

    Of two sides never more than leave a round without a repeat; at tables of four repeats are soon there.
    """
    rounds = stage.rounds or default_rounds(entrants)
    return min(rounds, most_rounds(entrants)) if stage.kind == StageKind.SWISS else rounds


def qualifiers(stage: Stage, across: Across | None) -> list[Qualifier]:
    """Who goes on to a stage, the best places first. `across` may be left out where no feed asks for it."""
    found: list[Qualifier] = []
    for feed in stage.feeds_in.select_related("source__tournament").order_by("first_rank", "pk"):
        found += _of_feed(feed, across)
    return found


def known(feed: Feed, across: Across | None) -> bool:
    """Whether it is decided who goes on by a feed: no encounter is open, and no lot between groups."""
    return complete(feed.source) and all(one.entrant for one in _of_feed(feed, across) if one.among)


def complete(stage: Stage) -> bool:
    """Whether a drawn stage is decided to its end."""
    if stage.drawn_at is None:
        return False
    if stage.tabular:
        return not GroupPlace.objects.filter(group__stage=stage, rank=None).exists()
    return _over(stage, read_played(stage))


def order_of(stage: Stage) -> dict[int, list[Entrant]]:
    """Those at each rank of a stage without standings, as far as its encounters tell."""
    return orders_of([stage])[stage.pk]


def orders_of(stages: Sequence[Stage]) -> dict[int, dict[int, list[Entrant]]]:
    """The same of several stages, by primary key, in as many queries as one of them takes."""
    return {
        stage.pk: _order(stage, played)
        for stage, played in zip(stages, read_all_played(stages).values(), strict=True)
    }


def _order(stage: Stage, played: PlayedStage) -> dict[int, list[Entrant]]:
    order: dict[int, list[Entrant]] = {}
    ranking = FORMATS[stage.kind].ranking(played.field, settings_of(stage), played.played)
    rank = 1
    for seeds in ranking:
        order[rank] = [played.entrants[seed] for seed in seeds]
        rank += len(seeds)
    return order


def ranked(group: Group, rank: int) -> Entrant | None:
    """Who alone holds a rank of a group that is decided."""
    places = [place for place in group.places.all() if place.rank == rank]
    return places[0].entrant if len(places) == 1 else None


def follow_up(stage: Stage, *, at: datetime) -> bool:
    """Store what a format wants played on top, a second final for instance. True when there is one."""
    played = read_played(stage)
    if not stage.bracket or not played.decided:
        return False
    more = FORMATS[stage.kind].next_round(played.field, settings_of(stage), played.played)
    if more is None:
        return False
    seated = {seed: Seated(entrant) for seed, entrant in played.entrants.items()}
    store_plan(stage=stage, planned=more, seated=seated, at=at)
    return True


def needless(stage: Stage) -> Encounter | None:
    """A second final whose sides the finals before it don't ask for, or not any more."""
    finals = stage.encounters.standing().filter(part=Part.FINAL).order_by("round")
    if stage.kind != StageKind.DOUBLE or len(finals) < 2:  # noqa: PLR2004 - a second one
        return None
    *_earlier, last = finals
    played = read_played(stage)
    before = [
        one for one in played.played if one.key.part is not PlannedPart.FINAL or one.key.round < last.round
    ]
    asked = FORMATS[stage.kind].next_round(played.field, settings_of(stage), before)
    wanted = {source.number for one in asked or () for source in one.sides if isinstance(source, Seed)}
    seeds = played.seeds
    return None if wanted == {seeds.get(side.entrant_id or 0) for side in last.sides.all()} else last


def crown(tournament: Tournament, *, at: datetime) -> None:
    """Name the champion, or take the crown back; the tournament is finished once nothing is left to play."""
    champion, state = crowned(tournament)
    Tournament.objects.filter(pk=tournament.pk).update(champion=champion, state=state)
    tournament.champion, tournament.state = champion, state


def crowned(tournament: Tournament) -> tuple[Entrant | None, TournamentState]:
    """Whose the crown is, and whether anything is left to play, once the first stage is drawn.

    Where both lose the last encounter it is finished without a champion.
    """
    last = main_stage(tournament)
    champion = _first_of(last) if last.drawn_at is not None else None
    open_still = Encounter.objects.undecided().filter(stage__tournament=tournament).exists()
    finished = not open_still and complete(last)
    return champion, TournamentState.FINISHED if finished else TournamentState.PLAYING


def _over(stage: Stage, played: PlayedStage) -> bool:
    if not played.decided:
        return False
    field = Field(entrants=len(played.entrants), standing=tuple(played.entrants))
    return FORMATS[stage.kind].next_round(field, settings_of(stage), played.played) is None


def _first_of(stage: Stage) -> Entrant | None:
    if stage.tabular:
        groups = list(stage.groups.all())
        return ranked(groups[0], 1) if len(groups) == 1 else None
    if not complete(stage):
        return None
    first = order_of(stage).get(1, [])
    return first[0] if len(first) == 1 else None


def _of_feed(feed: Feed, across: Across | None) -> list[Qualifier]:
    if not feed.source.tabular:
        return _of_order(feed)
    groups = list(feed.source.groups.prefetch_related("places__entrant").order_by("position"))
    if feed.best is not None:
        best = across(feed) if across else []
        return [
            Qualifier(feed.first_rank, _group_of(one, groups) if one else None, one, among)
            for among, one in enumerate(best, start=1)
        ]
    return [
        Qualifier(rank, group, ranked(group, rank))
        for rank in range(feed.first_rank, feed.last_rank + 1)
        for group in groups
        if rank <= len(group.places.all())
    ]


def _group_of(entrant: Entrant, groups: Sequence[Group]) -> Group:
    return next(group for group in groups if any(place.entrant == entrant for place in group.places.all()))


def _of_order(feed: Feed) -> list[Qualifier]:
    """Of a bracket or of tables of four: those that share a place follow each other by their seeds."""
    order = order_of(feed.source)
    listed = [(rank, entrant) for rank in sorted(order) for entrant in order[rank]]
    wanted = listed[feed.first_rank - 1 : feed.last_rank]
    return [
        Qualifier(feed.first_rank + place, None, entrant) for place, (_rank, entrant) in enumerate(wanted)
    ]
