from __future__ import annotations

from dataclasses import replace

import pytest

from rules.games import GAMES, game_of
from tournaments.formats.time_estimate import Range
from tournaments.stages.game_lengths import most_hands, proposed_lengths, shortest_length, usual_hands
from tournaments.stages.stage_settings import USUAL_GAME, Length

OKEY, TASK = game_of("okey-countdown"), game_of("okey-task")


def test_usual_hands_exist_only_where_points_end_a_match():
    assert usual_hands(OKEY) == Range(5, 12)
    assert usual_hands(USUAL_GAME) is usual_hands(TASK) is None
    assert [most_hands(hands, OKEY) for hands in (None, 9, 20)] == [12, 9, 12]
    assert most_hands(11, USUAL_GAME) == 11


def test_shorter_lengths_come_first_and_best_ofs_only_if_worthwhile():
    assert proposed_lengths(USUAL_GAME, Length(5, 11)) == [
        *(Length(1, hands) for hands in (3, 5, 7, 9, 11)),
        *(Length(3, hands) for hands in (5, 7, 9, 11)),
        *(Length(5, hands) for hands in (9, 11)),
    ]
    assert proposed_lengths(OKEY, Length(3, None)) == [
        *(Length(1, hands) for hands in (5, 7, 9, 11, None)),
        Length(3, None),
    ]
    assert proposed_lengths(TASK, Length(3, 5)) == [Length(1, 3), Length(1, 5), Length(3, 5)]


def test_limit_that_hardly_any_match_reaches_is_not_proposed():
    offered = replace(OKEY, offered_lengths=(9, 20, None))
    assert proposed_lengths(offered, Length(1, None)) == [Length(1, 9), Length(1, None)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_shortest_length_is_proposed_if_all_are_too_long(game):
    assert proposed_lengths(game, Length(1, 1)) == [shortest_length(game)]
