from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from scoring.queries.bracket.slot_sources import Tie, build_slot, code_of_place
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.round_names import (
    RoundKey,
    RoundName,
    TieName,
    round_key_of,
    round_names_of_listings,
    tie_name_of,
)
from scoring.queries.tournament_context import StageContext, TournamentContext
from tournaments.enums import Part, StageKind
from tournaments.models import EncounterSide, Stage

PARTS_IN_ORDER = (Part.MAIN, Part.LOSERS, Part.FINAL, Part.THIRD)
"""In display order."""


@dataclass(frozen=True)
class Round:
    name: RoundName
    ties: Sequence[Tie]

    @property
    def size(self) -> int:
        return len(self.ties)

    @property
    def final(self) -> bool:
        return len(self.ties) == 1

    @property
    def decided(self) -> int:
        return sum(tie.listing is not None and tie.listing.decided for tie in self.ties)

    @property
    def playing(self) -> int:
        return sum(tie.listing is not None and tie.listing.playing for tie in self.ties)


@dataclass(frozen=True)
class BracketPart:
    part: str
    rounds: Sequence[Round]


@dataclass(frozen=True)
class StageBracket:
    stage: StageContext
    parts: Sequence[BracketPart]
    projected: bool = False

    @property
    def of_four(self) -> bool:
        return self.stage.stage.kind == StageKind.TABLES

    @property
    def is_double_elimination(self) -> bool:
        return self.stage.stage.kind == StageKind.DOUBLE

    @property
    def uses_group_codes(self) -> bool:
        return any(
            slot.code[:1].isalpha() for round_ in self.rounds for tie in round_.ties for slot in tie.slots
        )

    @property
    def rounds_newest_first(self) -> list[Round]:
        return self.rounds[::-1]

    @property
    def rounds(self) -> list[Round]:
        return [round_ for part in self.parts for round_ in part.rounds]

    @property
    def playing(self) -> int:
        return sum(round_.playing for round_ in self.rounds)


def drawn_bracket(
    stage: StageContext,
    listings: Sequence[EncounterListing],
    names: Mapping[RoundKey, RoundName] | None = None,
    codes: Mapping[int, str] | None = None,
) -> StageBracket:
    """Return a stage's bracket; pass `names` and entrants' `codes` if some of its encounters are missing."""
    of_stage = [listing for listing in listings if listing.encounter.stage_id == stage.stage.pk]
    codes = _codes(side for listing in of_stage for side in listing.sides) if codes is None else codes
    names = round_names_of_listings(of_stage) if names is None else names
    ties: dict[int, Tie] = {}
    for listing in sorted(of_stage, key=lambda listing: (listing.encounter.round, listing.encounter.pk)):
        ties[listing.encounter.pk] = _tie(listing, names, codes, ties)
    return StageBracket(stage, group_into_parts(list(ties.values())))


def drawn_brackets(context: TournamentContext, listings: Sequence[EncounterListing]) -> list[StageBracket]:
    return [drawn_bracket(stage, listings) for stage in context.knockouts if stage.drawn]


def group_into_parts(ties: Sequence[Tie]) -> list[BracketPart]:
    """Return parts, their rounds and ties in the order shown."""
    ordered = sorted(
        ties,
        key=lambda tie: (
            PARTS_IN_ORDER.index(Part(tie.name.round.part)),
            tie.name.round.number,
            tie.name.number,
        ),
    )
    return [
        BracketPart(
            part,
            [
                Round(name, list(members))
                for name, members in groupby(of_part, key=lambda tie: tie.name.round)
            ],
        )
        for part, of_part in groupby(ordered, key=lambda tie: tie.name.round.part)
    ]


def read_codes(stage: Stage, listings: Sequence[EncounterListing]) -> dict[int, str]:
    entrants = {side.entrant_id for listing in listings for side in listing.sides if side.entrant_id}
    seeded = EncounterSide.objects.filter(
        encounter__stage=stage, encounter__annulled_at=None, entrant__in=entrants, seed__isnull=False
    )
    return _codes(seeded.select_related("from_group").order_by("pk"))


def _codes(sides: Iterable[EncounterSide]) -> dict[int, str]:
    """Return entrants' group places, else their seeds."""
    return {
        side.entrant_id: _code(side)
        for side in sides
        if side.entrant_id is not None and side.seed is not None
    }


def _code(side: EncounterSide) -> str:
    group = side.from_group.name if side.from_group else ""
    return code_of_place(group, side.from_rank or 0) or f"{side.from_rank or side.seed}"


def _tie(
    listing: EncounterListing,
    names: Mapping[RoundKey, RoundName],
    codes: Mapping[int, str],
    ties: Mapping[int, Tie],
) -> Tie:
    encounter = listing.encounter
    name = tie_name_of(encounter, names) or TieName(names[round_key_of(encounter)], encounter.position + 1)
    return Tie(name, tuple(build_slot(listing, side, codes, ties) for side in listing.sides), listing)
