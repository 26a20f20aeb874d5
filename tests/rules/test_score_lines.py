import ast
import json
import random
from pathlib import Path

import pytest

from rules import rulings
from rules.games import GAMES, game_of
from rules.games.okey101.explain import word_line
from rules.rulings import fixed_score, replayed_score
from rules.score_lines import Line, lines_from_json
from rules.seats import SEATS_PAIRS
from tests.rules.games.okey101.random_hands import possible_hands
from tests.rules.hand_builders import finished
from tests.simulation.hands import RULE_SETS

HANDS = 300
WORDINGS = [Path(rulings.__file__), *(Path(rulings.__file__).parent / "games").glob("*/explain.py")]


def random_scores(rule_set):
    """Score random hands, of 101 by random rules."""
    play, chance = RULE_SETS[rule_set], random.Random(rule_set)
    if rule_set == "101-pairs":
        for hand, rules in possible_hands(7, HANDS):
            yield play.game.score_hand(play.game.parse_report(hand), rules)
        return
    rules = play.game.presets[rule_set]
    for _hand in range(HANDS):
        yield play.game.score_hand(play.report(chance, SEATS_PAIRS), rules)


RULINGS = [
    fixed_score(dict.fromkeys(SEATS_PAIRS, -5)),
    fixed_score({"A": 4, "B": -2}, by_side=True),
    replayed_score(SEATS_PAIRS),
]


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_stored_line_is_worded_as_the_scored_line(rule_set):
    for score in (*random_scores(rule_set), *RULINGS):
        stored = lines_from_json(score.lines_to_json(), game_of(rule_set).word_line)
        assert [(line, line.text) for line in stored] == [(line, line.text) for line in score.lines]


def plain_values(value):
    if isinstance(value, dict):
        return [plain for part in (*value, *value.values()) for plain in plain_values(part)]
    return [value]


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_stored_line_has_codes_and_numbers_only(rule_set):
    for score in (*random_scores(rule_set), *RULINGS):
        for line in json.loads(score.lines_to_json()):
            assert set(line) == {"seat", "points", "rule", "source", "values"}
            for value in plain_values(line["values"]):
                assert value is None or isinstance(value, int) or value.replace("_", "").isalpha(), line


def test_stored_figures_are_worded_whatever_they_cost_today():
    values = {"amount": 150, "factors": {"pairs": 5, "direct": 3}}
    line = Line("A1", -2250, "finisher", "S0 VI", values, word_line)
    assert line.text.en == "Finished: 150 × 15 (direct finish, pairs finish)"


def test_wording_is_no_difference_between_lines():
    (line, *_others) = game_of("101-pairs").score_hand(*_hand()).lines
    stored = line.to_stored()
    assert line == Line(**stored, word=lambda _line: pytest.fail("worded"))
    assert line != Line(**stored | {"values": {"amount": 7, "factors": {}}}, word=word_line)


def _hand():
    game = game_of("101-pairs")
    return game.parse_report(finished()), game.presets["101-pairs"]


@pytest.mark.parametrize("path", WORDINGS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_wording_names_no_language(path):
    """So another language adds only texts."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    attributes = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    constants = {node.value for node in nodes if isinstance(node, ast.Constant)}
    assert not (attributes | constants) & {"tr", "en"}


def test_every_game_words_its_lines():
    assert len(WORDINGS) == len(GAMES) + 1
