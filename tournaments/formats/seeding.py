from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from .bracket import first_round
from .separation import Alike, Bracket

TURNS = 8


@dataclass(frozen=True)
class Qualifier:
    """The entrant at `rank` (from 1) of a group; without a group, one of the best at a rank of any group.

    At one rank the lowest `strength` is the best; of equal ones the earlier group.
    """

    rank: int
    group: int | None = None
    strength: int = 0


def bracket_size(entrants: int) -> int:
    """Return the slots of the smallest bracket for so many: a power of two."""
    return 1 << max(entrants - 1, 0).bit_length()


def bracket_order(size: int) -> list[int]:
    """Return the seed at each slot: 1 and 2 can meet in the final only, 1 to 4 from the semi-finals on.

    Neighbours in a round always have the same sum, so missing seeds leave the best without an opponent.
    """
    order = [1]
    while len(order) < size:
        pair_sum = 2 * len(order) + 1
        order = [slot_seed for seed in order for slot_seed in (seed, pair_sum - seed)]
    return order


def place_qualifiers(qualifiers: Sequence[Qualifier]) -> list[int]:
    """Return for each seed, from the first, the index in `qualifiers` of its holder.

    Two, four, eight… groups that all send on one or two meet as `first_round` says. In any other number:

    - byes go to the best, first places before second ones;
    - two of a group are in different halves of the bracket, up to four in different quarters, and so on;
    - first places don't meet each other in the first round while there are others to meet.

    Where not all of this is possible, a bye changes hands within a rank before two of a group come together.
    Before the groups are decided the same is computed from ranks and groups alone: the best of a rank, whose
    groups are not known yet, hold slots that they exchange among themselves as far as that is enough.
    """
    coupled = _coupled(qualifiers)
    if coupled is not None:
        return coupled
    orders = _orders(qualifiers)
    placed = _placed(qualifiers, next(orders))
    for order in orders:
        if placed.even:
            break
        another = _placed(qualifiers, order)
        placed = another if another.even else placed
    return placed.holders


def _orders(qualifiers: Sequence[Qualifier]) -> Iterator[list[int]]:
    """Yield orders by rank and strength; then, for narrow cases, by rank and a rotation of the groups."""
    strongest = sorted(range(len(qualifiers)), key=lambda index: _strength(qualifiers[index]))
    yield strongest
    groups = list(dict.fromkeys(_group_of(qualifiers, index) for index in strongest))
    for turn in range(min(len(groups), TURNS)):
        at = {group: offset for offset, group in enumerate(groups[turn:] + groups[:turn])}
        turned = [(qualifiers[index].rank, at[_group_of(qualifiers, index)], index) for index in strongest]
        yield [index for _rank, _place, index in sorted(turned)]


def _strength(one: Qualifier) -> tuple[int, int, int]:
    return one.rank, one.strength, one.group or 0


def _groups(qualifiers: Sequence[Qualifier]) -> list[int]:
    return sorted({qualifier.group for qualifier in qualifiers if qualifier.group is not None})


def _coupled(qualifiers: Sequence[Qualifier]) -> list[int] | None:
    """Return seeds by the couples of groups in RULES §9; None for other numbers of groups."""
    groups = _groups(qualifiers)
    advance = len(qualifiers) // max(len(groups), 1)
    if len(groups) <= 1 or len(groups).bit_count() != 1 or advance not in (1, 2):
        return None
    index_at = {(qualifier.group, qualifier.rank): index for index, qualifier in enumerate(qualifiers)}
    places = [place for meeting in first_round(len(groups), advance) for place in meeting]
    slots = [index_at.get((groups[place.group], place.rank)) for place in places]
    seeds = zip(bracket_order(len(slots)), slots, strict=True)
    holders = [index for _seed, index in sorted(seeds, key=lambda one: one[0]) if index is not None]
    return holders if len(holders) == len(qualifiers) else None


def _placed(qualifiers: Sequence[Qualifier], order: Sequence[int]) -> Bracket:
    """Place qualifiers in this order, then keep groups apart.

    The first pass hides the groups of the best of a rank, so that the others stay where they were predicted.
    """
    size = bracket_size(len(qualifiers))
    unsure = _undecided_ranks(qualifiers)
    alike = _exchange_traits(
        [qualifier.rank for qualifier in qualifiers], unsure, byes=size - len(qualifiers)
    )
    bracket = Bracket(bracket_order(size), list(order))
    for hidden in (unsure, set[int]()):
        bracket.separate([_group_of(qualifiers, index, hidden) for index in range(len(qualifiers))], alike)
    return bracket


def _group_of(qualifiers: Sequence[Qualifier], index: int, hidden: Collection[int] = ()) -> int:
    """Return the group, or a unique negative number where it is not known."""
    qualifier = qualifiers[index]
    return -1 - index if qualifier.group is None or qualifier.rank in hidden else qualifier.group


def _undecided_ranks(qualifiers: Sequence[Qualifier]) -> set[int]:
    """Return the ranks that not all groups send on: their groups are known only when all are decided."""
    groups = len(_groups(qualifiers))
    sent = Counter(qualifier.rank for qualifier in qualifiers if qualifier.group is not None)
    return {qualifier.rank for qualifier in qualifiers if sent[qualifier.rank] < groups}


def _exchange_traits(ranks: Sequence[int], unsure: Collection[int], *, byes: int) -> list[Alike]:
    """Return what two exchangeable qualifiers have in common, the strictest criterion first."""
    return [
        lambda seed, index: (seed <= byes, ranks[index]) if ranks[index] in unsure else None,
        lambda seed, index: (seed <= byes, ranks[index]),
        lambda seed, index: (seed <= byes, ranks[index] == 1),
        lambda seed, index: (ranks[index],),
    ]
