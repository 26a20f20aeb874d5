from __future__ import annotations

from collections.abc import Iterator, Sequence

from .plan import Field, Key, Part, Planned, Played, Seed, Settings
from .round_robin import round_robin


class Groups:
    fewest = 2
    seats = 2

    def plan(self, field: Field, settings: Settings) -> list[Planned]:
        """Plan all encounters of `field.groups`; second meetings swap sides."""
        return [
            planned
            for group, members in enumerate(field.groups)
            for planned in _encounters(group, members, settings.meetings)
        ]

    def next_round(self, field: Field, settings: Settings, played: Sequence[Played]) -> list[Planned] | None:
        return None

    def ranking(self, field: Field, settings: Settings, played: Sequence[Played]) -> list[list[int]]:
        return []


def _encounters(group: int, members: Sequence[int], meetings: int) -> Iterator[Planned]:
    rounds = round_robin(len(members))
    for number in range(meetings * len(rounds)):
        cycle, index = divmod(number, len(rounds))
        for position, (side_a, side_b) in enumerate(rounds[index]):
            sides = (Seed(members[side_a]), Seed(members[side_b]))
            yield Planned(Key(Part.MAIN, number + 1, position, group), sides[::-1] if cycle % 2 else sides)


GROUPS = Groups()
