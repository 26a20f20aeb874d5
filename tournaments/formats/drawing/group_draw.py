from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import groupby

from .balanced_halves import Card, divide_in_halves
from .draw_inputs import Drawee, DrawInputs, Method, Pots
from .lots import order_by_lot, seeding_order, sort_by_number

DealtDrawees = list[tuple[Drawee, int, int]]


def draw_groups(inputs: DrawInputs) -> tuple[tuple[str, ...], ...]:
    dealt = _deal_drawees(inputs)
    entrants = [Card(row, inputs.kin_label(drawee)) for drawee, row, _group in dealt]
    group_of = spread_kin_over_groups(entrants, [group for _drawee, _row, group in dealt], len(inputs.sizes))
    groups: list[list[str]] = [[] for _size in inputs.sizes]
    for (drawee, _row, _group), group in zip(dealt, group_of, strict=True):
        groups[group].append(drawee.id)
    return tuple(tuple(members) for members in groups)


def list_pots(inputs: DrawInputs) -> list[tuple[int, list[Drawee]]]:
    """Return (number, drawees) of pots in order, drawees by lot; those without a number form the last.

    Unless numbered, each pot has one drawee per group, by seeding order.
    """
    if inputs.pots is Pots.NUMBERED:
        order = sort_by_number(order_by_lot(inputs), lambda drawee: drawee.pot)
        last = max((drawee.pot for drawee in order if drawee.pot is not None), default=0) + 1
        pots = groupby(order, key=lambda drawee: last if drawee.pot is None else drawee.pot)
        return [(number, list(pot)) for number, pot in pots]
    width, place = len(inputs.sizes), {drawee.id: index for index, drawee in enumerate(seeding_order(inputs))}
    order = sorted(order_by_lot(inputs), key=lambda drawee: place[drawee.id] // width)
    return [(start // width + 1, order[start : start + width]) for start in range(0, len(order), width)]


def _deal_drawees(inputs: DrawInputs) -> DealtDrawees:
    """Deal drawees by pots, by lot or in serpentines, largest groups first; return (drawee, row, group).

    Rows are numbers of pots or serpentine turns, 0 by lot.
    """
    larger_first = sorted(range(len(inputs.sizes)), key=lambda group: -inputs.sizes[group])
    if inputs.pots is not Pots.NONE:
        order = [(drawee, number) for number, pot in list_pots(inputs) for drawee in pot]
    elif inputs.method is Method.RANDOM:
        order = [(drawee, 0) for drawee in order_by_lot(inputs)]
    else:
        return _deal_serpentine(seeding_order(inputs), larger_first)
    return [
        (drawee, row, larger_first[index % len(larger_first)]) for index, (drawee, row) in enumerate(order)
    ]


def _deal_serpentine(order: Sequence[Drawee], groups: list[int]) -> DealtDrawees:
    dealt: DealtDrawees = []
    for row, start in enumerate(range(0, len(order), len(groups))):
        drawees = order[start : start + len(groups)]
        places = groups[: len(drawees)]
        ordered = reversed(places) if row % 2 else places
        dealt += [(drawee, row, group) for drawee, group in zip(drawees, ordered, strict=True)]
    return dealt


def spread_kin_over_groups(entrants: Sequence[Card], groups: Sequence[int], count: int) -> list[int]:
    """Return new groups by index, kin spread evenly; sizes stay, and evenly spread rows stay even."""
    group_of, kin_members, members = (
        list(groups),
        defaultdict[str, list[int]](list),
        defaultdict[int, set[int]](set),
    )
    for index, entrant in enumerate(entrants):
        members[group_of[index]].add(index)
        if entrant.kin is not None:
            kin_members[entrant.kin].append(index)
    # One pass is enough: dividing two groups makes no kin less even.
    for kin in kin_members.values():
        while couple := _uneven_groups([group_of[index] for index in kin], count):
            indexes = sorted(members[couple[0]] | members[couple[1]])
            sides = divide_in_halves(
                [entrants[index] for index in indexes], [couple.index(group_of[index]) for index in indexes]
            )
            for side, group in enumerate(couple):
                members[group] = {
                    index for index, new_side in zip(indexes, sides, strict=True) if new_side == side
                }
                for index in members[group]:
                    group_of[index] = group
    return group_of


def _uneven_groups(groups_of_kin: list[int], count: int) -> tuple[int, int] | None:
    by_group = Counter(groups_of_kin)
    fullest = max(by_group, key=lambda group: (by_group[group], -group))
    following = [(fullest + step) % count for step in range(1, count)]
    fewest = min(by_group.values()) if len(by_group) == count else 0
    if by_group[fullest] - fewest <= 1:
        return None
    return fullest, next(group for group in following if by_group[group] == fewest)
