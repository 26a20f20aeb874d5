from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

from django.db.models import Prefetch, QuerySet, prefetch_related_objects

from scoring.queries.encounters.encounter_list import TWO, EncounterListing
from scoring.queries.encounters.match_totals import MatchListing, read_scores
from scoring.queries.rounds import TieName, read_tie_names, tie_names
from tournaments.database.compiled_queries import compiled, prefill
from tournaments.enums import EncounterState
from tournaments.models import Encounter, EncounterSide, Tournament
from tournaments.models.encounter import EncounterQuerySet

SIDES = EncounterSide.objects.select_related("entrant", "from_group").order_by("letter")


def read_listings(tournament: Tournament, *, annulled: bool = False) -> list[EncounterListing]:
    """Read all encounters in three queries."""
    encounters = Encounter.objects.all() if annulled else Encounter.objects.standing()
    listed = _listed(encounters.filter(stage__tournament=tournament))
    scores = read_scores([encounter.pk for encounter in listed])
    return _listings(listed, scores, lambda: tie_names(listed))


def read_fixtures(tournament: Tournament) -> list[EncounterListing]:
    """Read all encounters without matches, in two queries."""
    listed = _listed(Encounter.objects.standing().filter(stage__tournament=tournament))
    return _listings(listed, {}, lambda: tie_names(listed))


def fixtures_of(encounters: EncounterQuerySet) -> list[EncounterListing]:
    """Read encounters without matches, in two queries."""
    listed = _listed(encounters)
    return _listings(listed, {}, lambda: read_tie_names(_feeding(listed)))


def with_scores(
    encounters: EncounterQuerySet, *, sides: QuerySet[EncounterSide] | None = None
) -> list[EncounterListing]:
    """Read encounters with matches, in three queries."""
    listed = _listed(encounters, sides)
    scores = read_scores([encounter.pk for encounter in listed])
    return _listings(listed, scores, lambda: read_tie_names(_feeding(listed)))


def with_scores_shown(encounters: EncounterQuerySet) -> list[EncounterListing]:
    """Read encounters without the matches of decided group encounters."""
    listed = _listed(encounters)
    scored = [
        encounter.pk
        for encounter in listed
        if encounter.state != EncounterState.DECIDED or _matches_shown(encounter)
    ]
    scores = read_scores(scored)
    return _listings(listed, scores, lambda: read_tie_names(_feeding(listed)))


def _matches_shown(decided: Encounter) -> bool:
    return decided.group_id is None or len(decided.stage.letters) > TWO


def _listed(encounters: EncounterQuerySet, sides: QuerySet[EncounterSide] | None = None) -> list[Encounter]:
    rows = encounters.select_related("stage", "group", "table")
    listed = list(rows.order_by("stage__position", "round", "group__position", "position", "pk"))
    if sides is not None:
        prefetch_related_objects(listed, Prefetch("sides", sides.all()))
        return listed
    sides_by_encounter: defaultdict[int, list[EncounterSide]] = defaultdict(list)
    for side in _sides([encounter.pk for encounter in listed]) if listed else ():
        sides_by_encounter[side.encounter_id].append(side)
    for encounter in listed:
        prefill(encounter.sides, sides_by_encounter[encounter.pk])
    return listed


@compiled
def _sides(encounters: list[int]) -> QuerySet[EncounterSide]:
    return SIDES.filter(encounter__pk__among=encounters)


def _listings(
    listed: Sequence[Encounter],
    scores: Mapping[int, list[MatchListing]],
    names: Callable[[], Mapping[int, TieName]],
) -> list[EncounterListing]:
    """Build the listings; names are computed on demand."""
    cached_names = cache(names)
    return [
        EncounterListing(
            encounter, tuple(encounter.sides.all()), tuple(scores.get(encounter.pk, ())), cached_names
        )
        for encounter in listed
    ]


def _feeding(encounters: Iterable[Encounter]) -> set[int]:
    sides = (side for encounter in encounters for side in encounter.sides.all())
    return {side.from_encounter_id for side in sides if side.entrant_id is None and side.from_encounter_id}
