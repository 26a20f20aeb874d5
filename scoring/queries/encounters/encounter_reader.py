"""Reading encounters as pages list them, in two or three queries however many they are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

from django.db.models import Prefetch, QuerySet, prefetch_related_objects

from scoring.queries.encounters.encounter_list import TWO, EncounterListing
from scoring.queries.encounters.match_totals import MatchListing, read_scores
from scoring.queries.rounds import TieName, read_tie_names, tie_names
from tournaments.database.compiled_queries import compiled, is_known
from tournaments.enums import EncounterState
from tournaments.models import Encounter, EncounterSide, Tournament
from tournaments.models.encounter import EncounterQuerySet

SIDES = EncounterSide.objects.select_related("entrant", "from_group").order_by("letter")


def read_listings(tournament: Tournament, *, annulled: bool = False) -> list[EncounterListing]:
    """All encounters of a tournament that stand, by stage, round and group, in three queries.

    With `annulled` those too that were.
    """
    encounters = Encounter.objects.all() if annulled else Encounter.objects.standing()
    listed = _listed(encounters.filter(stage__tournament=tournament))
    scores = read_scores([one.pk for one in listed])
    return _listings(listed, scores, lambda: tie_names(listed))


def read_fixtures(tournament: Tournament) -> list[EncounterListing]:
    """The same without the matches, in two queries."""
    listed = _listed(Encounter.objects.standing().filter(stage__tournament=tournament))
    return _listings(listed, {}, lambda: tie_names(listed))


def fixtures_of(encounters: EncounterQuerySet) -> list[EncounterListing]:
    """Encounters without their matches, in two queries."""
    listed = _listed(encounters)
    return _listings(listed, {}, lambda: read_tie_names(_feeding(listed)))


def with_scores(
    encounters: EncounterQuerySet, *, sides: QuerySet[EncounterSide] | None = None
) -> list[EncounterListing]:
    """Encounters with what pages show of them, in three queries; `sides` with more than lists show."""
    listed = _listed(encounters, sides)
    scores = read_scores([one.pk for one in listed])
    return _listings(listed, scores, lambda: read_tie_names(_feeding(listed)))


def with_scores_shown(encounters: EncounterQuerySet) -> list[EncounterListing]:
    """The same, but of what was decided in a group only what it came to: no list shows its matches."""
    listed = _listed(encounters)
    shown = [one.pk for one in listed if one.state != EncounterState.DECIDED or _matches_shown(one)]
    scores = read_scores(shown)
    return _listings(listed, scores, lambda: read_tie_names(_feeding(listed)))


def _matches_shown(decided: Encounter) -> bool:
    """Whether a bracket shows its matches, or four sat there."""
    return decided.group_id is None or len(decided.stage.letters) > TWO


def _listed(encounters: EncounterQuerySet, sides: QuerySet[EncounterSide] | None = None) -> list[Encounter]:
    rows = encounters.select_related("stage", "group", "table")
    listed = list(rows.order_by("stage__position", "round", "group__position", "position", "pk"))
    if sides is not None:
        prefetch_related_objects(listed, Prefetch("sides", sides.all()))
        return listed
    seated: defaultdict[int, list[EncounterSide]] = defaultdict(list)
    for side in _sides([one.pk for one in listed]) if listed else ():
        seated[side.encounter_id].append(side)
    for one in listed:
        is_known(one.sides, seated[one.pk])
    return listed


@compiled
def _sides(encounters: list[int]) -> QuerySet[EncounterSide]:
    return SIDES.filter(encounter__pk__among=encounters)


def _listings(
    listed: Sequence[Encounter],
    scores: Mapping[int, list[MatchListing]],
    names: Callable[[], Mapping[int, TieName]],
) -> list[EncounterListing]:
    """All of them share the names, which most pages never ask for."""
    once = cache(names)
    return [
        EncounterListing(one, tuple(one.sides.all()), tuple(scores.get(one.pk, ())), once) for one in listed
    ]


def _feeding(encounters: Iterable[Encounter]) -> set[int]:
    """The encounters, by primary key, out of which somebody is still to come to these."""
    sides = (side for encounter in encounters for side in encounter.sides.all())
    return {side.from_encounter_id for side in sides if side.entrant_id is None and side.from_encounter_id}
