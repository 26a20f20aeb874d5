from __future__ import annotations

import random

import pytest

from tournaments.formats.drawing import Drawee
from tournaments.formats.group_sizes import group_name
from tournaments.formats.qualifier_order import order_qualifiers
from tournaments.formats.seeding import bracket_order


def qualified(groups: int, advance: int) -> list[Drawee]:
    places = [(group_name(group), rank) for group in range(groups) for rank in range(1, advance + 1)]
    return [Drawee(id=f"{name}{rank}", name="", came_from=(name, rank)) for name, rank in places]


def meetings(order: tuple[str, ...]) -> list[tuple[str, str]]:
    slots = [order[seed - 1] for seed in bracket_order(len(order))]
    return list(zip(slots[::2], slots[1::2], strict=True))


def test_four_groups_meet_as_in_the_rules():
    assert meetings(order_qualifiers(qualified(4, 2))) == [
        ("A1", "B2"),
        ("C1", "D2"),
        ("B1", "A2"),
        ("D1", "C2"),
    ]


def test_ranks_of_a_single_table_are_seeds():
    drawees = [Drawee(id=f"e{rank}", name="", came_from=("", rank)) for rank in (4, 2, 1, 3)]
    assert order_qualifiers(drawees) == ("e1", "e2", "e3", "e4")


@pytest.mark.parametrize(("groups", "advance"), [(2, 1), (3, 2), (5, 2), (6, 1), (28, 2), (8, 3)])
def test_order_holds_everyone_whatever_the_input_order(groups, advance):
    drawees = qualified(groups, advance)
    order = order_qualifiers(drawees)
    assert sorted(order) == sorted(drawee.id for drawee in drawees)
    random.Random(101).shuffle(drawees)
    assert order_qualifiers(drawees) == order


def test_groups_after_z_follow_z():
    order = order_qualifiers(qualified(28, 1))
    assert order.index("Z1") < order.index("AA1") < order.index("AB1")
