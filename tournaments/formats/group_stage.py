"""Groups: everyone meets everyone of the same group, once or twice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .plan import Field, Key, Part, Planned, Played, Seed, Settings
from .round_robin import round_robin


class Groups:
    """Rounds count within a group, positions within a round of it."""

    fewest = 2
    seats = 2

    def plan(self, field: Field, settings: Settings) -> list[Planned]:
        """All encounters of `field.groups`; whoever meets again has changed sides."""
        return [
            one
            for group, members in enumerate(field.groups)
            for one in _encounters(group, members, settings.meetings)
        ]

    def next_round(self, field: Field, settings: Settings, played: Sequence[Played]) -> list[Planned] | None:
        """None: the plan holds everything."""
        return None

    def ranking(self, field: Field, settings: Settings, played: Sequence[Played]) -> list[list[int]]:
        """Empty: the order is that of the standings."""
        return []


def _encounters(group: int, members: Sequence[int], meetings: int) -> Iterator[Planned]:
    once = round_robin(len(members))
    for number in range(meetings * len(once)):
        again, index = divmod(number, len(once))
        for position, (one, other) in enumerate(once[index]):
            sides = (Seed(members[one]), Seed(members[other]))
            yield Planned(Key(Part.MAIN, number + 1, position, group), sides[::-1] if again % 2 else sides)


GROUPS = Groups()
