from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from tournaments.formats.seeding import bracket_order

from .balanced_halves import Card, divide_in_halves
from .draw_inputs import DrawInputs, Method, Separation
from .first_round import Bracket, remove_first_meetings
from .lots import seeding_order


def draw_order(inputs: DrawInputs) -> tuple[str, ...]:
    order = seeding_order(inputs)
    if inputs.apart is not Separation.NOBODY:
        kin = [inputs.kin_label(drawee) for drawee in order]
        order = [
            order[index] for index in spread_kin_over_bracket(kin, tiered=inputs.method is not Method.RANDOM)
        ]
    return tuple(drawee.id for drawee in order)


def seeds_by_slot(entrants: int) -> list[int]:
    """Seeds above `entrants` are byes."""
    return bracket_order(1 << max(entrants - 1, 0).bit_length())


def spread_kin_over_bracket(kin: Sequence[str | None], *, tiered: bool) -> list[int]:
    """Return each seed's new holder as an index in `kin`: kin are even over halves, quarters and so on.

    Kin don't meet in the first round, if avoidable. With `tiered`, holders change only within seeds 1, 2,
    3–4, 5–8…
    """
    holders = list(range(len(kin)))
    slot_seeds = seeds_by_slot(len(kin))
    blocks = [slot_seeds]
    while blocks:
        block = blocks.pop()
        half = len(block) // 2
        if half > 1:
            _divide_block(block, holders, kin, tiered=tiered)
            blocks += [block[:half], block[half:]]
    if len(kin) > 1:
        tiers = [place.bit_length() if tiered else 0 for place in range(len(kin))]
        remove_first_meetings(Bracket(holders, slot_seeds, kin), tiers)
    return holders


def _divide_block(block: list[int], holders: list[int], kin: Sequence[str | None], *, tiered: bool) -> None:
    """Exchange ``holders`` to make kin even over the block's halves."""
    side_of = {seed: int(slot >= len(block) // 2) for slot, seed in enumerate(block)}
    seeds = sorted(seed for seed in block if seed <= len(holders))
    rows = [max(rank, 1).bit_length() if tiered else 0 for rank in range(len(seeds))]
    entrants = [Card(row, kin[holders[seed - 1]]) for row, seed in zip(rows, seeds, strict=True)]
    before = [side_of[seed] for seed in seeds]
    leaving: dict[tuple[int, int], list[int]] = defaultdict(list)
    for seed, row, old, new in zip(
        seeds, rows, before, divide_in_halves(entrants, before, anchored=tiered), strict=True
    ):
        if old != new:
            leaving[row, old].append(seed)
    for row in sorted(set(rows)):
        for first, second in zip(leaving[row, 0], leaving[row, 1], strict=True):
            holders[first - 1], holders[second - 1] = holders[second - 1], holders[first - 1]
