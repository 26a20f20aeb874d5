from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence

Trait = tuple[int, ...]

TraitFunction = Callable[[int, int], Trait | None]
"""What a seed and its holder share with those they may change places with; None means they stay."""

Exchange = tuple[int, int]


class Bracket:
    """Slots of seeds without a holder are empty."""

    def __init__(self, slots: Sequence[int], holders: list[int]) -> None:
        self.slots, self.holders = slots, holders
        self.groups: Sequence[int] = range(len(holders))

    @property
    def is_even(self) -> bool:
        """Return whether no half, quarter… has more of a group than necessary, after `separate_groups`."""
        sizes = Counter(self.groups)
        parts = 2
        while parts < len(self.slots):
            length = len(self.slots) // parts
            held = Counter(
                (slot // length, self.group_at(seed)) for slot, seed in self._occupied_slots(self.slots)
            )
            if any(count > -(-sizes[group] // parts) for (_part, group), count in held.items()):
                return False
            parts *= 2
        return True

    def separate_groups(self, groups: Sequence[int], traits: Sequence[TraitFunction]) -> None:
        """Spread groups over halves, quarters… by few exchanges in the first of `traits` that allows any.

        `groups` are by holder.
        """
        self.groups = groups
        blocks = deque([self.slots])
        while blocks:
            block = blocks.popleft()
            half = len(block) // 2
            sides = {seed: 1 if slot < half else -1 for slot, seed in self._occupied_slots(block)}
            if half > 1 and len({self.group_at(seed) for seed in sides}) < len(sides):
                self._divide(dict(sorted(sides.items())), traits)
                blocks += [block[:half], block[half:]]

    def group_at(self, seed: int) -> int:
        return self.groups[self.holders[seed - 1]]

    def _occupied_slots(self, block: Sequence[int]) -> Iterator[tuple[int, int]]:
        return ((slot, seed) for slot, seed in enumerate(block) if seed <= len(self.holders))

    def _divide(self, sides: Mapping[int, int], traits: Sequence[TraitFunction]) -> None:
        """Exchange holders until groups differ by at most one, where possible; `sides` are 1 and -1."""
        hopeless: set[int] = set()
        while True:
            balance = self._balance(sides)
            uneven = [group for group, excess in balance.items() if abs(excess) > 1 and group not in hopeless]
            if not uneven:
                return
            chains = (self._shortest_chain(uneven[0], balance, sides, trait_of) for trait_of in traits)
            chain = next(filter(None, chains), [])
            for seed, exchanged in chain:
                first, second = self.holders[seed - 1], self.holders[exchanged - 1]
                self.holders[seed - 1], self.holders[exchanged - 1] = second, first
            if not chain:
                hopeless.add(uneven[0])

    def _balance(self, sides: Mapping[int, int]) -> Counter[int]:
        balance: Counter[int] = Counter()
        for seed, side in sides.items():
            balance[self.group_at(seed)] += side
        return balance

    def _shortest_chain(
        self, start: int, balance: Mapping[int, int], sides: Mapping[int, int], trait_of: TraitFunction
    ) -> list[Exchange]:
        """Return exchanges that move one of group `start` and leave no other group less even.

        Empty if impossible.
        """
        full_side = 1 if balance[start] > 0 else -1
        givers, receivers = self._exchange_offers(sides, full_side, trait_of)
        previous: dict[int, tuple[int, Exchange]] = {}
        waiting = deque([start])
        while waiting:
            group = waiting.popleft()
            for giver, receiver in (
                (seed, exchanged) for trait, seed in givers[group].items() for exchanged in receivers[trait]
            ):
                following = self.group_at(receiver)
                if following == start or following in previous:
                    continue
                previous[following] = group, (giver, receiver)
                if balance[following] * full_side < 0:
                    return _chain_to(previous, following, start)
                waiting.append(following)
        return []

    def _exchange_offers(
        self, sides: Mapping[int, int], full_side: int, trait_of: TraitFunction
    ) -> tuple[Mapping[int, Mapping[Trait, int]], Mapping[Trait, list[int]]]:
        """Return one of the full side's seeds by group and trait, all others by trait; omit those without."""
        givers: defaultdict[int, dict[Trait, int]] = defaultdict(dict)
        receivers: defaultdict[Trait, list[int]] = defaultdict(list)
        for seed, side in sides.items():
            trait = trait_of(seed, self.holders[seed - 1])
            if trait is not None and side == full_side:
                givers[self.group_at(seed)][trait] = seed
            elif trait is not None:
                receivers[trait].append(seed)
        return givers, receivers


def _chain_to(previous: Mapping[int, tuple[int, Exchange]], last: int, start: int) -> list[Exchange]:
    chain = []
    while last != start:
        last, exchange = previous[last]
        chain.append(exchange)
    return chain
