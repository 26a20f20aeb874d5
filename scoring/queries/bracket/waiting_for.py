from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from scoring.queries.bracket.slot_sources import Slot, Tie
from scoring.queries.bracket.stage_brackets import drawn_bracket
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.encounters.encounter_reader import read_fixtures_among
from scoring.queries.round_names import RoundKey, RoundName
from scoring.queries.tournament_context import TournamentContext
from tournaments.models import Encounter, EncounterSide

MAX_SHOWN = 12
"""Later ones are only in the picture of the bracket."""


@dataclass(frozen=True)
class WaitingTies:
    ties: Sequence[Tie]
    slots: Mapping[int, Slot]


def read_waiting(
    context: TournamentContext, names: Mapping[RoundKey, RoundName], extra_encounters: Collection[int] = ()
) -> WaitingTies:
    """Read at most MAX_SHOWN ties that lack a side, those with one entrant first, then by round; no byes.

    `slots`, by side's primary key, are also of `extra_encounters` (primary keys).
    """
    stages = {stage.stage.pk: stage for stage in context.knockouts if stage.drawn}
    if not stages:
        return WaitingTies([], {})
    first_waiting = _select_waiting(stages, names)
    listed = _with_feeders({*first_waiting, *extra_encounters})
    ties = {
        tie.listing.encounter.pk: tie
        for stage in stages.values()
        for round_ in drawn_bracket(stage, listed, names).rounds
        for tie in round_.ties
        if tie.listing
    }
    return WaitingTies([ties[key] for key in first_waiting], _slots(ties.values()))


def _select_waiting(stages: Collection[int], names: Mapping[RoundKey, RoundName]) -> list[int]:
    """Return keys of at most MAX_SHOWN encounters that lack a side, those with one entrant first; no byes."""
    sides = EncounterSide.objects.filter(encounter=OuterRef("pk"))
    waiting = (
        Encounter.objects.not_annulled()
        .filter(Exists(sides.filter(entrant=None, vacant=False)), stage__in=stages)
        .exclude(Exists(sides.filter(vacant=True)))
        .annotate(somebody=Exists(sides.filter(entrant__isnull=False)))
        .order_by("pk")
    )
    rows = waiting.values_list("pk", "stage_id", "part", "round", "position", "somebody")
    in_order = sorted(
        (not has_entrant, names[stage, part, number].number, part, position, pk)
        for pk, stage, part, number, position, has_entrant in rows
    )
    return [pk for *_order, pk in in_order[:MAX_SHOWN]]


def _with_feeders(encounters: Collection[int]) -> list[EncounterListing]:
    feeders = _query_feeders(encounters)
    selected = Q(pk__in=encounters) | Q(pk__in=feeders) | Q(pk__in=_query_feeders(feeders))
    return read_fixtures_among(Encounter.objects.filter(selected)) if encounters else []


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
