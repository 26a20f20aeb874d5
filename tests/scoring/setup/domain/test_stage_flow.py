from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.integrity.integrity_checks import verify
from scoring.setup.domain import stage_flow
from tests.factories import NOW
from tests.scoring.officials.domain.test_best_placed_ties import (
    finished_groups_of_three,
    knockout_entrants,
    stored_thirds,
    thirds,
)
from tests.scoring.stage_flows import BEST_THIRDS, GROUPS, draw_stage, refresh_standings
from tournaments.log.actor import CONSOLE
from tournaments.models import Tournament
from tournaments.setup.domain.tournament_settings import settings_of
from tournaments.stages.stage_settings import FeedSettings

pytestmark = pytest.mark.django_db

BY_HAND = replace(BEST_THIRDS[1], draws_itself=False)


def change_feeds(tournament: Tournament, *feeds: FeedSettings) -> None:
    present = settings_of(tournament)
    stages = (GROUPS, replace(present.stages[1], feeds=feeds))
    stage_flow.change_stages(
        tournament=tournament,
        settings=replace(present, stages=stages),
        seen=present,
        by=CONSOLE,
        at=NOW,
    )


def test_best_of_another_place_advance_after_the_groups_are_played():
    firsts = replace(BY_HAND, feeds=(FeedSettings(1, 1, 2),))
    tournament = finished_groups_of_three(30, 20, 10, stages=(GROUPS, firsts))
    refresh_standings(tournament)
    first, second, best = thirds(tournament)
    assert stored_thirds(tournament) == {}
    change_feeds(tournament, FeedSettings(1, 1, 2), FeedSettings(1, 3, 3, best=2))
    assert stored_thirds(tournament) == {1: best, 2: second}
    refresh_standings(tournament)
    assert not verify(tournament).discrepancies
    draw_stage(tournament.stages.select_related("tournament").get(position=2))
    assert {second, best} <= knockout_entrants(tournament)
    assert first not in knockout_entrants(tournament)


def test_fewer_of_the_best_advance_after_the_groups_are_played():
    tournament = finished_groups_of_three(30, 20, 10, stages=(GROUPS, BY_HAND))
    change_feeds(tournament, FeedSettings(1, 1, 2), FeedSettings(1, 3, 3, best=1))
    assert stored_thirds(tournament) == {1: thirds(tournament)[2]}


def test_best_stay_stored_when_only_a_name_changes():
    tournament = finished_groups_of_three(30, 20, 10, stages=(GROUPS, BY_HAND))
    before = stored_thirds(tournament)
    present = settings_of(tournament)
    stages = (present.stages[0], replace(present.stages[1], name="Final"))
    changed = replace(present, stages=stages)
    stage_flow.change_stages(tournament=tournament, settings=changed, seen=present, by=CONSOLE, at=NOW)
    assert stored_thirds(tournament) == before != {}
