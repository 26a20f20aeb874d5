"""Swiss rounds at tables of four, in singles, near opponents of similar rank.

Up to three have a bye, as low as possible; nobody a second one while somebody had fewer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

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
from tournaments.formats.fours.near_seating import seat_by_rank
from tournaments.formats.fours.seating import SEATS_PER_TABLE, seat_by_pot
from tournaments.formats.fours.tables_of_four import count_byes, count_meetings
from tournaments.formats.swiss import default_rounds


def stage_round_count(field: StageField, settings: FormatSettings) -> int:
    return settings.rounds or default_rounds(field.entrants)


class SwissInFours:
    fewest = SEATS_PER_TABLE
    seats = SEATS_PER_TABLE

    def plan(self, field: StageField, settings: FormatSettings) -> list[PlannedEncounter]:
        meetings = {
            seed: dict.fromkeys(avoided, 1) for seed, avoided in enumerate(field.seeds_to_avoid, start=1)
        }
        order = list(range(1, field.entrants + 1))
        playing, resting = _playing_and_resting(order, Counter())
        return _plan_round(1, seat_by_pot(playing, meetings).tables, resting)

    def next_round(
        self, field: StageField, settings: FormatSettings, played: Sequence[PlayedEncounter]
    ) -> list[PlannedEncounter] | None:
        done = max(encounter.key.round for encounter in played)
        if done >= stage_round_count(field, settings) or len(field.seeds_in_order) < SEATS_PER_TABLE:
            return None
        playing, resting = _playing_and_resting(field.seeds_in_order, count_byes(played))
        return _plan_round(done + 1, seat_by_rank(playing, count_meetings(played)), resting)

    def ranking(
        self, field: StageField, settings: FormatSettings, played: Sequence[PlayedEncounter]
    ) -> list[list[int]]:
        return []


def _playing_and_resting(order: Sequence[int], byes: Counter[int]) -> tuple[list[int], list[int]]:
    from_below = list(order)[::-1]
    by_byes = sorted(from_below, key=lambda seed: byes[seed])
    resting = set(by_byes[: len(order) % SEATS_PER_TABLE])
    return [seed for seed in order if seed not in resting], [seed for seed in order if seed in resting]


def _plan_round(
    number: int, tables: Sequence[Sequence[int]], resting: Sequence[int]
) -> list[PlannedEncounter]:
    sides: list[tuple[Source, ...]] = [tuple(map(Seed, table)) for table in tables]
    sides += [(Seed(seed), EmptySide(), EmptySide(), EmptySide()) for seed in resting]
    return [
        PlannedEncounter(EncounterKey(Part.MAIN, number, position), chairs)
        for position, chairs in enumerate(sides)
    ]


ROUNDS_AT_TABLES = SwissInFours()
