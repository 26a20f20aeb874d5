from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Count

from tournaments.models import Encounter, Stage

if TYPE_CHECKING:
    from scoring.queries.encounters.encounter_list import (
        EncounterListing,
    )

RoundKey = tuple[int, str, int]
"""Stage, part and round, as stored."""


@dataclass(frozen=True)
class RoundName:
    """A round's number in a part, with `ties` encounters."""

    kind: str
    part: str
    number: int
    round_count: int
    ties: int


@dataclass(frozen=True)
class TieName:
    round: RoundName
    number: int

    @property
    def ties(self) -> int:
        return self.round.ties


@dataclass(frozen=True)
class RoundListing:
    listing: EncounterListing
    round: RoundName


def round_key_of(encounter: Encounter) -> RoundKey:
    return encounter.stage_id, encounter.part, encounter.round


def round_names(ties: Mapping[RoundKey, int], kinds: Mapping[int, str]) -> dict[RoundKey, RoundName]:
    """Number rounds in each part from 1.

    `ties` counts each round's ties, `kinds` are the stages' kinds by primary key.
    """
    parts: defaultdict[tuple[int, str], list[int]] = defaultdict(list)
    for stage, part, number in sorted(ties):
        parts[stage, part].append(number)
    return {
        (stage, part, number): RoundName(kinds[stage], part, place, len(numbers), ties[stage, part, number])
        for (stage, part), numbers in parts.items()
        for place, number in enumerate(numbers, start=1)
    }


def round_names_of_listings(listings: Sequence[EncounterListing]) -> dict[RoundKey, RoundName]:
    kinds = {listing.encounter.stage_id: listing.encounter.stage.kind for listing in listings}
    return round_names(Counter(round_key_of(listing.encounter) for listing in listings), kinds)


def add_round_names(listings: Sequence[EncounterListing]) -> list[RoundListing]:
    names = round_names_of_listings(listings)
    return [RoundListing(listing, names[round_key_of(listing.encounter)]) for listing in listings]


def read_round_names(stages: Iterable[Stage]) -> dict[RoundKey, RoundName]:
    kinds = {stage.pk: stage.kind for stage in stages}
    drawn = Encounter.objects.not_annulled().filter(stage__in=kinds).order_by()
    rounds = drawn.values_list("stage_id", "part", "round").annotate(ties=Count("pk"))
    return round_names({(stage, part, number): ties for stage, part, number, ties in rounds}, kinds)


def tie_names(encounters: Iterable[Encounter]) -> dict[int, TieName]:
    listed = list(encounters)
    kinds = {encounter.stage_id: encounter.stage.kind for encounter in listed}
    names = round_names(Counter(round_key_of(encounter) for encounter in listed), kinds)
    named = {encounter.pk: tie_name_of(encounter, names) for encounter in listed}
    return {key: name for key, name in named.items() if name is not None}


def read_tie_names(encounters: Collection[int]) -> dict[int, TieName]:
    if not encounters:
        return {}
    stages = Encounter.objects.filter(pk__in=encounters).values("stage")
    siblings = (
        Encounter.objects.not_annulled().filter(stage__in=stages).select_related("stage").order_by("pk")
    )
    of_round = siblings.only("stage__kind", "part", "round", "position", "group_id")
    return {key: name for key, name in tie_names(of_round).items() if key in encounters}


def tie_name_of(encounter: Encounter, names: Mapping[RoundKey, RoundName]) -> TieName | None:
    """None in groups and if the whole round was annulled."""
    name = names.get(round_key_of(encounter))
    return TieName(name, encounter.position + 1) if name and encounter.group_id is None else None
