"""Removes first-round encounters between kin by single exchanges within tiers.

When none helps, no arrangement within the tiers has fewer.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

SeedsByTier = Mapping[int, list[int]]


class Bracket:
    def __init__(self, holders: list[int], slots: Sequence[int], kin: Sequence[str | None]) -> None:
        self.holders, self.slots, self.kin = holders, slots, kin
        self.slot_of = {seed: slot for slot, seed in enumerate(slots) if seed <= len(holders)}
        self.rounds = range(1, len(slots).bit_length())
        self.held = Counter(
            (number, slot >> number, self.kin_of(seed))
            for seed, slot in self.slot_of.items()
            for number in self.rounds
        )

    def kin_of(self, seed: int) -> str | None:
        return self.kin[self.holders[seed - 1]]

    def opponent(self, seed: int) -> int | None:
        opponent_seed = self.slots[self.slot_of[seed] ^ 1]
        return opponent_seed if opponent_seed in self.slot_of else None

    def gain(self, first_seed: int, second_seed: int, number: int) -> int:
        """Return how many fewer couples of kin share a part of 2 ** `number` slots after an exchange."""
        part, other_part = self.slot_of[first_seed] >> number, self.slot_of[second_seed] >> number
        kin, other_kin = self.kin_of(first_seed), self.kin_of(second_seed)
        if part == other_part or kin == other_kin:
            return 0
        gain = 0
        if kin is not None:
            gain += self.held[number, part, kin] - 1 - self.held[number, other_part, kin]
        if other_kin is not None:
            gain += self.held[number, other_part, other_kin] - 1 - self.held[number, part, other_kin]
        return gain

    def gains(self, couple: tuple[int, int]) -> list[int]:
        first, second = couple
        return [self.gain(first, second, number) for number in self.rounds]

    def exchange(self, first_seed: int, second_seed: int) -> None:
        for seed, opposite in ((first_seed, second_seed), (second_seed, first_seed)):
            for number in self.rounds:
                self.held[number, self.slot_of[seed] >> number, self.kin_of(seed)] -= 1
                self.held[number, self.slot_of[opposite] >> number, self.kin_of(seed)] += 1
        first, second = self.holders[first_seed - 1], self.holders[second_seed - 1]
        self.holders[first_seed - 1], self.holders[second_seed - 1] = second, first


def remove_first_meetings(bracket: Bracket, tiers: Sequence[int]) -> None:
    """Exchange holders within `tiers` (by seed) so that kin don't meet in the first round, if avoidable.

    Prefers what separates most in later rounds.
    """
    mates = defaultdict[int, list[int]](list)
    for seed, tier in enumerate(tiers, start=1):
        mates[tier].append(seed)
    unavoidable = set[str | None]([None])
    meetings = [(seed, bracket.opponent(seed)) for seed in bracket.slot_of]
    for seed, opponent in meetings:
        if opponent is None or seed > opponent:
            continue
        while (kin := bracket.kin_of(seed)) == bracket.kin_of(opponent) and kin not in unavoidable:
            if not (
                _separate_by_exchange(bracket, (seed, opponent), mates, tiers)
                or _separate_by_bye(bracket, kin, mates)
            ):
                unavoidable.add(kin)


def _separate_by_exchange(
    bracket: Bracket, couple: tuple[int, int], mates: SeedsByTier, tiers: Sequence[int]
) -> bool:
    exchanges = [(seed, mate) for seed in couple for mate in mates[tiers[seed - 1]]]
    useful = [(seed, mate) for seed, mate in exchanges if bracket.gain(seed, mate, 1) > 0]
    if useful:
        seed, mate = max(useful, key=bracket.gains)
        bracket.exchange(seed, mate)
    return bool(useful)


def _separate_by_bye(bracket: Bracket, kin: str | None, mates: SeedsByTier) -> bool:
    for tier in mates.values():
        byes = [seed for seed in tier if bracket.opponent(seed) is None and bracket.kin_of(seed) != kin]
        playing = [seed for seed in tier if bracket.opponent(seed) and bracket.kin_of(seed) == kin]
        if byes and playing:
            bracket.exchange(playing[0], byes[0])
            return True
    return False
