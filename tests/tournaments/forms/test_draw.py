"""What is chosen for a draw."""

from __future__ import annotations

import pytest

from tests.factories import open_tournament
from tournaments.forms.draw import SeedForm, field_of, placements


@pytest.mark.parametrize(
    "typed",
    [{"groups": "0", "seed": "a"}, {"groups": "x", "seed": "a"}, {"groups": "2", "seed": " "}, {}],
)
def test_nonsense_is_refused(typed):
    assert not SeedForm(typed).is_valid()


def test_a_seed_may_be_as_long_as_its_column():
    assert SeedForm({"groups": 2, "seed": "x" * 40}).is_valid()
    assert not SeedForm({"groups": 2, "seed": "x" * 41}).is_valid()


@pytest.mark.django_db
def test_only_groups_that_exist_are_taken():
    first, second, third, fourth = open_tournament(pairs=4).entrants.order_by("number")
    typed = {field_of(first): "A", field_of(second): "", field_of(third): "Z"}
    assert placements(typed, [first, second, third, fourth], ["A", "B"]) == {first: "A"}
