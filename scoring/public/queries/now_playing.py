from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Count, Q

from scoring.models import Standing
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.encounters.encounter_reader import (
    listings_by_progress,
    listings_in_play,
    newest_results,
    read_fixtures_among,
    read_scored_listings,
)
from scoring.queries.round_names import RoundName, round_names
from tournaments.enums import DecidedBy, EncounterState
from tournaments.models import Encounter, Stage, Tournament
from tournaments.stages.stage_names import number_duplicates, stage_name

TABLES_SHOWN: Final = 12
"""Tables of the first tournament, less those of others (at most `TABLES_OF_OTHERS` each)."""
TABLES_OF_OTHERS: Final = 4
TABLES_ON_A_PHONE: Final = 2
"""The same as in `front.css`."""
LEADERS_SHOWN: Final = 8
SHOWN_DECIDED: Final = 12
"""Narrow screens hide half of them."""


@dataclass(frozen=True)
class CurrentTournament:
    """The first unfinished round and its stage's progress, without byes.

    `playing` counts tables in play; those nearest to their end are listed, by table.
    """

    tournament: Tournament
    stage: str
    round: RoundName | None
    decided: int
    total: int
    playing: int
    shown_listings: Sequence[EncounterListing]
    leaders: Sequence[Standing]

    @property
    def hidden_count_on_phone(self) -> int:
        return self.playing - len(self.shown_listings[:TABLES_ON_A_PHONE])

    @property
    def hidden_count(self) -> int:
        return self.playing - len(self.shown_listings)


def read_current_tournaments(tournaments: Sequence[Tournament]) -> list[CurrentTournament]:
    """Summarize in the given order; the first shows the most tables."""
    if not tournaments:
        return []
    stages = Stage.objects.filter(tournament__in=tournaments).order_by("position", "pk")
    names = _stage_names(stages)
    rounds = _read_rounds(tournaments)
    playing: defaultdict[int, list[EncounterListing]] = defaultdict(list)
    at_tables = Encounter.objects.not_annulled().filter(
        stage__tournament__in=tournaments, state=EncounterState.PLAYING
    )
    for listing in read_scored_listings(at_tables.prefetch_related("stage__groups")):
        playing[listing.encounter.stage.tournament_id].append(listing)
    leaders = _read_leaders(stages)
    first = max(TABLES_OF_OTHERS, TABLES_SHOWN - TABLES_OF_OTHERS * (len(playing) - 1))
    return [
        _current_tournament(
            tournament,
            rounds=rounds[tournament.pk],
            names=names,
            playing=playing[tournament.pk],
            leaders=leaders,
            limit=TABLES_OF_OTHERS if place else first,
        )
        for place, tournament in enumerate(tournaments)
    ]


def _read_leaders(stages: Collection[Stage]) -> dict[int, list[Standing]]:
    first = Standing.objects.filter(stage__in=stages, place=1, encounters_played__gt=0)
    leaders: defaultdict[int, list[Standing]] = defaultdict(list)
    for standing in first.select_related("entrant", "group").order_by("group__position", "pk"):
        leaders[standing.stage_id].append(standing)
    return leaders


def read_latest_results(tournaments: Sequence[Tournament]) -> list[EncounterListing]:
    """Newest first, without byes."""
    decided = Encounter.objects.not_annulled().filter(
        stage__tournament__in=tournaments, state=EncounterState.DECIDED
    )
    newest = decided.exclude(decided_by=DecidedBy.BYE).order_by("-decided_at", "-pk")[:SHOWN_DECIDED]
    return newest_results(
        read_fixtures_among(Encounter.objects.filter(pk__in=list(newest.values_list("pk", flat=True))))
    )


def _stage_names(stages: Collection[Stage]) -> dict[int, str]:
    """Return names by primary key; equal names within a tournament are numbered."""
    stages_by_tournament: defaultdict[int, list[Stage]] = defaultdict(list)
    for stage in stages:
        stages_by_tournament[stage.tournament_id].append(stage)
    return {
        stage.pk: name
        for tournament_stages in stages_by_tournament.values()
        for stage, name in zip(
            tournament_stages,
            number_duplicates([stage_name(stage) for stage in tournament_stages]),
            strict=True,
        )
    }


@dataclass(frozen=True)
class _Round:
    stage: int
    name: RoundName
    total: int
    decided: int


def _read_rounds(tournaments: Sequence[Tournament]) -> Mapping[int, list[_Round]]:
    """Return rounds by tournament's key in playing order, without rounds of byes only."""
    bye = Q(decided_by=DecidedBy.BYE)
    rows = list(
        Encounter.objects.not_annulled()
        .filter(stage__tournament__in=tournaments)
        .values("stage__tournament", "stage", "stage__kind", "part", "round")
        .annotate(
            ties=Count("pk"),
            total=Count("pk", filter=~bye | Q(decided_by=None)),
            decided=Count("pk", filter=Q(state=EncounterState.DECIDED) & ~bye),
        )
        .order_by("stage__position", "round", "part", "stage")
    )
    keys = {(row["stage"], row["part"], row["round"]): row for row in rows}
    kinds_of_stages = {row["stage"]: row["stage__kind"] for row in rows}
    names = round_names({key: row["ties"] for key, row in keys.items()}, kinds_of_stages)
    rounds: defaultdict[int, list[_Round]] = defaultdict(list)
    for key, row in keys.items():
        if row["total"]:
            rounds[row["stage__tournament"]].append(
                _Round(row["stage"], names[key], row["total"], row["decided"])
            )
    return rounds


def _current_tournament(
    tournament: Tournament,
    *,
    rounds: Sequence[_Round],
    names: Mapping[int, str],
    playing: Sequence[EncounterListing],
    leaders: Mapping[int, Sequence[Standing]],
    limit: int,
) -> CurrentTournament:
    """Summarize the first undecided round, else the last, and count its stage; `leaders` are by stage."""
    current = next(
        (candidate for candidate in rounds if candidate.decided < candidate.total),
        rounds[-1] if rounds else None,
    )
    stage = [candidate for candidate in rounds if current and candidate.stage == current.stage]
    return CurrentTournament(
        tournament=tournament,
        stage=names[current.stage] if current else "",
        round=current.name if current else None,
        decided=sum(stage_round.decided for stage_round in stage),
        total=sum(stage_round.total for stage_round in stage),
        playing=len(playing),
        shown_listings=listings_in_play(listings_by_progress(playing)[:limit]),
        leaders=leaders.get(current.stage, ())[:LEADERS_SHOWN] if current else (),
    )
