from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from tournaments.formats.seeding import bracket_order

from .draw_inputs import Apart, DrawInputs, Method
from .first_round import Bracket, without_first_meetings
from .halving import Card, halved
from .lots import seeding_order


def drawn_order(inputs: DrawInputs) -> tuple[str, ...]:
    order = seeding_order(inputs)
    if inputs.apart is not Apart.NOBODY:
        kin = [inputs.kin(drawee) for drawee in order]
        order = [order[index] for index in kept_apart(kin, tiered=inputs.method is not Method.RANDOM)]
    return tuple(drawee.id for drawee in order)


def slots(entrants: int) -> list[int]:
    """Return the seed at each slot; seeds above `entrants` are byes."""
    return bracket_order(1 << max(entrants - 1, 0).bit_length())


def kept_apart(kin: Sequence[str | None], *, tiered: bool) -> list[int]:
    """Return the new holder of each seed so that kin are even over halves, quarters and so on."""
    holders = list(range(len(kin)))
    slot_seeds = slots(len(kin))
    blocks = [slot_seeds]
    while blocks:
        block = blocks.pop()
        half = len(block) // 2
        if half > 1:
            _divide(block, holders, kin, tiered=tiered)
            blocks += [block[:half], block[half:]]
    if len(kin) > 1:
        tiers = [place.bit_length() if tiered else 0 for place in range(len(kin))]
        without_first_meetings(Bracket(holders, slot_seeds, kin), tiers)
    return holders


def _divide(block: list[int], holders: list[int], kin: Sequence[str | None], *, tiered: bool) -> None:
    side_of = {seed: int(slot >= len(block) // 2) for slot, seed in enumerate(block)}
    seeds = sorted(seed for seed in block if seed <= len(holders))
    rows = [max(rank, 1).bit_length() if tiered else 0 for rank in range(len(seeds))]
    entrants = [Card(row, kin[holders[seed - 1]]) for row, seed in zip(rows, seeds, strict=True)]
    before = [side_of[seed] for seed in seeds]
    leaving: dict[tuple[int, int], list[int]] = defaultdict(list)
    for seed, row, old, new in zip(
        seeds, rows, before, halved(entrants, before, anchored=tiered), strict=True
    ):
        if old != new:
            leaving[row, old].append(seed)
    for row in sorted(set(rows)):
        for first, second in zip(leaving[row, 0], leaving[row, 1], strict=True):
            holders[first - 1], holders[second - 1] = holders[second - 1], holders[first - 1]
