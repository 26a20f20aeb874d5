from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from .pairing import Contender

Pair = tuple[int, int | None]


@dataclass(frozen=True)
class PairingFaults:
    """`missing`: in play but not paired; `not_in_play`: the reverse.

    `second_byes` have another bye though somebody in play had fewer.
    """

    missing: tuple[int, ...] = ()
    paired_twice: tuple[int, ...] = ()
    not_in_play: tuple[int, ...] = ()
    repeats: tuple[Pair, ...] = ()
    second_byes: tuple[int, ...] = ()


def find_pairing_faults(pairs: Sequence[Pair], contenders: Sequence[Contender]) -> PairingFaults:
    """Compare a round's pairs (None: a bye) with the contenders, their earlier meetings and byes."""
    by_seed = {contender.seed: contender for contender in contenders}
    paired = Counter(seed for pair in pairs for seed in pair if seed is not None)
    fewest = min((contender.byes for contender in contenders), default=0)
    return PairingFaults(
        missing=tuple(seed for seed in by_seed if seed not in paired),
        paired_twice=tuple(seed for seed, times in paired.items() if times > 1),
        not_in_play=tuple(seed for seed in paired if seed not in by_seed),
        repeats=tuple(
            (seed, opponent)
            for seed, opponent in pairs
            if seed in by_seed and opponent in by_seed[seed].meeting_counts
        ),
        second_byes=tuple(
            seed
            for seed, opponent in pairs
            if opponent is None and seed in by_seed and by_seed[seed].byes > fewest
        ),
    )
