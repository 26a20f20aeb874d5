"""Keeping people of one group apart in a bracket, by changing as few places as that needs."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence

Trait = tuple[int, ...]

Alike = Callable[[int, int], Trait | None]
"""What a seed and its holder have in common with those they may change places with; None stays."""

Exchange = tuple[int, int]
"""Two seeds that change holders."""


class Bracket:
    """Holders by seed, from the first, and seeds by slot; slots of seeds that nobody holds are empty."""

    def __init__(self, slots: Sequence[int], holders: list[int]) -> None:
        """Take both as they are; `separate` changes the holders."""
        self.slots, self.holders = slots, holders
        self.groups: Sequence[int] = range(len(holders))

    @property
    def even(self) -> bool:
        """Whether no half, quarter… holds more of a group than an even division leaves to it."""
        sizes = Counter(self.groups)
        parts = 2
        while parts < len(self.slots):
            length = len(self.slots) // parts
            held = Counter((slot // length, self.group_at(seed)) for slot, seed in self._taken(self.slots))
            if any(count > -(-sizes[group] // parts) for (_part, group), count in held.items()):
                return False
            parts *= 2
        return True

    def separate(self, groups: Sequence[int], alike: Sequence[Alike]) -> None:
        """Divide groups (given by holder) as evenly as can be over halves, then over quarters and so on.

        Those who change places are alike in the first sense in which there is a way at all.
        """
        self.groups = groups
        blocks = deque([self.slots])
        while blocks:
            block = blocks.popleft()
            half = len(block) // 2
            sides = {seed: 1 if slot < half else -1 for slot, seed in self._taken(block)}
            if half > 1 and len({self.group_at(seed) for seed in sides}) < len(sides):
                self._divide(dict(sorted(sides.items())), alike)
                blocks += [block[:half], block[half:]]

    def group_at(self, seed: int) -> int:
        return self.groups[self.holders[seed - 1]]

    def _taken(self, block: Sequence[int]) -> Iterator[tuple[int, int]]:
        return ((slot, seed) for slot, seed in enumerate(block) if seed <= len(self.holders))

    def _divide(self, sides: Mapping[int, int], alike: Sequence[Alike]) -> None:
        """Even out every group for which there is a way; `sides` says in which half (1 or -1) a seed is."""
        hopeless: set[int] = set()
        while True:
            balance = self._balance(sides)
            uneven = [group for group, more in balance.items() if abs(more) > 1 and group not in hopeless]
            if not uneven:
                return
            chains = (self._chain(uneven[0], balance, sides, sense) for sense in alike)
            chain = next(filter(None, chains), [])
            for one, other in chain:
                first, second = self.holders[one - 1], self.holders[other - 1]
                self.holders[one - 1], self.holders[other - 1] = second, first
            if not chain:
                hopeless.add(uneven[0])

    def _balance(self, sides: Mapping[int, int]) -> Counter[int]:
        balance: Counter[int] = Counter()
        for seed, side in sides.items():
            balance[self.group_at(seed)] += side
        return balance

    def _chain(
        self, start: int, balance: Mapping[int, int], sides: Mapping[int, int], alike: Alike
    ) -> list[Exchange]:
        """The shortest chain of exchanges that brings one of a group across and leaves no other less even.

        Each group hands one over for one of the next, until that is a group with room for it. Empty if none.
        """
        full = 1 if balance[start] > 0 else -1
        offered, wanted = self._offers(sides, full, alike)
        came: dict[int, tuple[int, Exchange]] = {}
        waiting = deque([start])
        while waiting:
            group = waiting.popleft()
            for one, other in (
                (one, other) for trait, one in offered[group].items() for other in wanted[trait]
            ):
                following = self.group_at(other)
                if following == start or following in came:
                    continue
                came[following] = group, (one, other)
                if balance[following] * full < 0:
                    return _back(came, following, start)
                waiting.append(following)
        return []

    def _offers(
        self, sides: Mapping[int, int], full: int, alike: Alike
    ) -> tuple[Mapping[int, Mapping[Trait, int]], Mapping[Trait, list[int]]]:
        """By group whom it could hand over, one of each trait; by trait who could come in return."""
        offered: defaultdict[int, dict[Trait, int]] = defaultdict(dict)
        wanted: defaultdict[Trait, list[int]] = defaultdict(list)
        for seed, side in sides.items():
            trait = alike(seed, self.holders[seed - 1])
            if trait is not None and side == full:
                offered[self.group_at(seed)][trait] = seed
            elif trait is not None:
                wanted[trait].append(seed)
        return offered, wanted


def _back(came: Mapping[int, tuple[int, Exchange]], last: int, start: int) -> list[Exchange]:
    chain = []
    while last != start:
        last, exchange = came[last]
        chain.append(exchange)
    return chain
