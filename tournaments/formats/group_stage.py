from __future__ import annotations

from collections.abc import Iterator, Sequence

from .encounter_plan import (
    EncounterKey,
    FormatSettings,
    Part,
    PlannedEncounter,
    PlayedEncounter,
    Seed,
    StageField,
)
from .round_robin import round_robin


class Groups:
    fewest = 2
    seats = 2

    def plan(self, field: StageField, settings: FormatSettings) -> list[PlannedEncounter]:
        """Plan all encounters of `field.groups`; second meetings swap sides."""
        return [
            planned
            for group, members in enumerate(field.groups)
            for planned in _plan_encounters(group, members, settings.meetings)
        ]

    def next_round(
        self, field: StageField, settings: FormatSettings, played: Sequence[PlayedEncounter]
    ) -> list[PlannedEncounter] | None:
        return None

    def ranking(
        self, field: StageField, settings: FormatSettings, played: Sequence[PlayedEncounter]
    ) -> list[list[int]]:
        return []


def _plan_encounters(group: int, members: Sequence[int], meetings: int) -> Iterator[PlannedEncounter]:
    rounds = round_robin(len(members))
    for number in range(meetings * len(rounds)):
        cycle, index = divmod(number, len(rounds))
        for position, (side_a, side_b) in enumerate(rounds[index]):
            sides = (Seed(members[side_a]), Seed(members[side_b]))
            yield PlannedEncounter(
                EncounterKey(Part.MAIN, number + 1, position, group), sides[::-1] if cycle % 2 else sides
            )


GROUPS = Groups()
