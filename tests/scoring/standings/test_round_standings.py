from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.standings.round_standings import ordered_entrants
from tests.factories import encounters_of, first_stage, play_encounter, play_table, singles_tournament
from tests.tournaments.draws.domain.playing_rounds import decide_all, draw_next, drawn_stage

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def test_swiss_order_follows_its_standings():
    stage = drawn_stage("swiss", 5)
    for points, encounter in enumerate(encounters_of(stage.tournament), start=1):
        if encounter.decided_by is None:
            play_encounter(encounter, "B", points=(points, 40))
    ordered = ordered_entrants(stage)
    assert [item.points for item in ordered] == [1, 1, 1, 0, 0]
    assert {item.entrant.number for item in ordered[:3]} == {3, 4, 5}
    assert len({item.entrant for item in ordered}) == 5


def test_fewer_points_a_hand_rank_higher_at_tables_of_four():
    tournament = singles_tournament(players=8)
    first, second = encounters_of(tournament)
    play_table(first, 0, 10, 20, 30)
    play_table(second, 15, 0, 5, 25)
    ordered = ordered_entrants(first_stage(tournament))
    seats = {
        side.entrant_id: f"{side.letter}{table}"
        for table, encounter in enumerate((first, second), start=1)
        for side in encounter.sides_in_order
    }
    order = [seats[item.entrant.pk] for item in ordered]
    assert order.index("A1") < order.index("B1") < order.index("C1") < order.index("D1")
    assert order.index("B2") < order.index("C2") < order.index("B1") < order.index("A2") < order.index("D2")


def test_entrants_with_byes_only_come_first_by_seed():
    stage = drawn_stage("tables", 6)
    numbers = [item.entrant.number for item in ordered_entrants(stage)]
    assert numbers == [1, 2, 3, 4, 5, 6]
    table = stage.encounters.exclude(decided_by="bye").get()
    play_table(table, 40, 30, 20, 0)
    numbers = [item.entrant.number for item in ordered_entrants(stage)]
    assert numbers[:2] == [1, 2]
    assert numbers[2:] == [6, 5, 4, 3]


@pytest.mark.parametrize("kind", ["swiss", "tables"])
def test_number_of_queries_is_constant(kind):
    counts = set()
    for entrants in (16, 64):
        stage = drawn_stage(kind, entrants)
        decide_all(stage)
        draw_next(stage)
        with CaptureQueriesContext(connection) as captured:
            ordered_entrants(stage)
        counts.add(len(captured))
    assert len(counts) == 1
