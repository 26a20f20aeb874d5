from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Count, Max

from tournaments.enums import SWISS_KINDS, Part, StageKind, TournamentState
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.encounter_plan import Part as PlannedPart
from tournaments.formats.encounter_plan import Seed
from tournaments.models import Encounter, Entrant, Feed, Group, GroupPlace, Stage, Tournament
from tournaments.schedule.stage_encounters import (
    PlayedStage,
    SeedEntrant,
    format_settings_of,
    read_played_stage,
    read_played_stages,
    store_plan,
)


@dataclass(frozen=True)
class Qualifier:
    """`cross_group_place` is among all of that `rank`."""

    rank: int
    group: Group | None
    entrant: Entrant | None
    cross_group_place: int | None = None

    @property
    def seed_entrant(self) -> SeedEntrant:
        return SeedEntrant(self.entrant, self.group, self.rank, cross_group_place=self.cross_group_place)


def main_stage(tournament: Tournament) -> Stage:
    return main_stages([tournament])[tournament.pk]


def main_stages(tournaments: Collection[Tournament]) -> dict[int, Stage]:
    """Return, by tournament's primary key, the last stage on the first places' path; two queries."""
    stages = {stage.pk: stage for stage in Stage.objects.filter(tournament__in=tournaments).order_by("pk")}
    first_feeds = Feed.objects.filter(source__tournament__in=tournaments, first_rank=1)
    next_stage = dict(first_feeds.values_list("source", "stage"))
    main: dict[int, Stage] = {}
    for first in sorted(stages.values(), key=lambda stage: stage.position):
        if first.tournament_id not in main:
            last = first
            while last.pk in next_stage and stages[next_stage[last.pk]].position > last.position:
                last = stages[next_stage[last.pk]]
            main[first.tournament_id] = last
    return main


def all_rounds_drawn(stage: Stage) -> bool:
    """Also where too few are left for another round."""
    if stage.kind not in SWISS_KINDS:
        return True
    drawn = stage.encounters.not_annulled().aggregate(last=Max("round"))["last"] or 0
    playing = GroupPlace.objects.filter(group__stage=stage, gone=False).count()
    return not stage.rounds_left(drawn=drawn, playing=playing)


def qualifiers(stage: Stage) -> list[Qualifier]:
    """Return who advances to the stage, best places first; `entrant` is None while undecided.

    A group's place that was passed on is the next one's; without a next, the leaver keeps it.
    """
    advancing: list[Qualifier] = []
    for feed in stage.feeds_in.select_related("source__tournament").order_by("first_rank", "pk"):
        advancing += _feed_qualifiers(feed)
    taken = {qualifier.entrant for qualifier in advancing}
    for number, qualifier in enumerate(advancing):
        following = _next_in_group(qualifier, taken)
        if following is not None and not _advances_elsewhere(following, stage):
            advancing[number] = replace(qualifier, entrant=following.entrant)
            taken.add(following.entrant)
    return advancing


def _next_in_group(qualifier: Qualifier, taken: Collection[Entrant | None]) -> GroupPlace | None:
    """Return who takes a place that was passed on; None if it wasn't, or if nobody or a tie is next."""
    if qualifier.group is None or qualifier.entrant is None or qualifier.cross_group_place is not None:
        return None
    places = qualifier.group.places.all()
    if not any(place.passed_on and place.entrant == qualifier.entrant for place in places):
        return None
    below = [
        place
        for place in places
        if (place.rank or 0) > qualifier.rank
        and not place.gone
        and not place.passed_on
        and place.entrant not in taken
    ]
    best_rank = min((place.rank or 0 for place in below), default=0)
    highest = [place for place in below if place.rank == best_rank]
    return highest[0] if len(highest) == 1 else None


def _advances_elsewhere(place: GroupPlace, stage: Stage) -> bool:
    others = Feed.objects.filter(source__groups=place.group_id).exclude(stage=stage)
    return any(
        qualifier.entrant == place.entrant
        for feed in others.select_related("source__tournament").order_by("pk")
        for qualifier in _feed_qualifiers(feed)
    )


def are_qualifiers_known(feed: Feed) -> bool:
    """No encounter is open, and no lot between groups is missing."""
    return is_decided(feed.source) and all(
        qualifier.entrant for qualifier in _feed_qualifiers(feed) if qualifier.cross_group_place
    )


def is_decided(stage: Stage) -> bool:
    if stage.drawn_at is None:
        return False
    if stage.has_standings:
        return not GroupPlace.objects.filter(group__stage=stage, rank=None).exists()
    return _is_over(stage, read_played_stage(stage))


def ranks_of(stage: Stage) -> dict[int, list[Entrant]]:
    """Only decided ranks."""
    return ranks_by_stage([stage])[stage.pk]


def ranks_by_stage(stages: Sequence[Stage]) -> dict[int, dict[int, list[Entrant]]]:
    """As many queries as for one stage."""
    return {
        stage.pk: _compute_ranks(stage, played)
        for stage, played in zip(stages, read_played_stages(stages).values(), strict=True)
    }


