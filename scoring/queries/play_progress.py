from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Count, Max, Min, OuterRef, Q, QuerySet

from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.round_names import RoundKey, RoundName, round_key_of, round_names
from scoring.queries.tournament_context import StageContext, TournamentContext
from tournaments.enums import DecidedBy, EncounterState
from tournaments.models import Encounter, Group, GroupPlace, Stage
from tournaments.models.aggregate_subqueries import count_subquery

RoundPosition = tuple[int | None, int | None]
"""Order of an encounter in its round: its position and its primary key."""

BYE = Q(decided_by=DecidedBy.BYE)
DECIDED = Q(state=EncounterState.DECIDED)
PLAYING = Q(state=EncounterState.PLAYING)


@dataclass(frozen=True)
class RoundProgress:
    """A drawn round; only `encounters` counts byes."""

    key: RoundKey
    encounters: int
    total: int
    decided: int
    playing: int
    next: RoundPosition
    last: RoundPosition


@dataclass(frozen=True)
class GroupProgress:
    pk: int
    stage: Stage
    name: str
    position: int
    playing: int
    left: int
    places: int
    unranked: bool
    rounds_left: int
    round: int

    @cached_property
    def group(self) -> Group:
        return Group(pk=self.pk, stage=self.stage, name=self.name, position=self.position)

    @property
    def waits_for_lot(self) -> bool:
        return self.unranked and not self.left and not self.rounds_left


def _select_rounds(tournament: int) -> QuerySet[Encounter, Any]:
    """Select counts for each drawn round, unordered; byes count only in `encounters`."""
    drawn = Encounter.objects.not_annulled().filter(stage__tournament=tournament).order_by()
    return drawn.values_list("stage_id", "part", "round").annotate(
        encounters=Count("pk"),
        total=Count("pk", filter=~BYE | Q(decided_by=None)),
        decided=Count("pk", filter=DECIDED & ~BYE),
        playing=Count("pk", filter=PLAYING),
        next_position=Min("position", filter=~DECIDED),
        next_key=Min("pk", filter=~DECIDED),
        last_position=Max("position"),
        last_key=Max("pk"),
    )


def read_rounds(context: TournamentContext) -> list[RoundProgress]:
    """Read drawn rounds, unordered."""
    return [
        RoundProgress(
            key, encounters, total, decided, playing, (next_position, next_pk), (last_position, last_pk)
        )
        for row in _select_rounds(context.tournament.pk)
        for *key_parts, encounters, total, decided, playing in [row[:-4]]
        for next_position, next_pk, last_position, last_pk in [row[-4:]]
        for key in [(key_parts[0], key_parts[1], key_parts[2])]
    ]


def rounds_of_listings(listings: Iterable[EncounterListing]) -> list[RoundProgress]:
    rounds: defaultdict[RoundKey, list[EncounterListing]] = defaultdict(list)
    for listing in listings:
        rounds[round_key_of(listing.encounter)].append(listing)
    return [_round_progress(key, members) for key, members in rounds.items()]


def _round_progress(key: RoundKey, members: Sequence[EncounterListing]) -> RoundProgress:
    """Count a round's encounters; byes count only in `encounters`.

    `next` is the least position and the least key of undecided ones, `last` the greatest.
    """
    played = [listing for listing in members if not listing.bye]
    undecided = [listing.encounter for listing in members if not listing.decided]
    return RoundProgress(
        key=key,
        encounters=len(members),
        total=len(played),
        decided=sum(listing.decided for listing in played),
        playing=sum(listing.playing for listing in played),
        next=(
            min((encounter.position for encounter in undecided), default=None),
            min((encounter.pk for encounter in undecided), default=None),
        ),
        last=(
            max(listing.encounter.position for listing in members),
            max(listing.encounter.pk for listing in members),
        ),
    )


