from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.queries.bracket.slot_sources import Slot, Tie, code_of_place
from scoring.queries.bracket.stage_brackets import StageBracket, group_into_parts
from scoring.queries.round_names import RoundName, TieName, round_names
from scoring.queries.tournament_context import StageContext, TournamentContext
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.drawing import Drawee
from tournaments.formats.encounter_plan import (
    EmptySide,
    EncounterKey,
    FromEncounter,
    PlannedEncounter,
    Seed,
    StageField,
)
from tournaments.formats.group_sizes import group_name
from tournaments.formats.qualifier_order import order_qualifiers
from tournaments.models import Feed, GroupPlace
from tournaments.schedule.stage_encounters import format_settings_of

LETTERS = "ABCD"


@dataclass(frozen=True)
class _QualifyingPlace:
    """A group's code in the draw and its displayed name."""

    letter: str
    group: str
    rank: int


def projected_brackets(context: TournamentContext, places: Sequence[GroupPlace]) -> list[StageBracket]:
    """Project undrawn brackets that draw themselves, once places are known."""
    return [
        _project_bracket(stage, qualifying_places)
        for stage in context.knockouts
        if not stage.drawn and (qualifying_places := _qualifying_places(stage, context, places))
    ]


def _qualifying_places(
    stage: StageContext, context: TournamentContext, places: Sequence[GroupPlace]
) -> list[_QualifyingPlace]:
    """Return places that feed a stage, feed by feed.

    Empty unless a bracket that draws itself, with drawn sources and no feed of the best placed.
    """
    sources = [context.stage(feed.source_id) for feed in stage.feeds_in]
    foreseeable = stage.stage.draws_itself and stage.stage.bracket
    if (
        not foreseeable
        or not all(source.drawn for source in sources)
        or any(feed.best for feed in stage.feeds_in)
    ):
        return []
    return [
        place
        for feed in stage.feeds_in
        for place in _places_of_feed(feed, context.stage(feed.source_id), places)
    ]


def _places_of_feed(feed: Feed, source: StageContext, places: Sequence[GroupPlace]) -> list[_QualifyingPlace]:
    """Return a feed's places by rank, then group, as far as groups have them.

    Only ranks if the source has no standings.
    """
    ranks = range(feed.first_rank, feed.last_rank + 1)
    if not source.stage.has_standings:
        return [_QualifyingPlace("", "", rank) for rank in ranks]
    groups = {place.group for place in places if place.group.stage_id == source.stage.pk}
    sizes = Counter(place.group for place in places)
    return [
        _QualifyingPlace(group_name(group.position) if group.name else "", group.name, rank)
        for rank in ranks
        for group in sorted(groups, key=lambda group: group.position)
        if rank <= sizes[group]
    ]


def _project_bracket(stage: StageContext, qualifying_places: Sequence[_QualifyingPlace]) -> StageBracket:
    """Fill an undrawn bracket with places (first of group A …)."""
    drawees = tuple(
        Drawee(id=str(number), name="", came_from=(place.letter, place.rank))
        for number, place in enumerate(qualifying_places)
    )
    seeds = {
        seed: qualifying_places[int(number)] for seed, number in enumerate(order_qualifiers(drawees), start=1)
    }
    field = StageField(entrants=len(seeds), seeds_in_order=tuple(seeds))
    planned = FORMATS[stage.stage.kind].plan(field, format_settings_of(stage.stage))
    pk, kind = stage.stage.pk, stage.stage.kind
    names = round_names(Counter((pk, tie.key.part.value, tie.key.round) for tie in planned), {pk: kind})
    ties: dict[EncounterKey, Tie] = {}
    for tie in planned:
        ties[tie.key] = _planned_tie(tie, names[pk, tie.key.part.value, tie.key.round], seeds, ties)
    return StageBracket(stage, group_into_parts(list(ties.values())), projected=True)


def _planned_tie(
    planned: PlannedEncounter,
    name: RoundName,
    seeds: Mapping[int, _QualifyingPlace],
    ties: Mapping[EncounterKey, Tie],
) -> Tie:
    slots = tuple(
        _planned_slot(letter, source, seeds, ties)
        for letter, source in zip(LETTERS, planned.sides, strict=False)
    )
    return Tie(TieName(name, planned.key.position + 1), slots)


def _planned_slot(
    letter: str,
    source: Seed | FromEncounter | EmptySide,
    seeds: Mapping[int, _QualifyingPlace],
    ties: Mapping[EncounterKey, Tie],
) -> Slot:
    """Return a slot; a tie with an empty side passes on its only entrant, like a bye."""
    if isinstance(source, Seed):
        place = seeds[source.number]
        return Slot(letter, code=code_of_place(place.group, place.rank), group=place.group, rank=place.rank)
    if isinstance(source, EmptySide):
        return Slot(letter, vacant=True)
    feed = ties[source.key]
    occupied_slots = [slot for slot in feed.slots if not slot.vacant]
    if len(occupied_slots) == len(feed.slots):
        return Slot(letter, waits_for=feed.name, from_place=source.place, candidates=feed.slots)
    if source.place > len(occupied_slots):
        return Slot(letter, vacant=True)
    return replace(occupied_slots[0], letter=letter)
