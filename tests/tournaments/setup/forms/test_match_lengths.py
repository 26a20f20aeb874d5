from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils import translation

from rules.games import GAMES, game_of
from rules.games.game import Game
from tournaments.setup.forms.match_lengths import (
    HandsField,
    InvalidLength,
    hands_from_form,
    hands_label,
    hands_to_form,
    knockout_hands_label,
    parse_allowed_hands,
)

OKEY, TASK = game_of("okey-countdown"), game_of("okey-task")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_hands_survive_a_round_trip(game):
    for hands in game.lengths:
        assert parse_allowed_hands(game, hands_to_form(hands)) == hands
        assert parse_allowed_hands(game, str(hands_to_form(hands))) == hands


@pytest.mark.parametrize("typed", ["", "x", "-1", "5.0", "٥", None, "9" * 5000])
def test_invalid_length_is_refused(typed):
    with pytest.raises(InvalidLength):
        hands_from_form(typed)


@pytest.mark.parametrize(("game", "typed"), [(TASK, "open"), (TASK, "100"), (OKEY, "0")])
def test_length_of_another_game_is_refused(game, typed):
    with pytest.raises(InvalidLength):
        parse_allowed_hands(game, typed)


def offered(game: Game[Any, Any], language: str = "en", own: object = None) -> dict[str, str]:
    with translation.override(language):
        field = HandsField(game, label="", current=own)
    choices = re.findall(r'<option value="(\w+)">([^<]+)<', field.widget.render("hands", None))
    return dict(choices)


def test_limit_or_none_is_offered_where_points_end_a_match():
    assert offered(OKEY) == {
        "5": "at most 5 hands",
        "7": "at most 7 hands",
        "9": "at most 9 hands",
        "11": "at most 11 hands",
        "open": "until somebody has lost 20 points",
    }
    assert offered(OKEY, "tr")["open"] == "birinin 20 puanı bitene kadar"
    field = HandsField(OKEY, label="")
    assert (field.clean("open"), field.clean("7")) == (None, 7)


def test_numbers_of_hands_are_offered_otherwise():
    assert list(offered(TASK).values()) == ["3", "5", "7", "9", "11"]


def test_present_length_of_a_stage_stays_available():
    assert list(offered(OKEY, own="13")) == ["5", "7", "9", "11", "13", "open"]
    assert list(offered(OKEY, own="6")) == ["5", "6", "7", "9", "11", "open"]
    assert list(offered(OKEY, own="100")) == ["5", "7", "9", "11", "open"]


def test_labels_name_the_length_asked_for():
    with translation.override("en"):
        assert [str(hands_label(game)) for game in (OKEY, TASK)] == ["A match lasts", "Hands in a match"]
        assert len({str(knockout_hands_label(game)) for game in (OKEY, TASK)}) == 2
