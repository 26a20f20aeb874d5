from __future__ import annotations

import pytest

from rules.games.okey101.game import OKEY_101
from rules.score_lines import NO_VALUES, Line
from scoring.queries.match_sheets import read_sheet, read_sheets
from scoring.queries.sheet_sums import ScorePart, sum_score_parts
from tests.factories import (
    drawn_tournament,
    encounters_of,
    fixed,
    play_encounter,
    play_hand,
    play_table,
    report,
    rule,
    singles_tournament,
    void_report,
)
from tests.module_fixtures import module_fixture
from tournaments.models import Encounter

pytestmark = pytest.mark.django_db


@module_fixture
def encounter() -> Encounter:
    return encounters_of(drawn_tournament(groups_best_of=3))[0]


def line(rule: str, points: int) -> Line:
    return Line(seat="A1", points=points, rule=rule, source="S0", values=NO_VALUES, word=OKEY_101.word_line)


def test_lines_are_summed_by_part_without_zeros():
    lines = [
        line("rack", 30),
        line("infraction.okey_discard", 101),
        line("rack_of_pairs", 20),
        line("rack", 0),
    ]
    rack, fouls = OKEY_101.sum_name("rack"), OKEY_101.sum_name("infraction.x")
    assert sum_score_parts(lines, OKEY_101) == [ScorePart(rack, 2, 50), ScorePart(fouls, 1, 101)]


def test_parts_seats_and_sides_add_up(encounter):
    play_hand(encounter, report(points=(30, 40), fouls=2))
    play_hand(encounter, void_report())
    play_hand(encounter, report(finisher="B1", points=(7, 8)))
    rule(encounter, fixed(1, 2, 3, 4), deal=3)
    sheet = read_sheet(encounter, 1)
    for side in sheet.sums:
        assert side.total == sum(seat.points for seat in side.seats) == sheet.totals[side.letter]
        assert all(seat.points == sum(part.points for part in seat.parts) for seat in side.seats)


def test_average_is_the_difference_to_the_other_side(encounter):
    play_hand(encounter, report(points=(30, 40)))
    own_sums, other_sums = read_sheet(encounter, 1).sums
    assert (own_sums.average, other_sums.average) == (171, -171)
    assert (own_sums.opponents_total, other_sums.opponents_total) == (70, -101)


def test_four_have_no_average():
    table = encounters_of(singles_tournament())[0]
    play_table(table, 30, 0, 20, 10)
    assert [side_sum.average for side_sum in read_sheet(table, 1).sums] == [None] * 4


def test_all_matches_take_two_queries(encounter, django_assert_num_queries):
    play_encounter(encounter)
    encounter = encounters_of(encounter.stage.tournament)[0]
    with django_assert_num_queries(2):
        sheets = read_sheets(encounter, [1, 2])
    assert [sheets[number].scored for number in (1, 2)] == [3, 3]
