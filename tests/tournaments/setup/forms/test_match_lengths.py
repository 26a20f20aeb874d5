"""How long a match is, as it is chosen in a form."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils import translation

from rules.games import GAMES, game_of
from rules.games.game import Game
from tournaments.setup.forms.match_lengths import (
    HandsField,
    NoSuchLength,
    hands_in,
    hands_label,
    last_hands_label,
    read_hands,
    written_hands,
)

OKEY, TASK = game_of("okey-countdown"), game_of("okey-task")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_what_is_written_is_read(game):
    for hands in game.lengths:
        assert hands_in(game, written_hands(hands)) == hands
        assert hands_in(game, str(written_hands(hands))) == hands


@pytest.mark.parametrize("typed", ["", "x", "-1", "5.0", "٥", None, "9" * 5000])
def test_nonsense_is_no_length(typed):
    with pytest.raises(NoSuchLength):
        read_hands(typed)


@pytest.mark.parametrize(("game", "typed"), [(TASK, "open"), (TASK, "100"), (OKEY, "0")])
def test_what_a_game_does_not_know_is_no_length_of_it(game, typed):
    with pytest.raises(NoSuchLength):
        hands_in(game, typed)


def offered(game: Game[Any, Any], language: str = "en", own: object = None) -> dict[str, str]:
    """What a page lets choose, by what it sends."""
    with translation.override(language):
        field = HandsField(game, label="", own=own)
    shown = re.findall(r'<option value="(\w+)">([^<]+)<', field.widget.render("hands", None))
    return dict(shown)


def test_where_figures_end_a_match_a_limit_is_chosen_or_none():
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


def test_elsewhere_a_number_of_hands():
    assert list(offered(TASK).values()) == ["3", "5", "7", "9", "11"]


def test_a_length_that_a_stage_has_already_can_stay():
    assert list(offered(OKEY, own="13")) == ["5", "7", "9", "11", "13", "open"]
    assert list(offered(OKEY, own="6")) == ["5", "6", "7", "9", "11", "open"]
    assert list(offered(OKEY, own="100")) == ["5", "7", "9", "11", "open"]


def test_what_is_asked_is_called_by_what_it_is():
    with translation.override("en"):
        assert [str(hands_label(game)) for game in (OKEY, TASK)] == ["A match lasts", "Hands in a match"]
        assert len({str(last_hands_label(game)) for game in (OKEY, TASK)}) == 2
