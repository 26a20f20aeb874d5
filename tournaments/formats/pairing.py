"""Pairing of the next Swiss round from points and previous meetings. Deterministic.

From the best bracket (equal points) down, the upper half meets the lower half; contenders left over float to
the next bracket. Criteria in order:

1. nobody gets a second bye while somebody has had fewer; the bye goes as low as criterion 2 allows;
2. as few as possible meet an opponent again, and the lowest;
3. as few as possible float from each bracket, and the lowest of it;
4. the first of the upper half meets the best of the lower half that leaves the others a pairing, and so on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from .floating_contenders import floating_contenders
from .matching import Matching, MayMatch

ProgressCallback = Callable[[int, int], None]


@dataclass(frozen=True)
class Contender:
    """`meeting_counts` by opponent; `times_side_a`: how often on side A."""

    seed: int
    points: int = 0
    meeting_counts: Mapping[int, int] = field(default_factory=dict)
    byes: int = 0
    times_side_a: int = 0


@dataclass(frozen=True)
class RoundPairing:
    """Pairs are (side A, side B), best bracket first.

    `repeats` counts pairs that met before; `floats` meet an opponent with fewer points.
    """

    pairs: tuple[tuple[int, int], ...]
    bye: int | None
    repeats: int
    floats: tuple[int, ...]


def pair_round(contenders: Sequence[Contender], *, progress: ProgressCallback | None = None) -> RoundPairing:
    """Pair by points, then given order, with as few repeats as possible; the odd one gets a bye.

    `progress` gets the number placed and the total after each bracket.
    """
    by_seed = {contender.seed: contender for contender in contenders}
    order = [contender.seed for contender in sorted(contenders, key=lambda contender: -contender.points)]
    bye = _choose_bye(order, by_seed) if len(order) % 2 else None
    if bye is not None:
        order.remove(bye)
    pairs: list[tuple[int, int]] = []
    for bracket in _pair_brackets(order, by_seed):
        pairs += bracket
        if progress:
            progress(2 * len(pairs), len(order))
    place = {seed: number for number, seed in enumerate(order)}
    pairs.sort(key=lambda pair: place[pair[0]])
    return RoundPairing(
        pairs=tuple(_assign_sides(by_seed[seed], by_seed[opponent]) for seed, opponent in pairs),
        bye=bye,
        repeats=sum(opponent in by_seed[seed].meeting_counts for seed, opponent in pairs),
        floats=tuple(seed for seed, opponent in pairs if by_seed[seed].points > by_seed[opponent].points),
    )


def _choose_bye(order: Sequence[int], by_seed: Mapping[int, Contender]) -> int:
    fewest = min(contender.byes for contender in by_seed.values())
    allowed = [seed for seed in reversed(order) if by_seed[seed].byes == fewest]
    matching = Matching(order, lambda seed, other: other not in by_seed[seed].meeting_counts)
    return next((seed for seed in allowed if matching.try_remove(seed)), allowed[0])


def _assign_sides(better: Contender, lower: Contender) -> tuple[int, int]:
    swap = (
        sum(better.meeting_counts.values()) % 2
        if better.times_side_a == lower.times_side_a
        else better.times_side_a > lower.times_side_a
    )
    return (lower.seed, better.seed) if swap else (better.seed, lower.seed)


def _pair_brackets(
    order: list[int], by_seed: Mapping[int, Contender], meetings: int = 0
) -> Iterator[list[tuple[int, int]]]:
    """Yield each points bracket's pairs, of contenders who met at most `meetings` times.

    Unpaired ones float to the next bracket. Then the same of those left, who may have met once more.
    """

    def may_meet(seed_a: int, seed_b: int) -> bool:
        return by_seed[seed_a].meeting_counts.get(seed_b, 0) <= meetings

    repeating = set(Matching(order, may_meet).remove_unmatched(reversed(order)))
    rest = [seed for seed in order if seed not in repeating]
    floating: list[int] = []
    while rest:
        points = by_seed[rest[0]].points
        pool = floating + [seed for seed in rest if by_seed[seed].points == points]
        rest = rest[len(pool) - len(floating) :]
        floating = floating_contenders(pool, rest, may_meet)
        yield _pair_halves([seed for seed in pool if seed not in floating], may_meet)
    if repeating:
        yield from _pair_brackets([seed for seed in order if seed in repeating], by_seed, meetings + 1)


def _pair_halves(order: list[int], may_match: MayMatch) -> list[tuple[int, int]]:
    """Pair each of the upper half with the highest possible of the lower half.

    Within a half only if the halves can't be paired otherwise. All must be pairable.
    """
    half = len(order) // 2
    upper = set(order[:half])
    alternately = [seed for couple in zip(order[:half], order[half:], strict=True) for seed in couple]

    def across(seed_a: int, seed_b: int) -> bool:
        return (seed_a in upper) != (seed_b in upper) and may_match(seed_a, seed_b)

    allowed: MayMatch = across
    matching = Matching(alternately, allowed)
    if matching.free_count:
        allowed = may_match
        matching = Matching(alternately, allowed)
    pairs = []
    while order:
        next_seed, *order = order
        lower = (seed for seed in order if seed not in upper)
        exchanged = (seed for seed in reversed(order) if seed in upper)
        opponent = next(
            seed
            for seed in chain(lower, exchanged)
            if allowed(next_seed, seed) and matching.try_remove(next_seed, seed)
        )
        order.remove(opponent)
        pairs.append((next_seed, opponent))
    return pairs
