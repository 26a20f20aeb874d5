from __future__ import annotations

from collections.abc import Sequence

from .elimination_places import Reached, beaten, shared_places
from .plan import Field, From, Key, Nobody, Part, Planned, Played, Seed, Settings, Source
from .seeding import bracket_order, bracket_size

FEWEST_FOR_THIRD = 4


def first_meetings(entrants: int) -> list[tuple[Source, Source]]:
    order = bracket_order(bracket_size(entrants))
    chairs = [Seed(seed) if seed <= entrants else Nobody() for seed in order]
    return list(zip(chairs[::2], chairs[1::2], strict=True))


class SingleElimination:
    """Winners of positions 2p and 2p + 1 meet at position p of the next round."""

    fewest = 2
    seats = 2

    def plan(self, field: Field, settings: Settings) -> list[Planned]:
        rounds = _rounds(field)
        planned = [
            Planned(Key(Part.MAIN, 1, position), sides)
            for position, sides in enumerate(first_meetings(field.entrants))
        ]
        for number in range(2, rounds + 1):
            for position in range(1 << (rounds - number)):
                key = Key(Part.MAIN, number, position)
                planned.append(Planned(key, _fed_by(number - 1, position, place=1)))
        if settings.third_place and field.entrants >= FEWEST_FOR_THIRD:
            planned.append(Planned(Key(Part.THIRD, rounds, 0), _fed_by(rounds - 1, 0, place=2)))
        return planned

    def next_round(self, field: Field, settings: Settings, played: Sequence[Played]) -> list[Planned] | None:
        return None

    def ranking(self, field: Field, settings: Settings, played: Sequence[Played]) -> list[list[int]]:
        """Return winner, runner-up, third and fourth if played for; the others by the round they lost in.

        After a final without a winner the first list is empty.
        """
        final = Key(Part.MAIN, _rounds(field), 0)
        reached: dict[int, Reached] = {}
        for encounter in played:
            if encounter.key.part is Part.MAIN:
                reached |= dict.fromkeys(beaten(encounter), (encounter.key.round, 0))
        for encounter in played:
            if encounter.key.part is Part.THIRD:
                reached = _with_third(reached, encounter)
        ranking = shared_places(reached)
        champions = [encounter.at(1) for encounter in played if encounter.key == final and encounter.decided]
        return [[seed for seed in champions if seed is not None], *ranking] if champions else ranking


def _rounds(field: Field) -> int:
    return bracket_size(field.entrants).bit_length() - 1


def _fed_by(number: int, position: int, *, place: int) -> tuple[Source, Source]:
    first, second = (Key(Part.MAIN, number, 2 * position + side) for side in (0, 1))
    return From(first, place), From(second, place)


def _with_third(reached: dict[int, Reached], third: Played) -> dict[int, Reached]:
    """Rank the two by their match only; leave them out before it is decided."""
    semi_final = third.key.round - 1
    places = {seed: place for seed, place in zip(third.seeds, third.places, strict=True) if seed is not None}
    eliminated = {seed: reached_round for seed, reached_round in reached.items() if seed not in places}
    return eliminated | {seed: (semi_final, 3 - place) for seed, place in places.items() if place is not None}


SINGLE_ELIMINATION = SingleElimination()
