from __future__ import annotations

from collections.abc import Sequence

from .elimination_places import EliminationRound, encounter_losers, shared_places
from .encounter_plan import (
    EmptySide,
    EncounterKey,
    FormatSettings,
    FromEncounter,
    Part,
    PlannedEncounter,
    PlayedEncounter,
    Seed,
    Source,
    StageField,
)
from .seeding import bracket_order, bracket_size

FEWEST_FOR_THIRD = 4


def first_meetings(entrants: int) -> list[tuple[Source, Source]]:
    order = bracket_order(bracket_size(entrants))
    chairs = [Seed(seed) if seed <= entrants else EmptySide() for seed in order]
    return list(zip(chairs[::2], chairs[1::2], strict=True))


class SingleElimination:
    """Winners of positions 2p and 2p + 1 meet at position p."""

    fewest = 2
    seats = 2

    def plan(self, field: StageField, settings: FormatSettings) -> list[PlannedEncounter]:
        """Plan all rounds, with third place if the settings ask for it and enough play."""
        rounds = _round_count(field)
        planned = [
            PlannedEncounter(EncounterKey(Part.MAIN, 1, position), sides)
            for position, sides in enumerate(first_meetings(field.entrants))
        ]
        for number in range(2, rounds + 1):
            for position in range(1 << (rounds - number)):
                key = EncounterKey(Part.MAIN, number, position)
                planned.append(PlannedEncounter(key, _feeding_sides(number - 1, position, place=1)))
        if settings.third_place and field.entrants >= FEWEST_FOR_THIRD:
            planned.append(
                PlannedEncounter(EncounterKey(Part.THIRD, rounds, 0), _feeding_sides(rounds - 1, 0, place=2))
            )
        return planned

    def next_round(
        self, field: StageField, settings: FormatSettings, played: Sequence[PlayedEncounter]
    ) -> list[PlannedEncounter] | None:
        return None

    def ranking(
        self, field: StageField, settings: FormatSettings, played: Sequence[PlayedEncounter]
    ) -> list[list[int]]:
        """Return seeds by place; those who lost in the same round share one, unless third place is played.

        The champion comes first after the final, as an empty list if it has no winner.
        """
        final = EncounterKey(Part.MAIN, _round_count(field), 0)
        reached: dict[int, EliminationRound] = {}
        for encounter in played:
            if encounter.key.part is Part.MAIN:
                reached |= dict.fromkeys(encounter_losers(encounter), (encounter.key.round, 0))
        for encounter in played:
            if encounter.key.part is Part.THIRD:
                reached = _rank_third_place(reached, encounter)
        ranking = shared_places(reached)
        champions = [
            encounter.seed_at_place(1) for encounter in played if encounter.key == final and encounter.decided
        ]
        return [[seed for seed in champions if seed is not None], *ranking] if champions else ranking


def _round_count(field: StageField) -> int:
    return bracket_size(field.entrants).bit_length() - 1


def _feeding_sides(number: int, position: int, *, place: int) -> tuple[Source, Source]:
    first, second = (EncounterKey(Part.MAIN, number, 2 * position + side) for side in (0, 1))
    return FromEncounter(first, place), FromEncounter(second, place)


def _rank_third_place(
    reached: dict[int, EliminationRound], third: PlayedEncounter
) -> dict[int, EliminationRound]:
    """By their match only; omitted before it is decided."""
    semi_final = third.key.round - 1
    places = {seed: place for seed, place in zip(third.seeds, third.places, strict=True) if seed is not None}
    eliminated = {seed: reached_round for seed, reached_round in reached.items() if seed not in places}
    return eliminated | {seed: (semi_final, 3 - place) for seed, place in places.items() if place is not None}


SINGLE_ELIMINATION = SingleElimination()
