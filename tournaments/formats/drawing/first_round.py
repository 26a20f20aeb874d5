"""Taking meetings of kin out of a bracket's first round by single exchanges.

While two of one club meet and another meeting has none of it, exchanging their places in the last tier
makes one meeting less. Where every other meeting has one of it, a bye can go to one of them from somebody
else of its tier, who then plays; that makes such a meeting. Once there is neither, no arrangement within
the tiers has fewer.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

Mates = Mapping[int, list[int]]
"""Seeds by tier."""


class Bracket:
    """Who sits at which slot, and how many of each kin are in every part of the bracket."""

    def __init__(self, holders: list[int], slots: Sequence[int], kin: Sequence[str | None]) -> None:
        """Take holders by seed, seeds by slot and kin by holder; exchanges are made in `holders`."""
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
        """Whom this seed meets in the first round; None for a bye."""
        other = self.slots[self.slot_of[seed] ^ 1]
        return other if other in self.slot_of else None

    def gain(self, one: int, other: int, number: int) -> int:
        """How many couples of kin fewer share a part of this round, if these two seeds were exchanged."""
        here, there = self.slot_of[one] >> number, self.slot_of[other] >> number
        mine, yours = self.kin_of(one), self.kin_of(other)
        if here == there or mine == yours:
            return 0
        gain = 0
        if mine is not None:
            gain += self.held[number, here, mine] - 1 - self.held[number, there, mine]
        if yours is not None:
            gain += self.held[number, there, yours] - 1 - self.held[number, here, yours]
        return gain

    def gains(self, couple: tuple[int, int]) -> list[int]:
        """The gain of exchanging these two in each round, from the first."""
        one, other = couple
        return [self.gain(one, other, number) for number in self.rounds]

    def exchange(self, one: int, other: int) -> None:
        for seed, opposite in ((one, other), (other, one)):
            for number in self.rounds:
                self.held[number, self.slot_of[seed] >> number, self.kin_of(seed)] -= 1
                self.held[number, self.slot_of[opposite] >> number, self.kin_of(seed)] += 1
        first, second = self.holders[one - 1], self.holders[other - 1]
        self.holders[one - 1], self.holders[other - 1] = second, first


def without_first_meetings(bracket: Bracket, tiers: Sequence[int]) -> None:
    """Exchange within tiers (given by seed) until no fewer kin can meet in the first round.

    Of several exchanges the one that parts most in the rounds after it is made.
    """
    mates = defaultdict[int, list[int]](list)
    for seed, tier in enumerate(tiers, start=1):
        mates[tier].append(seed)
    settled = set[str | None]([None])
    meetings = [(seed, bracket.opponent(seed)) for seed in bracket.slot_of]
    for seed, other in meetings:
        if other is None or seed > other:
            continue
        while (kin := bracket.kin_of(seed)) == bracket.kin_of(other) and kin not in settled:
            if not (_part(bracket, (seed, other), mates, tiers) or _free_by_bye(bracket, kin, mates)):
                settled.add(kin)


def _part(bracket: Bracket, couple: tuple[int, int], mates: Mates, tiers: Sequence[int]) -> bool:
    """Make the best exchange of one of the two with a tier mate, if any helps."""
    exchanges = [(one, mate) for one in couple for mate in mates[tiers[one - 1]]]
    useful = [(one, mate) for one, mate in exchanges if bracket.gain(one, mate, 1) > 0]
    if useful:
        one, mate = max(useful, key=bracket.gains)
        bracket.exchange(one, mate)
    return bool(useful)


def _free_by_bye(bracket: Bracket, kin: str | None, mates: Mates) -> bool:
    """Give a bye to one of this kin from somebody else of its tier, who plays instead, if there are such."""
    for tier in mates.values():
        byes = [seed for seed in tier if bracket.opponent(seed) is None and bracket.kin_of(seed) != kin]
        playing = [seed for seed in tier if bracket.opponent(seed) and bracket.kin_of(seed) == kin]
        if byes and playing:
            bracket.exchange(playing[0], byes[0])
            return True
    return False
