"""What is on now: how far each tournament in play is, its tables, who leads; and what was decided last."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Count, Q

from scoring.models import Standing
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.encounters.encounter_reader import fixtures_of, with_scores
from scoring.queries.encounters.encounter_selection import in_play, nearest_to_the_end, newest_results
from scoring.queries.rounds import RoundName, round_names
from tournaments.enums import DecidedBy, EncounterState
from tournaments.models import Encounter, Stage, Tournament
from tournaments.stages.stage_names import numbered, stage_name

TABLES_SHOWN: Final = 12
"""Of the first tournament in play, less those of others; of each other one at most `OF_OTHERS`."""
OF_OTHERS: Final = 4
ON_A_PHONE: Final = 3
"""As `front.css` has it."""
LEADERS_SHOWN: Final = 8
SHOWN_DECIDED: Final = 12
"""Half of them only where a screen is wide enough for three columns of the page."""


@dataclass(frozen=True)
class OnNow:
    """A tournament in play: the first round that is not over, and how far its stage is, byes left out.

    `playing` tables play; `shown` are some of them by table, where there are many those nearest to their end.
    `leaders` are the first of the groups of that stage, by group, as their standings tell.
    """

    tournament: Tournament
    stage: str
    round: RoundName | None
    decided: int
    total: int
    playing: int
    shown: Sequence[EncounterListing]
    leaders: Sequence[Standing]

    @property
    def more_on_a_phone(self) -> int:
        """The same where only the first `ON_A_PHONE` are to be seen."""
        return self.playing - len(self.shown[:ON_A_PHONE])

    @property
    def more(self) -> int:
        """How many tables play that are not shown."""
        return self.playing - len(self.shown)


def read_on_now(tournaments: Sequence[Tournament]) -> list[OnNow]:
    """Each of some tournaments in play, in their order; the first has the most room for tables."""
    if not tournaments:
        return []
    stages = Stage.objects.filter(tournament__in=tournaments).order_by("position", "pk")
    names = _names(stages)
    rounds = _read_rounds(tournaments)
    playing: defaultdict[int, list[EncounterListing]] = defaultdict(list)
    at_tables = Encounter.objects.standing().filter(
        stage__tournament__in=tournaments, state=EncounterState.PLAYING
    )
    for listing in with_scores(at_tables.prefetch_related("stage__groups")):
        playing[listing.encounter.stage.tournament_id].append(listing)
    leaders = _read_leaders(stages)
    first = max(OF_OTHERS, TABLES_SHOWN - OF_OTHERS * (len(playing) - 1))
    return [
        _on_now(
            one,
            rounds=rounds[one.pk],
            names=names,
            playing=playing[one.pk],
            leaders=leaders,
            most=OF_OTHERS if place else first,
        )
        for place, one in enumerate(tournaments)
    ]


def _read_leaders(stages: Collection[Stage]) -> dict[int, list[Standing]]:
    """Who is first of each group in which somebody has played, by stage and in their order."""
    first = Standing.objects.filter(stage__in=stages, place=1, encounters_played__gt=0)
    found: defaultdict[int, list[Standing]] = defaultdict(list)
    for one in first.select_related("entrant", "group").order_by("group__position", "pk"):
        found[one.stage_id].append(one)
    return found


def read_decided(tournaments: Sequence[Tournament]) -> list[EncounterListing]:
    """The encounters that were decided last, the last one first."""
    over = Encounter.objects.standing().filter(
        stage__tournament__in=tournaments, state=EncounterState.DECIDED
    )
    newest = over.exclude(decided_by=DecidedBy.BYE).order_by("-decided_at", "-pk")[:SHOWN_DECIDED]
    return newest_results(
        fixtures_of(Encounter.objects.filter(pk__in=list(newest.values_list("pk", flat=True))))
    )


def _names(stages: Collection[Stage]) -> dict[int, str]:
    """What each stage is called, by its primary key; no two of a tournament alike."""
    of: defaultdict[int, list[Stage]] = defaultdict(list)
    for stage in stages:
        of[stage.tournament_id].append(stage)
    return {
        stage.pk: name
        for own in of.values()
        for stage, name in zip(own, numbered([stage_name(one) for one in own]), strict=True)
    }


@dataclass(frozen=True)
class _Round:
    """A drawn round: how many encounters it has and how many of them are decided, byes left out."""

    stage: int
    name: RoundName
    total: int
    decided: int


def _read_rounds(tournaments: Sequence[Tournament]) -> Mapping[int, list[_Round]]:
    """The rounds of each tournament by its primary key, as they are played, in one query."""
    bye = Q(decided_by=DecidedBy.BYE)
    rows = list(
        Encounter.objects.standing()
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
    kinds = {row["stage"]: row["stage__kind"] for row in rows}
    names = round_names({key: row["ties"] for key, row in keys.items()}, kinds)
    rounds: defaultdict[int, list[_Round]] = defaultdict(list)
    for key, row in keys.items():
        if row["total"]:
            rounds[row["stage__tournament"]].append(
                _Round(row["stage"], names[key], row["total"], row["decided"])
            )
    return rounds


def _on_now(
    tournament: Tournament,
    *,
    rounds: Sequence[_Round],
    names: Mapping[int, str],
    playing: Sequence[EncounterListing],
    leaders: Mapping[int, Sequence[Standing]],
    most: int,
) -> OnNow:
    now = next((one for one in rounds if one.decided < one.total), rounds[-1] if rounds else None)
    stage = [one for one in rounds if now and one.stage == now.stage]
    return OnNow(
        tournament=tournament,
        stage=names[now.stage] if now else "",
        round=now.name if now else None,
        decided=sum(one.decided for one in stage),
        total=sum(one.total for one in stage),
        playing=len(playing),
        shown=in_play(nearest_to_the_end(playing)[:most]),
        leaders=leaders.get(now.stage, ())[:LEADERS_SHOWN] if now else (),
    )
