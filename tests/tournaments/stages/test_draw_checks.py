"""What keeps a draw from being made: sizes, who goes on, and everything that is amiss with a draw by hand."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from tests.factories import LEAGUE, open_tournament
from tournaments.models import Entrant
from tournaments.stages import draw_checks
from tournaments.stages.draw_checks import Place, check_sizes, reasons_against
from tournaments.stages.stage_settings import FeedSettings, Length, StageSettings, groups_then_knockout

pytestmark = pytest.mark.django_db

QUICK = Length(1, 3)


def usual(advance: int = 2) -> Place:
    return Place(groups_then_knockout(QUICK, QUICK, advance), 1)


def codes(entrants: list[Entrant], *groups: list[Entrant], place: Place | None = None) -> list[str]:
    named = list(zip("ABCDEFGH", groups, strict=False))
    return [
        reason.code for reason in reasons_against(entrants=entrants, groups=named, place=place or usual())
    ]


def pairs(number: int) -> list[Entrant]:
    return list(open_tournament(pairs=number).entrants.order_by("number"))


def test_groups_that_can_be_drawn_have_nothing_against_them():
    entrants = pairs(7)
    assert codes(entrants, entrants[:3], entrants[3:]) == []


def test_every_reason_is_told():
    entrants = pairs(8)
    assert codes(entrants, entrants[:7], entrants[1:2], []) == [
        "not_everybody_placed",
        "group_too_small_or_large",
    ]
    assert codes(entrants, entrants[:7], place=usual(1)) == [
        "not_everybody_placed",
        "group_too_small_or_large",
        "too_few_go_on",
    ]


def test_too_few_entrants_are_one_of_them():
    entrants = pairs(2)
    assert codes(entrants, entrants) == ["group_too_small_or_large", "too_few_entrants"]


def test_several_groups_have_no_champion():
    entrants = pairs(8)
    league = Place(LEAGUE, 1)
    assert codes(entrants, entrants[:4], entrants[4:], place=league) == ["one_group_only"]
    assert codes(entrants, entrants, place=league) == []


def test_missing_pairs_and_those_placed_twice_are_named_in_the_order_entered():
    entrants = pairs(8)
    placed = [("A", entrants[:4]), ("B", [*entrants[4:7], entrants[1]])]
    (reason,) = reasons_against(entrants=entrants, groups=placed, place=usual())
    assert reason.details["names"] == "Takım 2, Takım 8"


@pytest.mark.parametrize(
    ("entered", "advance", "possible"),
    [(2, 2, []), (3, 2, [1]), (12, 2, [2, 3, 4]), (12, 1, [2, 3, 4]), (5, 1, []), (32, 2, [6, 7, 8, 9, 10])],
)
def test_which_numbers_of_groups_there_are(entered, advance, possible):
    assert usual(advance).possible(entered) == possible


def test_the_fewest_that_a_plan_needs_can_play_it_to_its_end():
    final = StageSettings("knockout", 1, 3, feeds=(FeedSettings(1, 1, 4),))
    chains = [groups_then_knockout(QUICK, QUICK), groups_then_knockout(QUICK, QUICK, 1), LEAGUE]
    found = [draw_checks.fewest_for(chain) for chain in (*chains, (StageSettings("knockout", 1, 3),))]
    assert found == [3, 6, 2, 2]
    assert draw_checks.fewest_for((StageSettings("swiss", 1, 3), final)) == 2


def test_a_league_has_one_group():
    league = Place(LEAGUE, 1)
    assert [league.possible(entered) for entered in (1, 2, 24, 25)] == [[], [1], [1], []]


def test_a_bracket_needs_two():
    place = Place((StageSettings("knockout", 1, 3),), 1)
    check_sizes([2], place)
    with pytest.raises(draw_checks.TooFewEntrants):
        check_sizes([1], place)


def test_a_stage_after_the_next_is_counted_as_well():
    final = StageSettings("knockout", 1, 3, name="Final", feeds=(FeedSettings(2, 1, 4),))
    swiss = StageSettings("swiss", 1, 3, feeds=(FeedSettings(1, 1, 1),))
    tables = StageSettings("tables", 1, 3, name="Masalar", feeds=(FeedSettings(2, 5, 8),))
    place = Place((LEAGUE[0], swiss, final, tables), 1)
    check_sizes([4] * 8, place)
    with pytest.raises(draw_checks.TooFewGoOn) as refusal, override("tr"):
        check_sizes([4] * 7, place)
    with override("tr"):
        assert "Masalar" in refusal.value.message
    assert (refusal.value.details["coming"], refusal.value.details["fewest"]) == (3, 4)


def test_the_best_of_a_place_are_no_more_than_there_are():
    best = StageSettings("knockout", 1, 3, feeds=(FeedSettings(1, 2, 2, best=2),))
    place = Place((LEAGUE[0], StageSettings("swiss", 1, 3, feeds=(FeedSettings(1, 1, 1),)), best), 1)
    check_sizes([3, 3], place)
    with pytest.raises(draw_checks.TooFewGoOn):
        check_sizes([6], place)
