"""Who stands where in a bracket: seeds by slot, and those who come out of groups by seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from .bracket import first_round
from .separation import Alike, Bracket

TURNS = 8


@dataclass(frozen=True)
class Qualifier:
    """Whoever ends at `rank` (from 1) of a group; without a group one of the best of a rank, of any group.

    Of those at one rank the lowest `strength` is the best; of equal ones the earlier group.
    """

    rank: int
    group: int | None = None
    strength: int = 0


def bracket_size(entrants: int) -> int:
    """Slots of the smallest bracket that holds so many: a power of two."""
    return 1 << max(entrants - 1, 0).bit_length()


def bracket_order(size: int) -> list[int]:
    """The seed at each slot: 1 and 2 can meet in the final only, 1 to 4 from the semi-finals on.

    Neighbours always have the same sum, so missing seeds leave the best without an opponent.
    """
    order = [1]
    while len(order) < size:
        both = 2 * len(order) + 1
        order = [seed for one in order for seed in (one, both - one)]
    return order


def place_qualifiers(qualifiers: Sequence[Qualifier]) -> list[int]:
    """For each seed, from the first, who gets it: an index of `qualifiers`.

    Two, four, eight… groups that all send one or two on meet as `first_round` says. In any other number:

    - byes go to the best, first places before second ones;
    - of a group two are in different halves of the bracket, up to four in different quarters, and so on;
    - first places don't meet each other in the first round while there are others to meet.

    Where these can't all be had, a bye changes hands within a rank before two of a group come together.
    Before the groups are decided the same is foreseen from ranks and groups alone: the best of a rank, whose
    groups are not known yet, hold slots that they change among themselves as far as that is enough.
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
    """By rank and strength; then, where few places leave no other way, by rank and the groups in turn."""
    strongest = sorted(range(len(qualifiers)), key=lambda index: _strength(qualifiers[index]))
    yield strongest
    groups = list(dict.fromkeys(_kin(qualifiers, index) for index in strongest))
    for turn in range(min(len(groups), TURNS)):
        at = {group: place for place, group in enumerate(groups[turn:] + groups[:turn])}
        turned = [(qualifiers[index].rank, at[_kin(qualifiers, index)], index) for index in strongest]
        yield [index for _rank, _place, index in sorted(turned)]


def _strength(one: Qualifier) -> tuple[int, int, int]:
    return one.rank, one.strength, one.group or 0


def _groups(qualifiers: Sequence[Qualifier]) -> list[int]:
    return sorted({one.group for one in qualifiers if one.group is not None})


def _coupled(qualifiers: Sequence[Qualifier]) -> list[int] | None:
    """Seeds as RULES §9 couples the groups; None for other numbers than it speaks of."""
    groups = _groups(qualifiers)
    advance = len(qualifiers) // max(len(groups), 1)
    if len(groups) <= 1 or len(groups).bit_count() != 1 or advance not in (1, 2):
        return None
    index_at = {(one.group, one.rank): index for index, one in enumerate(qualifiers)}
    places = [place for meeting in first_round(len(groups), advance) for place in meeting]
    slots = [index_at.get((groups[place.group], place.rank)) for place in places]
    seeds = zip(bracket_order(len(slots)), slots, strict=True)
    holders = [index for _seed, index in sorted(seeds, key=lambda one: one[0]) if index is not None]
    return holders if len(holders) == len(qualifiers) else None


def _placed(qualifiers: Sequence[Qualifier], order: Sequence[int]) -> Bracket:
    """As they stand in this order, then kept apart.

    First as if nobody knew whose the best of a rank are, so that the others stand where they are foreseen.
    """
    size = bracket_size(len(qualifiers))
    unsure = _unsure_ranks(qualifiers)
    alike = _alike([one.rank for one in qualifiers], unsure, byes=size - len(qualifiers))
    bracket = Bracket(bracket_order(size), list(order))
    for hidden in (unsure, set[int]()):
        bracket.separate([_kin(qualifiers, index, hidden) for index in range(len(qualifiers))], alike)
    return bracket


def _kin(qualifiers: Sequence[Qualifier], index: int, hidden: Collection[int] = ()) -> int:
    """The group, or something that is nobody else's where it is not known."""
    one = qualifiers[index]
    return -1 - index if one.group is None or one.rank in hidden else one.group


def _unsure_ranks(qualifiers: Sequence[Qualifier]) -> set[int]:
    """Ranks that not all groups send on: whose they are is known when the groups are decided."""
    groups = len(_groups(qualifiers))
    sent = Counter(one.rank for one in qualifiers if one.group is not None)
    return {one.rank for one in qualifiers if sent[one.rank] < groups}


def _alike(ranks: Sequence[int], unsure: Collection[int], *, byes: int) -> list[Alike]:
    """What two have in common who may change places, the strictest first."""
    return [
        lambda seed, index: (seed <= byes, ranks[index]) if ranks[index] in unsure else None,
        lambda seed, index: (seed <= byes, ranks[index]),
        lambda seed, index: (seed <= byes, ranks[index] == 1),
        lambda seed, index: (ranks[index],),
    ]
