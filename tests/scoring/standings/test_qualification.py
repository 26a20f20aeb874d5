from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rules.standings.statements import Code, Statement
from scoring.enums import Outlook
from scoring.models import Standing
from scoring.standings import standings_cache
from tests.factories import NOW, drawn_tournament, first_stage, play_encounter
from tests.scoring.stage_flows import (
    BEST_THIRDS,
    SWISS,
    draw_next_round,
    drawn_flow,
    earlier_entered_side,
    of_group,
    play_ready,
    play_until_level_last_round,
    ready_encounters,
    refresh_standings,
)
from tests.statements import count_statements
from tournaments.enums import EntrantState
from tournaments.models import Group, Tournament
from tournaments.play import leaving_play

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def rows(tournament: Tournament, group: int = 0) -> list[Standing]:
    standings = Standing.objects.filter(stage__tournament=tournament, group__position=group)
    return list(standings.select_related("entrant").order_by("place"))


def play_by_number(tournament: Tournament) -> None:
    for encounter in of_group(tournament):
        play_encounter(encounter, earlier_entered_side(encounter))


def test_everybody_can_still_advance_before_the_first_hand():
    tournament = drawn_tournament(pairs=8)
    refresh_standings(tournament)
    assert {(row.outlook, row.exact) for row in rows(tournament)} == {(Outlook.CAN_STILL, True)}


def test_qualification_requirements_are_stored_before_the_last_round():
    tournament = drawn_tournament(pairs=8)
    play_until_level_last_round(tournament)
    refresh_standings(tournament)
    standings = rows(tournament)
    assert {row.encounters_won for row in standings} == {1}
    assert {row.outlook for row in standings} == {Outlook.CAN_STILL}
    win_is_enough = Statement(Code.NEEDS, (Statement(Code.ENOUGH, (Statement(Code.WIN),)),))
    assert [row.needs for row in standings] == [win_is_enough.to_json()] * 4


def test_everybody_is_through_or_out_when_all_is_played():
    tournament = drawn_tournament(pairs=8)
    play_by_number(tournament)
    refresh_standings(tournament)
    assert [row.outlook for row in rows(tournament)] == ["through", "through", "out", "out"]
    assert {(row.exact, row.needs) for row in rows(tournament)} == {(True, None)}


def test_third_can_still_advance_until_all_groups_are_played():
    tournament = drawn_tournament(pairs=9, groups=3, stages=BEST_THIRDS)
    for group in range(3):
        for encounter in of_group(tournament, group):
            play_encounter(encounter, earlier_entered_side(encounter), points=(30 + 20 * group, 40))
        refresh_standings(tournament)
        if group < 2:
            assert rows(tournament)[2].outlook == Outlook.CAN_STILL
    thirds = [rows(tournament, group)[2] for group in range(3)]
    assert [(row.across_place, row.outlook, row.qualified) for row in thirds] == [
        (1, Outlook.THROUGH, True),
        (2, Outlook.THROUGH, True),
        (3, Outlook.OUT, False),
    ]
    assert thirds[0].across_reasons
    assert {row.across_place for group in range(3) for row in rows(tournament, group)[:2]} == {None}


def test_qualification_status_is_an_estimate_before_all_rounds_are_drawn():
    tournament = drawn_flow(SWISS, pairs=16)
    play_ready(tournament)
    refresh_standings(tournament)
    assert {(row.outlook, row.exact) for row in rows(tournament)} <= {
        (Outlook.CAN_STILL, False),
        (Outlook.OUT, False),
    }


def test_winner_of_a_swiss_stage_is_certain_once_it_is_over():
    tournament = drawn_flow(SWISS, pairs=8)
    for _round in range(2):
        play_ready(tournament)
        draw_next_round(first_stage(tournament))
    play_ready(tournament)
    refresh_standings(tournament)
    tournament.refresh_from_db()
    first, *other_rows = rows(tournament)
    assert tournament.champion == first.entrant
    assert (first.outlook, first.exact, first.qualified) == (Outlook.THROUGH, True, True)
    assert {row.outlook for row in other_rows} == {Outlook.OUT}
    assert first.strength > 0


def test_bye_is_counted():
    tournament = drawn_flow(SWISS, pairs=5)
    refresh_standings(tournament)
    assert sorted(row.byes for row in rows(tournament)) == [0, 0, 0, 0, 1]


def test_withdrawn_entrant_has_no_qualification_status():
    tournament = drawn_tournament(pairs=8)
    play_by_number(tournament)
    first = rows_after(tournament)[0].entrant
    leaving_play.remove_from_play(first, EntrantState.WITHDRAWN, at=NOW)
    for stage in tournament.stages.select_related("tournament"):
        if stage.has_standings:
            standings_cache.rebuild(stage=stage, at=NOW)
    withdrawn = next(row for row in rows(tournament) if row.entrant == first)
    assert withdrawn.outlook == ""


def rows_after(tournament: Tournament) -> list[Standing]:
    refresh_standings(tournament)
    return rows(tournament)


@pytest.mark.postgres
def test_refresh_of_a_swiss_stage_takes_a_constant_number_of_queries():
    counts = []
    for pairs in (16, 128):
        tournament = drawn_flow(SWISS, pairs=pairs)
        play_encounter(ready_encounters(tournament)[0])
        with CaptureQueriesContext(connection) as queries:
            standings_cache.refresh(stage=first_stage(tournament), at=NOW)
        counts.append(count_statements(queries))
        assert Group.objects.get(stage__tournament=tournament).standings.count() == pairs
    assert counts[0] == counts[1] <= 25
