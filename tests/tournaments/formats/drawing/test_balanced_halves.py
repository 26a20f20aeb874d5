from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.drawing.balanced_halves import Card, divide_in_halves
from tournaments.formats.drawing.group_draw import spread_kin_over_groups


@given(st.lists(st.tuples(st.integers(0, 3), st.none() | st.sampled_from("abc")), max_size=30))
def test_halves_are_even_in_every_row_and_kin(given_cards):
    cards = [Card(row, kin) for row, kin in given_cards]
    sides = [at % 2 for at in range(len(cards))]
    new = divide_in_halves(cards, sides)
    assert sum(new) == sum(sides)
    for row in {card.row for card in cards}:
        assert_even([side for card, side in zip(cards, new, strict=True) if card.row == row])
    for kin in {card.kin for card in cards} - {None}:
        assert_even([side for card, side in zip(cards, new, strict=True) if card.kin == kin])
    assert divide_in_halves(cards, new) == new


def assert_even(sides: list[int]) -> None:
    assert abs(2 * sum(sides) - len(sides)) <= 1


def test_unequal_sides_cannot_be_halved():
    with pytest.raises(ValueError, match="too unequal"):
        divide_in_halves([Card(0, None), Card(0, None)], [0, 0])


def test_only_the_two_clashing_groups_are_divided_again():
    cards = [Card(0, "a"), Card(0, None), Card(0, None), Card(1, "a"), Card(1, None), Card(1, None)]
    assert spread_kin_over_groups(cards, [0, 1, 2, 0, 1, 2], 3) == [0, 1, 2, 1, 0, 2]
