"""Tables of four, in singles: the best two of each advance, until one table is left.

Five would send on three, so the best third advances too. The best third, then fourth, of the previous round
replaces an entrant who withdraws between rounds; so `StageField.seeds_in_order` includes eliminated ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import permutations

from tournaments.formats.encounter_plan import (
    EmptySide,
    EncounterKey,
    FormatSettings,
    Part,
    PlannedEncounter,
    PlayedEncounter,
    Seed,
    Source,
    StageField,
)
from tournaments.formats.fours.seating import SEATS_PER_TABLE, MeetingCounts, seat_by_pot


def count_advancing(entrants: int) -> int:
    if entrants == SEATS_PER_TABLE:
        return 1
    tables, byes = divmod(entrants, SEATS_PER_TABLE)
    return max(2 * tables + byes, SEATS_PER_TABLE)


def round_sizes(entrants: int) -> list[int]:
    sizes = [entrants]
    while sizes[-1] > SEATS_PER_TABLE:
        sizes.append(count_advancing(sizes[-1]))
    return sizes


class TablesOfFour:
    fewest = SEATS_PER_TABLE
    seats = SEATS_PER_TABLE

    def plan(self, field: StageField, settings: FormatSettings) -> list[PlannedEncounter]:
        meetings = {
            seed: dict.fromkeys(avoided, 1) for seed, avoided in enumerate(field.seeds_to_avoid, start=1)
        }
        return _plan_round(1, list(range(1, field.entrants + 1)), meetings, Counter())

    def next_round(
        self, field: StageField, settings: FormatSettings, played: Sequence[PlayedEncounter]
    ) -> list[PlannedEncounter] | None:
        last = _last_round(played)
        advancing = _advancing_seeds(field, last)
        if len(last) == 1 or len(advancing) < SEATS_PER_TABLE:
            return None
        return _plan_round(last[0].key.round + 1, advancing, count_meetings(played), count_byes(played))

    def ranking(
        self, field: StageField, settings: FormatSettings, played: Sequence[PlayedEncounter]
    ) -> list[list[int]]:
        """Return the last table's seeds by place; then by round, those eliminated at the same place.

        Leaves out those who may still be seated. Where too few are left for another table, the last round
        decides.
        """
        last = _last_round(played)
        finished = all(map(_is_finished, last))
        too_few = len(last) > 1 and len(_advancing_seeds(field, last)) < SEATS_PER_TABLE
        open_rounds = set() if finished and (too_few or len(last) == 1) else {last[0].key.round}
        shared = [[seed] for seed in _order_in_unfinished_stage(field, last)] if finished and too_few else []
        placed = {seed for group in shared for seed in group}
        for number in range(last[0].key.round, 0, -1):
            places = _places_by_seed(encounter for encounter in played if encounter.key.round == number)
            eliminated = sorted(places.keys() - placed) if number not in open_rounds else []
            shared += [
                [seed for seed in eliminated if places[seed] == place]
                for place in range(1, SEATS_PER_TABLE + 1)
            ]
            placed |= places.keys()
        return [group for group in shared if group]


def _last_round(played: Sequence[PlayedEncounter]) -> list[PlayedEncounter]:
    number = max(encounter.key.round for encounter in played)
    return [encounter for encounter in played if encounter.key.round == number]


def _is_finished(encounter: PlayedEncounter) -> bool:
    return encounter.decided or len(_seated_seeds(encounter)) == 1


def _seated_seeds(encounter: PlayedEncounter) -> list[int]:
    return [seed for seed in encounter.seeds if seed is not None]


def _places_by_seed(encounters: Iterable[PlayedEncounter]) -> dict[int, int]:
    """Return each seed's place: 1 for a bye, the last where none is decided."""
    places: dict[int, int] = {}
    for encounter in encounters:
        if len(_seated_seeds(encounter)) == 1:
            places[_seated_seeds(encounter)[0]] = 1
            continue
        for seed, place in zip(encounter.seeds, encounter.places, strict=True):
            if seed is not None:
                places[seed] = place or SEATS_PER_TABLE
    return places


def _order_in_unfinished_stage(field: StageField, last: Sequence[PlayedEncounter]) -> list[int]:
    """Those in play by place; level ones with who played before a bye, then by seed. Leavers are last."""
    places = _places_by_seed(last)
    byes = {seeds[0] for encounter in last if len(seeds := _seated_seeds(encounter)) == 1}
    return sorted(
        places, key=lambda seed: (seed not in field.seeds_in_order, places[seed], seed in byes, seed)
    )


def _advancing_seeds(field: StageField, last: Sequence[PlayedEncounter]) -> list[int]:
    places = _places_by_seed(last)
    candidates = [seed for seed in field.seeds_in_order if seed in places]
    chosen = set(sorted(candidates, key=lambda seed: max(places[seed], 2))[: count_advancing(len(places))])
    return [seed for seed in candidates if seed in chosen]


def count_meetings(played: Sequence[PlayedEncounter]) -> dict[int, Counter[int]]:
    meetings: dict[int, Counter[int]] = {}
    for encounter in played:
        for seed, opponent in permutations(_seated_seeds(encounter), 2):
            meetings.setdefault(seed, Counter())[opponent] += 1
    return meetings


def count_byes(played: Sequence[PlayedEncounter]) -> Counter[int]:
    return Counter(_seated_seeds(encounter)[0] for encounter in played if len(_seated_seeds(encounter)) == 1)


def _plan_round(
    number: int, order: list[int], meetings: MeetingCounts, byes: Counter[int]
) -> list[PlannedEncounter]:
    """Plan full tables as `seat_by_pot` does, byes for those with fewest, best first; update no count."""
    resting = sorted(order, key=lambda seed: byes[seed])[: len(order) % SEATS_PER_TABLE]
    seating = seat_by_pot([seed for seed in order if seed not in resting], meetings)
    sides: list[tuple[Source, ...]] = [tuple(map(Seed, table)) for table in seating.tables]
    sides += [(Seed(seed), EmptySide(), EmptySide(), EmptySide()) for seed in resting]
    return [
        PlannedEncounter(EncounterKey(Part.MAIN, number, position), chairs)
        for position, chairs in enumerate(sides)
    ]


TABLES_OF_FOUR = TablesOfFour()
