"""Everything that is amiss with groups placed by hand, at once."""

from __future__ import annotations

import pytest

from tests.factories import open_tournament
from tournaments.domain.group_checks import reasons_against
from tournaments.models import Entrant

pytestmark = pytest.mark.django_db


def codes(entrants: list[Entrant], *groups: list[Entrant], advance: int = 2) -> list[str]:
    named = list(zip("ABCDEFGH", groups, strict=False))
    return [reason.code for reason in reasons_against(entrants=entrants, groups=named, advance=advance)]


def pairs(number: int) -> list[Entrant]:
    return list(open_tournament(pairs=number).entrants.order_by("number"))


def test_groups_that_can_be_drawn_have_nothing_against_them():
    entrants = pairs(7)
    assert codes(entrants, entrants[:3], entrants[3:]) == []


def test_every_reason_is_told():
    entrants = pairs(8)
    found = codes(entrants, entrants[:7], entrants[1:2], [])
    assert found == ["not_everybody_placed", "group_too_small_or_large", "groups_dont_fill_bracket"]


def test_too_few_pairs_are_one_of_them():
    entrants = pairs(2)
    assert codes(entrants, entrants) == ["group_too_small_or_large", "too_few_entrants"]


def test_missing_pairs_and_those_placed_twice_are_named_in_the_order_entered():
    entrants = pairs(8)
    placed = [("A", entrants[:4]), ("B", [*entrants[4:7], entrants[1]])]
    (reason,) = reasons_against(entrants=entrants, groups=placed, advance=2)
    assert reason.details["names"] == "Takım 2, Takım 8"