def names_of_rounds(context: TournamentContext, rounds: Iterable[RoundProgress]) -> dict[RoundKey, RoundName]:
    kinds = {stage.stage.pk: stage.stage.kind for stage in context.stages}
    return round_names({round_.key: round_.encounters for round_ in rounds}, kinds)


@dataclass(frozen=True)
class CurrentRound:
    """The first unfinished round, progress without byes."""

    stage: StageContext
    round: RoundName
    playing: int
    stage_decided: int
    stage_total: int


def read_current_round(
    context: TournamentContext, listings: Sequence[EncounterListing]
) -> CurrentRound | None:
    return find_current_round(context, rounds_of_listings(listings))


def find_current_round(context: TournamentContext, rounds: Sequence[RoundProgress]) -> CurrentRound | None:
    """Return the first undecided round in playing order, else the last; None without encounters.

    `playing` counts encounters of all rounds, `stage_decided` and `stage_total` those of the round's stage.
    """
    nonempty = [round_ for round_ in rounds if round_.total]
    if not nonempty:
        return None
    undecided = [round_ for round_ in nonempty if round_.decided < round_.total]
    if undecided:
        current = min(undecided, key=lambda round_: (*_play_order(context, round_), round_.next))
    else:
        current = max(nonempty, key=lambda round_: (*_play_order(context, round_), round_.last))
    stage_rounds = [round_ for round_ in nonempty if round_.key[0] == current.key[0]]
    return CurrentRound(
        stage=context.stage(current.key[0]),
        round=names_of_rounds(context, rounds)[current.key],
        playing=sum(round_.playing for round_ in rounds),
        stage_decided=sum(round_.decided for round_ in stage_rounds),
        stage_total=sum(round_.total for round_ in stage_rounds),
    )


def _play_order(context: TournamentContext, round_: RoundProgress) -> tuple[int, int]:
    stage, _part, number = round_.key
    return context.stage(stage).stage.position, number


def _select_groups(tournament: int) -> QuerySet[Group, Any]:
    """Select rows of all groups with counts of encounters and places, in order."""
    active = Q(encounters__annulled_at=None)
    undecided = ~Q(encounters__state=EncounterState.DECIDED) & Q(encounters__pk__isnull=False)
    places = GroupPlace.objects.filter(group=OuterRef("pk"))
    return (
        Group.objects.filter(stage__tournament=tournament)
        .annotate(
            playing=Count("encounters", filter=active & Q(encounters__state=EncounterState.PLAYING)),
            left=Count("encounters", filter=active & undecided),
            latest=Max("encounters__round", filter=active),
            entered=count_subquery(places),
            in_play=count_subquery(places.filter(gone=False)),
            ranked=count_subquery(places.filter(rank__isnull=False)),
        )
        .order_by("stage__position", "position", "pk")
        .values_list(
            *("pk", "stage_id", "name", "position"),
            *("playing", "left", "latest", "entered", "in_play", "ranked"),
        )
    )


def read_groups(context: TournamentContext) -> list[GroupProgress]:
    """Read groups of drawn stages with standings, in order."""
    stages = {stage.stage.pk: stage.stage for stage in context.tabular if stage.drawn}
    return [
        GroupProgress(
            pk=pk,
            stage=stages[stage],
            name=name,
            position=position,
            playing=playing,
            left=left,
            places=entered,
            unranked=ranked < entered,
            rounds_left=stages[stage].rounds_left(drawn=latest or 0, playing=in_play),
            round=latest or 0,
        )
        for pk, stage, name, position, *counts in _select_groups(context.tournament.pk)
        for playing, left, latest, entered, in_play, ranked in [counts]
        if stage in stages
    ]


def group_by_stage(groups: Iterable[GroupProgress]) -> Mapping[int, Sequence[GroupProgress]]:
    grouped: defaultdict[int, list[GroupProgress]] = defaultdict(list)
    for group in groups:
        grouped[group.stage.pk].append(group)
    return grouped