def _compute_ranks(stage: Stage, played: PlayedStage) -> dict[int, list[Entrant]]:
    ranks: dict[int, list[Entrant]] = {}
    ranking = FORMATS[stage.kind].ranking(played.field, format_settings_of(stage), played.played)
    rank = 1
    for seeds in ranking:
        ranks[rank] = [played.entrants[seed] for seed in seeds]
        rank += len(seeds)
    return ranks


def add_follow_up_encounters(stage: Stage, *, at: datetime) -> bool:
    """Add a decided bracket's further encounters, such as a second final; return whether any."""
    played = read_played_stage(stage)
    if not stage.bracket or not played.is_decided:
        return False
    planned = FORMATS[stage.kind].next_round(played.field, format_settings_of(stage), played.played)
    if planned is None:
        return False
    seated = {seed: SeedEntrant(entrant) for seed, entrant in played.entrants.items()}
    store_plan(stage=stage, planned=planned, seated=seated, at=at)
    return True


def superfluous_final(stage: Stage) -> Encounter | None:
    """Return a second final that other results no longer require with these entrants, or None."""
    finals = stage.encounters.not_annulled().filter(part=Part.FINAL).order_by("round")
    if stage.kind != StageKind.DOUBLE or len(finals) < 2:  # noqa: PLR2004  two finals
        return None
    *_earlier, last = finals
    played = read_played_stage(stage)
    earlier = [
        encounter
        for encounter in played.played
        if encounter.key.part is not PlannedPart.FINAL or encounter.key.round < last.round
    ]
    planned = FORMATS[stage.kind].next_round(played.field, format_settings_of(stage), earlier)
    needed_seeds = {
        source.number for encounter in planned or () for source in encounter.sides if isinstance(source, Seed)
    }
    seeds = played.seeds_by_entrant
    return None if needed_seeds == {seeds.get(side.entrant_id or 0) for side in last.sides.all()} else last


def update_champion(tournament: Tournament, *, at: datetime) -> None:
    champion, state = champion_and_state(tournament)
    Tournament.objects.filter(pk=tournament.pk).update(champion=champion, state=state)
    tournament.champion, tournament.state = champion, state


def champion_and_state(tournament: Tournament) -> tuple[Entrant | None, TournamentState]:
    """No champion where both sides lose the last encounter."""
    last = main_stage(tournament)
    champion = _stage_winner(last) if last.drawn_at is not None else None
    undecided = Encounter.objects.undecided().filter(stage__tournament=tournament).exists()
    finished = not undecided and is_decided(last)
    return champion, TournamentState.FINISHED if finished else TournamentState.PLAYING


def _is_over(stage: Stage, played: PlayedStage) -> bool:
    if not played.is_decided:
        return False
    return FORMATS[stage.kind].next_round(played.field, format_settings_of(stage), played.played) is None


def _stage_winner(stage: Stage) -> Entrant | None:
    if stage.has_standings:
        groups = list(stage.groups.all())
        return groups[0].entrant_at(1) if len(groups) == 1 else None
    if not is_decided(stage):
        return None
    first = ranks_of(stage).get(1, [])
    return first[0] if len(first) == 1 else None


def _feed_qualifiers(feed: Feed) -> list[Qualifier]:
    """Return a feed's qualifiers by rank; the entrant is None where a place is undecided or shared."""
    if not feed.source.has_standings:
        return _ranked_qualifiers(feed)
    if feed.best is not None:
        return _best_qualifiers(feed, feed.best)
    groups = list(feed.source.groups.prefetch_related("places__entrant").order_by("position"))
    return [
        Qualifier(rank, group, group.entrant_at(rank))
        for rank in range(feed.first_rank, feed.last_rank + 1)
        for group in groups
        if rank <= len(group.places.all())
    ]


def _best_qualifiers(feed: Feed, most: int) -> list[Qualifier]:
    """Return up to `most` best places at the feed's first rank; undecided ones without group."""
    stored = feed.cross_group_places.select_related("group_place__group", "group_place__entrant")
    best = {row.place: row.group_place for row in stored}
    groups = feed.source.groups.annotate(size=Count("places")).filter(size__gte=feed.first_rank).count()
    return [
        Qualifier(feed.first_rank, best[place].group, best[place].entrant, place)
        if place in best
        else Qualifier(feed.first_rank, None, None, place)
        for place in range(1, min(most, groups) + 1)
    ]


def _ranked_qualifiers(feed: Feed) -> list[Qualifier]:
    order = ranks_of(feed.source)
    ranked_entrants = [(rank, entrant) for rank in sorted(order) for entrant in order[rank]]
    advancing = ranked_entrants[feed.first_rank - 1 : feed.last_rank]
    return [
        Qualifier(feed.first_rank + offset, None, entrant)
        for offset, (_rank, entrant) in enumerate(advancing)
    ]
