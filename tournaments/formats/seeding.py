from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from .bracket import first_round
from .separation import Bracket, TraitFunction

MAX_GROUP_ROTATIONS = 8


@dataclass(frozen=True)
class Qualifier:
    """At `rank` (from 1) of a group; without group, one of the best at a rank.

    The lowest `strength` is the best.
    """

    rank: int
    group: int | None = None
    strength: int = 0


def bracket_size(entrants: int) -> int:
    return 1 << max(entrants - 1, 0).bit_length()


def bracket_order(size: int) -> list[int]:
    """Neighbours in a round have the same sum: byes go to the best."""
    order = [1]
    while len(order) < size:
        pair_sum = 2 * len(order) + 1
        order = [slot_seed for seed in order for slot_seed in (seed, pair_sum - seed)]
    return order


def place_qualifiers(qualifiers: Sequence[Qualifier]) -> list[int]:
    """Return for each seed, from the first, the index in `qualifiers` of its holder.

    Two, four, eight… groups that all send on one or two meet as in `first_round`. In any other number:

    - byes go to the best, first places before second ones;
    - two of a group are in different halves of the bracket, up to four in different quarters, and so on;
    - first places don't meet in the first round while there are others to meet.

    Otherwise a bye changes hands within a rank first.
    """
    coupled = _coupled_group_seeds(qualifiers)
    if coupled is not None:
        return coupled
    orders = _qualifier_orders(qualifiers)
    bracket = _build_bracket(qualifiers, next(orders))
    for order in orders:
        if bracket.is_even:
            break
        another = _build_bracket(qualifiers, order)
        bracket = another if another.is_even else bracket
    return bracket.holders


def _qualifier_orders(qualifiers: Sequence[Qualifier]) -> Iterator[list[int]]:
    """Yield orders of indexes: by rank and strength, then by rank and a rotation of groups."""
    strongest = sorted(range(len(qualifiers)), key=lambda index: _strength_key(qualifiers[index]))
    yield strongest
    groups = list(dict.fromkeys(_group_of(qualifiers, index) for index in strongest))
    for turn in range(min(len(groups), MAX_GROUP_ROTATIONS)):
        offsets = {group: offset for offset, group in enumerate(groups[turn:] + groups[:turn])}
        rotated = [
            (qualifiers[index].rank, offsets[_group_of(qualifiers, index)], index) for index in strongest
        ]
        yield [index for _rank, _place, index in sorted(rotated)]


def _strength_key(qualifier: Qualifier) -> tuple[int, int, int]:
    return qualifier.rank, qualifier.strength, qualifier.group or 0


def _group_numbers(qualifiers: Sequence[Qualifier]) -> list[int]:
    return sorted({qualifier.group for qualifier in qualifiers if qualifier.group is not None})


def _coupled_group_seeds(qualifiers: Sequence[Qualifier]) -> list[int] | None:
    """Return indexes of `qualifiers` by seed, as in RULES §9.

    None unless 2, 4, 8… groups send one or two each, or if a place is missing.
    """
    groups = _group_numbers(qualifiers)
    advance = len(qualifiers) // max(len(groups), 1)
    if len(groups) <= 1 or len(groups).bit_count() != 1 or advance not in (1, 2):
        return None
    index_at = {(qualifier.group, qualifier.rank): index for index, qualifier in enumerate(qualifiers)}
    places = [place for meeting in first_round(len(groups), advance) for place in meeting]
    slots = [index_at.get((groups[place.group], place.rank)) for place in places]
    seeds = zip(bracket_order(len(slots)), slots, strict=True)
    holders = [index for _seed, index in sorted(seeds, key=lambda pair: pair[0]) if index is not None]
    return holders if len(holders) == len(qualifiers) else None


def _build_bracket(qualifiers: Sequence[Qualifier], order: Sequence[int]) -> Bracket:
    """Place qualifiers by `order` (indexes, strongest first), then exchange them so that groups meet late.

    The first pass ignores undecided ranks, so that others stay where predicted.
    """
    size = bracket_size(len(qualifiers))
    undecided = _undecided_ranks(qualifiers)
    traits = _exchange_traits(
        [qualifier.rank for qualifier in qualifiers], undecided, byes=size - len(qualifiers)
    )
    bracket = Bracket(bracket_order(size), list(order))
    for hidden in (undecided, set[int]()):
        bracket.separate_groups(
            [_group_of(qualifiers, index, hidden) for index in range(len(qualifiers))], traits
        )
    return bracket


def _group_of(qualifiers: Sequence[Qualifier], index: int, hidden: Collection[int] = ()) -> int:
    qualifier = qualifiers[index]
    return -1 - index if qualifier.group is None or qualifier.rank in hidden else qualifier.group


def _undecided_ranks(qualifiers: Sequence[Qualifier]) -> set[int]:
    """Ranks that not all groups send on."""
    groups = len(_group_numbers(qualifiers))
    sent = Counter(qualifier.rank for qualifier in qualifiers if qualifier.group is not None)
    return {qualifier.rank for qualifier in qualifiers if sent[qualifier.rank] < groups}


def _exchange_traits(ranks: Sequence[int], undecided: Collection[int], *, byes: int) -> list[TraitFunction]:
    return [
        lambda seed, index: (seed <= byes, ranks[index]) if ranks[index] in undecided else None,
        lambda seed, index: (seed <= byes, ranks[index]),
        lambda seed, index: (seed <= byes, ranks[index] == 1),
        lambda seed, index: (ranks[index],),
    ]
