from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q

from scoring.queries.bracket.slot_sources import Slot
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.encounters.encounter_reader import read_scored_listings
from scoring.queries.round_names import RoundKey, RoundName, TieName, tie_name_of
from tournaments.enums import EncounterState, Part, StageKind
from tournaments.models import Encounter, EncounterSide, Entrant, GroupPlace
from tournaments.schedule.stage_feeds import main_stage


@dataclass(frozen=True)
class NextSlot:
    """The slot a place leads to, its entrant once decided."""

    place: int
    listing: EncounterListing
    name: TieName | None
    side: EncounterSide
    entrant: Entrant | None

    @property
    def opponents(self) -> list[EncounterSide]:
        return [side for side in self.listing.sides if side != self.side and side.entrant]

    @property
    def keeps_old_entrant(self) -> bool:
        """Whether another entrant keeps the slot since it had begun."""
        return bool(self.entrant and self.side.entrant_id and self.side.entrant_id != self.entrant.pk)


@dataclass(frozen=True)
class SlotSource:
    slot: Slot
    listing: EncounterListing | None
    encounters_left: int = 0


@dataclass(frozen=True)
class SupersededSide:
    side: EncounterSide
    rightful_entrant: Entrant


@dataclass(frozen=True)
class BracketLinks:
    next_slots: Sequence[NextSlot]
    slot_sources: Sequence[SlotSource]
    superseded_sides: Sequence[SupersededSide]
    decides_champion: bool = False
    decides_third_place: bool = False


@dataclass(frozen=True)
class RoundNeighbours:
    number: int
    total: int
    previous: UUID | None
    next: UUID | None


def read_bracket_links(listing: EncounterListing, names: Mapping[RoundKey, RoundName]) -> BracketLinks:
    """Return what fills missing sides, where sides go, outdated sides, what it decides; empty in groups."""
    encounter = listing.encounter
    if encounter.group_id is not None:
        return BracketLinks((), (), ())
    linked = _linked_encounters(listing)
    places = _group_places(listing)
    next_slots = _next_slots(listing, linked, names)
    is_final = not next_slots and _ends_bracket(listing, names)
    return BracketLinks(
        next_slots=next_slots,
        slot_sources=[
            _slot_source(side, linked, places, names) for side in listing.sides if _lacks_entrant(side)
        ],
        superseded_sides=_superseded_sides(listing, linked, places),
        decides_champion=is_final and main_stage(encounter.stage.tournament).pk == encounter.stage_id,
        decides_third_place=encounter.part == Part.THIRD,
    )


def read_round_neighbours(encounter: Encounter) -> RoundNeighbours | None:
    """Return the encounter's number in its round and its neighbours' public ids, across groups.

    Annulled ones and those with an empty side are left out: None.
    """
    round_filter = {"stage": encounter.stage_id, "part": encounter.part, "round": encounter.round}
    ordered = (
        Encounter.objects.at_tables().filter(**round_filter).order_by("group__position", "position", "pk")
    )
    ids = list(ordered.values_list("public_id", flat=True))
    if encounter.public_id not in ids:
        return None
    index = ids.index(encounter.public_id)
    following = ids[index + 1] if index + 1 < len(ids) else None
    return RoundNeighbours(index + 1, len(ids), ids[index - 1] if index else None, following)


def _linked_encounters(listing: EncounterListing) -> dict[int, EncounterListing]:
    feeding = [side.from_encounter_id for side in listing.sides if side.from_encounter_id]
    fed = EncounterSide.objects.filter(from_encounter=listing.encounter).values("encounter")
    encounters = Encounter.objects.filter(Q(pk__in=feeding) | Q(pk__in=fed, annulled_at=None))
    return {listing.encounter.pk: listing for listing in read_scored_listings(encounters)}


def _group_places(listing: EncounterListing) -> dict[tuple[int, int], GroupPlace]:
    groups = [side.from_group_id for side in listing.sides if side.from_group_id]
    if not groups:
        return {}
    ranked = GroupPlace.objects.filter(group__in=groups, rank__isnull=False).select_related("entrant")
    return {(place.group_id, place.rank or 0): place for place in ranked.order_by("pk")}


def _next_slots(
    listing: EncounterListing, linked: Mapping[int, EncounterListing], names: Mapping[RoundKey, RoundName]
) -> list[NextSlot]:
    """Return sides that this encounter feeds, by place, with their entrants once it is decided."""
    placed = {side.place: side.entrant for side in listing.sides if side.place and listing.decided}
    links = [
        NextSlot(
            side.from_place, target, tie_name_of(target.encounter, names), side, placed.get(side.from_place)
        )
        for target in linked.values()
        for side in target.sides
        if side.from_encounter_id == listing.encounter.pk
    ]
    return sorted(links, key=lambda way: (way.place, way.side.pk))


def _lacks_entrant(side: EncounterSide) -> bool:
    return side.entrant_id is None and not side.vacant


def _slot_source(
    side: EncounterSide,
    linked: Mapping[int, EncounterListing],
    places: Mapping[tuple[int, int], GroupPlace],
    names: Mapping[RoundKey, RoundName],
) -> SlotSource:
    """Return the tie, or group rank with count of undecided encounters, that a side waits for, if known."""
    feeder = linked.get(side.from_encounter_id or 0)
    if feeder is not None:
        name = tie_name_of(feeder.encounter, names)
        return SlotSource(Slot(side.letter, waits_for=name, from_place=side.from_place), feeder)
    if side.from_group is None:
        return SlotSource(Slot(side.letter), None)
    encounters_left = side.from_group.encounters.not_annulled().exclude(state=EncounterState.DECIDED).count()
    return SlotSource(
        Slot(side.letter, group=side.from_group.name, rank=side.from_rank), None, encounters_left
    )


def _superseded_sides(
    listing: EncounterListing,
    linked: Mapping[int, EncounterListing],
    places: Mapping[tuple[int, int], GroupPlace],
) -> list[SupersededSide]:
    """Return sides with another entrant than current results would put there."""
    superseded = []
    for side in listing.sides:
        rightful = _rightful_entrant(side, linked, places)
        if rightful is not None and side.entrant_id and rightful.pk != side.entrant_id:
            superseded.append(SupersededSide(side, rightful))
    return superseded


def _rightful_entrant(
    side: EncounterSide, linked: Mapping[int, EncounterListing], places: Mapping[tuple[int, int], GroupPlace]
) -> Entrant | None:
    """Return the entrant that current results send; None if undecided, passed on or not fed."""
    feeder = linked.get(side.from_encounter_id or 0)
    if feeder is not None and feeder.decided:
        return next(
            (feeding_side.entrant for feeding_side in feeder.sides if feeding_side.place == side.from_place),
            None,
        )
    place = places.get((side.from_group_id or 0, side.from_rank or 0))
    return place.entrant if place and not place.passed_on else None


def _ends_bracket(listing: EncounterListing, names: Mapping[RoundKey, RoundName]) -> bool:
    encounter = listing.encounter
    name = tie_name_of(encounter, names)
    if name is None or encounter.part not in (Part.MAIN, Part.FINAL):
        return False
    if encounter.stage.kind == StageKind.DOUBLE:
        return encounter.part == Part.FINAL and name.round.number == name.round.round_count
    return name.ties == 1 and name.round.number == name.round.round_count
