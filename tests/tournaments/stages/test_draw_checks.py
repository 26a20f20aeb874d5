from __future__ import annotations

import pytest
from django.utils.translation import override

from tests.factories import LEAGUE, open_tournament
from tournaments.models import Entrant
from tournaments.stages import draw_checks
from tournaments.stages.draw_checks import StagePosition, check_sizes, placement_refusals
from tournaments.stages.stage_settings import FeedSettings, Length, StageSettings, groups_then_knockout

pytestmark = pytest.mark.django_db

QUICK = Length(1, 3)


def usual(advance: int = 2) -> StagePosition:
    return StagePosition(groups_then_knockout(QUICK, QUICK, advance), 1)


def codes(entrants: list[Entrant], *groups: list[Entrant], place: StagePosition | None = None) -> list[str]:
    named = list(zip("ABCDEFGH", groups, strict=False))
    return [
        reason.code
        for reason in placement_refusals(entrants=entrants, groups=named, stage_position=place or usual())
    ]


def pairs(number: int) -> list[Entrant]:
    return list(open_tournament(pairs=number).entrants.order_by("number"))


def test_valid_groups_have_no_refusals():
    entrants = pairs(7)
    assert codes(entrants, entrants[:3], entrants[3:]) == []


def test_every_refusal_is_returned():
    entrants = pairs(8)
    assert codes(entrants, entrants[:7], entrants[1:2], []) == [
        "entrants_misplaced",
        "group_too_small_or_large",
    ]
    assert codes(entrants, entrants[:7], place=usual(1)) == [
        "entrants_misplaced",
        "group_too_small_or_large",
        "too_few_advance",
    ]


def test_too_few_entrants_is_among_the_refusals():
    entrants = pairs(2)
    assert codes(entrants, entrants) == ["group_too_small_or_large", "too_few_entrants"]


def test_several_groups_without_a_later_stage_are_refused():
    entrants = pairs(8)
    league = StagePosition(LEAGUE, 1)
    assert codes(entrants, entrants[:4], entrants[4:], place=league) == ["one_group_only"]
    assert codes(entrants, entrants, place=league) == []


def test_misplaced_pairs_are_named_in_the_order_entered():
    entrants = pairs(8)
    placed = [("A", entrants[:4]), ("B", [*entrants[4:7], entrants[1]])]
    (reason,) = placement_refusals(entrants=entrants, groups=placed, stage_position=usual())
    assert reason.details["names"] == "Takım 2, Takım 8"


@pytest.mark.parametrize(
    ("entered", "advance", "possible"),
    [(2, 2, []), (3, 2, [1]), (12, 2, [2, 3, 4]), (12, 1, [2, 3, 4]), (5, 1, []), (32, 2, [6, 7, 8, 9, 10])],
)
def test_possible_numbers_of_groups(entered, advance, possible):
    assert usual(advance).possible_group_counts(entered) == possible


def test_fewest_entrants_of_a_plan_can_complete_it():
    final = StageSettings("knockout", 1, 3, feeds=(FeedSettings(1, 1, 4),))
    stage_flows = [groups_then_knockout(QUICK, QUICK), groups_then_knockout(QUICK, QUICK, 1), LEAGUE]
    counts = [
        draw_checks.fewest_entrants_for(stage_flow)
        for stage_flow in (*stage_flows, (StageSettings("knockout", 1, 3),))
    ]
    assert counts == [3, 6, 2, 2]
    assert draw_checks.fewest_entrants_for((StageSettings("swiss", 1, 3), final)) == 2


def test_league_has_one_group():
    league = StagePosition(LEAGUE, 1)
    assert [league.possible_group_counts(entered) for entered in (1, 2, 24, 25)] == [[], [1], [1], []]


def test_bracket_needs_two():
    place = StagePosition((StageSettings("knockout", 1, 3),), 1)
    check_sizes([2], place)
    with pytest.raises(draw_checks.TooFewEntrants):
        check_sizes([1], place)


def test_stages_after_the_next_are_checked_too():
    final = StageSettings("knockout", 1, 3, name="Final", feeds=(FeedSettings(2, 1, 4),))
    swiss = StageSettings("swiss", 1, 3, feeds=(FeedSettings(1, 1, 1),))
    tables = StageSettings("tables", 1, 3, name="Masalar", feeds=(FeedSettings(2, 5, 8),))
    place = StagePosition((LEAGUE[0], swiss, final, tables), 1)
    check_sizes([4] * 8, place)
    with pytest.raises(draw_checks.TooFewAdvance) as refusal, override("tr"):
        check_sizes([4] * 7, place)
    with override("tr"):
        assert "Masalar" in refusal.value.message
    assert (refusal.value.details["coming"], refusal.value.details["fewest"]) == (3, 4)


def test_best_of_a_place_are_limited_by_the_number_of_groups():
    best = StageSettings("knockout", 1, 3, feeds=(FeedSettings(1, 2, 2, best=2),))
    place = StagePosition((LEAGUE[0], StageSettings("swiss", 1, 3, feeds=(FeedSettings(1, 1, 1),)), best), 1)
    check_sizes([3, 3], place)
    with pytest.raises(draw_checks.TooFewAdvance):
        check_sizes([6], place)
