from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.db.models import Q, QuerySet

from scoring.queries.bracket.slot_sources import Slot, Tie
from scoring.queries.bracket.stage_brackets import drawn_bracket
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.encounters.encounter_reader import read_fixtures_among
from scoring.queries.round_names import RoundKey, RoundName
from scoring.queries.tournament_context import TournamentContext
from tournaments.models import Encounter, EncounterSide


def read_awaited_slots(
    context: TournamentContext, names: Mapping[RoundKey, RoundName], encounters: Collection[int]
) -> Mapping[int, Slot]:
    """Return slots of sides without entrant, by side's primary key, also of other encounters.

    `encounters` are primary keys; those outside knockouts have none.
    """
    stages = [stage for stage in context.knockouts if stage.drawn]
    if not stages or not encounters:
        return {}
    listed = _with_feeders(encounters)
    return _slots(
        tie
        for stage in stages
        for round_ in drawn_bracket(stage, listed, names).rounds
        for tie in round_.ties
    )


def _with_feeders(encounters: Collection[int]) -> list[EncounterListing]:
    feeders = _query_feeders(encounters)
    selected = Q(pk__in=encounters) | Q(pk__in=feeders) | Q(pk__in=_query_feeders(feeders))
    return read_fixtures_among(Encounter.objects.filter(selected))


def _query_feeders(encounters: Collection[int] | QuerySet[Encounter, Any]) -> QuerySet[Encounter, Any]:
    waiting_sides = EncounterSide.objects.filter(encounter__in=encounters, entrant=None)
    return (
        Encounter.objects.filter(pk__in=waiting_sides.order_by().values("from_encounter"))
        .order_by()
        .values("pk")
    )


def _slots(ties: Iterable[Tie]) -> dict[int, Slot]:
    return {
        side.pk: slot
        for tie in ties
        if tie.listing is not None and not tie.bye
        for side in tie.listing.sides
        for slot in tie.slots
        if slot.letter == side.letter and slot.entrant is None
    }
