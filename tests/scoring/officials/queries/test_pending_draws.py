from __future__ import annotations

import pytest

from scoring.officials.queries.pending_draws import find_pending_draws
from scoring.queries.encounters.encounter_reader import read_listings
from scoring.queries.qualification import read_group_places
from scoring.queries.tournament_context import read_tournament_context
from tests.factories import drawn_tournament, first_stage, play_encounter, play_table, singles_tournament
from tests.scoring.stage_flows import (
    GROUPS,
    SWISS,
    draw_next_round,
    drawn_flow,
    earlier_entered_side,
    play_ready,
    ready_encounters,
)
from tournaments.models import Tournament
from tournaments.stages.stage_settings import FeedSettings, StageSettings

pytestmark = pytest.mark.django_db

BY_HAND = StageSettings("knockout", 1, 3, feeds=(FeedSettings(1, 1, 2),), draws_itself=False)


def pending_draws(tournament: Tournament) -> list[tuple[int, int | None]]:
    context = read_tournament_context(tournament.public_id)
    pending = find_pending_draws(context, read_group_places(tournament), read_listings(tournament))
    return [(draw.stage.stage.position, draw.round) for draw in pending]


def test_stage_is_pending_once_its_sources_are_decided():
    tournament = drawn_tournament(pairs=6, groups=2, stages=(GROUPS, BY_HAND))
    for number, encounter in enumerate(ready_encounters(tournament)):
        assert pending_draws(tournament) == []
        play_encounter(encounter, earlier_entered_side(encounter), points=(30 + number, 40))
    assert pending_draws(tournament) == [(2, None)]


def test_automatic_draw_is_never_pending():
    tournament = drawn_tournament(pairs=6, groups=2)
    for encounter in ready_encounters(tournament):
        play_encounter(encounter, earlier_entered_side(encounter))
    assert pending_draws(tournament) == []


@pytest.mark.release
def test_swiss_rounds_are_pending_until_the_last():
    tournament = drawn_flow(SWISS, pairs=6)
    for number in (2, 3):
        assert pending_draws(tournament) == []
        play_ready(tournament)
        assert pending_draws(tournament) == [(1, number)]
        draw_next_round(first_stage(tournament))
    play_ready(tournament)
    assert pending_draws(tournament) == []


def test_rounds_of_tables_of_four_are_pending_until_one_table_is_left():
    tournament = singles_tournament(players=8)
    for encounter in ready_encounters(tournament):
        assert pending_draws(tournament) == []
        play_table(encounter, 40, 0, 20, 60)
    assert pending_draws(tournament) == [(1, 2)]
    draw_next_round(first_stage(tournament))
    play_table(ready_encounters(tournament)[0], 40, 0, 20, 60)
    assert pending_draws(tournament) == []
