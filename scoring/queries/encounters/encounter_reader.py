from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

from django.db.models import Prefetch, QuerySet, prefetch_related_objects

from scoring.queries.encounters.encounter_list import TWO_SIDES, EncounterListing
from scoring.queries.encounters.match_totals import MatchListing, read_scores
from scoring.queries.round_names import TieName, read_tie_names, tie_names
from tournaments.database.compiled_queries import compiled_query, prefill_related
from tournaments.enums import EncounterState
from tournaments.models import Encounter, EncounterSide, Tournament
from tournaments.models.encounter import EncounterQuerySet

SIDES = EncounterSide.objects.select_related("entrant", "from_group").order_by("letter")


def read_listings(tournament: Tournament, *, annulled: bool = False) -> list[EncounterListing]:
    """In three queries."""
    encounters = Encounter.objects.all() if annulled else Encounter.objects.not_annulled()
    listed = _load_encounters(encounters.filter(stage__tournament=tournament))
    scores = read_scores([encounter.pk for encounter in listed])
    return _build_listings(listed, scores, lambda: tie_names(listed))


def read_fixtures(tournament: Tournament) -> list[EncounterListing]:
    """Without matches, in two queries."""
    listed = _load_encounters(Encounter.objects.not_annulled().filter(stage__tournament=tournament))
    return _build_listings(listed, {}, lambda: tie_names(listed))


def read_fixtures_among(encounters: EncounterQuerySet) -> list[EncounterListing]:
    """Without matches, in two queries."""
    listed = _load_encounters(encounters)
    return _build_listings(listed, {}, lambda: read_tie_names(_feeder_keys(listed)))


def read_scored_listings(
    encounters: EncounterQuerySet, *, sides: QuerySet[EncounterSide] | None = None
) -> list[EncounterListing]:
    """In three queries."""
    listed = _load_encounters(encounters, sides)
    scores = read_scores([encounter.pk for encounter in listed])
    return _build_listings(listed, scores, lambda: read_tie_names(_feeder_keys(listed)))


def read_listings_as_shown(encounters: EncounterQuerySet) -> list[EncounterListing]:
    """Read listings; decided ones of two sides and several matches in a group come without their matches."""
    listed = _load_encounters(encounters)
    scored = [
        encounter.pk
        for encounter in listed
        if encounter.state != EncounterState.DECIDED or _matches_shown(encounter)
    ]
    scores = read_scores(scored)
    return _build_listings(listed, scores, lambda: read_tie_names(_feeder_keys(listed)))


def _matches_shown(decided: Encounter) -> bool:
    stage = decided.stage
    return decided.group_id is None or stage.best_of == 1 or len(stage.letters) > TWO_SIDES


def _load_encounters(
    encounters: EncounterQuerySet, sides: QuerySet[EncounterSide] | None = None
) -> list[Encounter]:
    """Load in playing order; `sides` replaces the default query of sides."""
    rows = encounters.select_related("stage", "group", "table")
    listed = list(rows.order_by("stage__position", "round", "group__position", "position", "pk"))
    if sides is not None:
        prefetch_related_objects(listed, Prefetch("sides", sides.all()))
        return listed
    sides_by_encounter: defaultdict[int, list[EncounterSide]] = defaultdict(list)
    for side in _query_sides([encounter.pk for encounter in listed]) if listed else ():
        sides_by_encounter[side.encounter_id].append(side)
    for encounter in listed:
        prefill_related(encounter.sides, sides_by_encounter[encounter.pk])
    return listed


@compiled_query
def _query_sides(encounters: list[int]) -> QuerySet[EncounterSide]:
    return SIDES.filter(encounter__pk__among=encounters)


def _build_listings(
    listed: Sequence[Encounter],
    scores: Mapping[int, list[MatchListing]],
    names: Callable[[], Mapping[int, TieName]],
) -> list[EncounterListing]:
    """Build listings; `scores` are by primary key, tie names are computed on demand."""
    cached_names = cache(names)
    return [
        EncounterListing(
            encounter, tuple(encounter.sides.all()), tuple(scores.get(encounter.pk, ())), cached_names
        )
        for encounter in listed
    ]


def _feeder_keys(encounters: Iterable[Encounter]) -> set[int]:
    sides = (side for encounter in encounters for side in encounter.sides.all())
    return {side.from_encounter_id for side in sides if side.entrant_id is None and side.from_encounter_id}
