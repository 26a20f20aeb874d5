"""The seam: every game says the same of itself, and what lies outside the games knows none of them."""

import ast
import json
from dataclasses import replace
from pathlib import Path

import pytest

from rules.games import DEFAULT_RULE_SET, FINISH_NAMES, GAMES, INFRACTION_NAMES, RULE_SETS, game_of
from rules.games.game import nothing_more, nothing_unasked
from rules.judge import judge_hand, judge_opening_line
from rules.rulesets import UnknownRuleSet
from rules.seat_events import PLAIN_FINISH, DeedKind
from rules.standings.steps import PLAYED_HOW

ROOT = Path(__file__).parents[3]
RULES = ROOT / "rules"
COMMANDS = ROOT / "scoring" / "management" / "commands"
EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])

PARTS = {
    "direct",
    "finish",
    "indicator",
    "indicator_shown_by",
    "infractions",
    "last_tile",
    "okeys",
    "one_colour",
    "opened",
    "opening",
    "rack",
    "task",
    "unopened",
}
"""Parts of an entry that not every game has."""
READ_THEM = {"given_racks", "hands", "objections", "racks", "refusals", "reports"}
"""What several games share of the format."""
COUNT_THEM = {"deeds", "standings.matches", "standings.rows", "standings.steps"}
"""What standings and pages count of one game as yet."""
LIST_THEM = {"games"}
"""What lists the games."""


def outside():
    """Every module of the rules that lies in no game's folder, by its name."""
    for path in sorted(RULES.rglob("*.py")):
        parts = path.relative_to(RULES).with_suffix("").parts
        if parts[0] != "games" or len(parts) == 2:
            yield ".".join(parts).removesuffix(".__init__"), path.read_text(encoding="utf-8")


def parts_named(source):
    """The parts that code asks an object for, or names as a key; what docstrings say does not matter."""
    nodes = list(ast.walk(ast.parse(source)))
    asked = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    named = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return PARTS & (asked | named)


def test_every_preset_is_of_one_game_and_bears_its_own_id():
    presets = [(preset, game) for game in GAMES for preset in game.presets.values()]
    assert tuple(sorted(preset.id for preset, _ in presets)) == RULE_SETS
    assert len({game.id for game in GAMES}) == len({game.names for game in GAMES}) == len(GAMES)
    for preset, game in presets:
        assert game_of(preset.id) is game
        assert game.presets[preset.id] is preset
    assert DEFAULT_RULE_SET in RULE_SETS


def test_a_rule_set_that_no_game_has_is_unknown():
    with pytest.raises(UnknownRuleSet):
        game_of("okey-105")


@EVERY_GAME
def test_a_rule_set_is_read_from_the_text_that_it_wrote(game):
    for preset in game.presets.values():
        assert game.read_rules(preset.to_json()) == preset
        assert preset.changes == frozenset()


@EVERY_GAME
def test_a_hand_of_every_game_is_read_from_the_text_that_it_wrote(game):
    hand = {"outcome": "deck_exhausted", "seats": {seat: {} for seat in ("A1", "B1", "C1", "D1")}}
    hand |= {"task": "cift"} if game.id == "okey_task" else {}
    for rule_set in game.presets:
        report = game.parse_report(hand | {"rule_set": rule_set})
        assert game.parse_report(json.loads(report.to_json())) == report
        answer = judge_hand(hand, rule_set)
        assert answer["ok"]
        assert all(set(line["text"]) == {"tr", "en"} and line["source"] for line in answer["lines"])
        assert list(answer["teams"]) == ["A", "B", "C", "D"]


@pytest.mark.parametrize("rule_set", [one for one in RULE_SETS if not one.startswith("101-")])
def test_an_opening_has_a_worth_in_the_101_family_alone(rule_set):
    opening = {"rule_set": rule_set, "indicator": "b5", "melds": [["r1", "r2", "r3"]]}
    assert judge_opening_line(json.dumps(opening).encode())["errors"] == ["malformed_opening"]


@pytest.mark.parametrize(
    "game", [one for one in GAMES if one.unasked is nothing_unasked], ids=lambda one: one.id
)
def test_a_game_that_asks_the_same_by_all_its_rules_leaves_nothing_unasked(game):
    rules = next(iter(game.presets.values()))
    assert game.unasked(None, rules, rules) == []


def test_a_game_whose_score_says_all_tells_nothing_more():
    assert any(game.particulars is nothing_more for game in GAMES)
    assert nothing_more(None) == ()


@EVERY_GAME
def test_rules_for_pairs_are_those_of_their_preset_and_a_level_match_is_parted_by_nothing_else(game):
    for preset in game.presets.values():
        assert game.rules_for(preset, False) == preset
        assert not game.parts_level(preset)


@EVERY_GAME
def test_every_special_finish_has_a_name_and_every_length_is_one_or_no_limit(game):
    assert set(game.finish_names) <= set(FINISH_NAMES)
    assert (None in game.lengths) == (game.ends_at is not None)


@EVERY_GAME
def test_every_line_belongs_to_a_part_of_a_total(game):
    rules = [*game.sum_names, "infraction.x", "ruling", "finisher"]
    assert {game.sum_name(rule) for rule in rules} <= set(game.all_sum_names)
    assert game.sum_name("infraction.x").en == "Infractions"
    assert game.sum_name("told_by_nobody") == game.all_sum_names[-1]


@EVERY_GAME
def test_what_is_counted_is_named(game):
    assert set(game.usual_finishes) - {PLAIN_FINISH} <= set(game.finish_names)
    assert (DeedKind.INFRACTION in game.counts) == bool(game.infraction_names)
    assert set(game.infraction_names) <= set(INFRACTION_NAMES)


@pytest.mark.parametrize(
    ("rule_set_id", "switches", "fined"),
    [
        ("101-rounds", {}, ["playable_discard", "okey_discard", "invalid_opening", "layoff_taken_back"]),
        ("okey-task", {}, ["joker_exchanged"]),
        ("okey-task", {"infractions": {}}, []),
        ("okey-countdown", {}, []),
    ],
)
def test_only_infractions_that_are_fined_are_named_in_the_order_of_asking(rule_set_id, switches, fined):
    game = game_of(rule_set_id)
    rules = replace(game.presets[rule_set_id], **switches)
    named = game.fined(rules)
    assert list(named) == fined
    assert named == {code: INFRACTION_NAMES[code] for code in fined}
    assert not rules.fines("loud_talking")


@EVERY_GAME
def test_lengths_that_are_offered_can_be_and_an_open_match_has_some_number_of_hands_as_a_rule(game):
    assert set(game.offered) <= set(game.lengths)
    limits = [hands for hands in game.offered if hands is not None]
    assert limits == sorted(limits)
    assert (game.open_match is None) == (game.ends_at is None)
    if game.open_match is not None:
        fewest, most = game.open_match
        assert 1 <= fewest <= most
        assert game.offered[-1] is None


@EVERY_GAME
def test_a_game_is_told_in_one_sentence_of_both_languages(game):
    for said in (game.about.tr, game.about.en):
        assert said.count(".") == 1
        assert said.endswith(".")


@EVERY_GAME
def test_what_parts_ties_are_steps_that_look_at_how_somebody_played_each_once(game):
    steps = (*game.parts_ties, *game.parts_ties_too)
    assert game.parts_ties
    assert len(set(steps)) == len(steps)
    assert set(steps) <= set(PLAYED_HOW)


def test_nothing_outside_names_a_game():
    names = [*RULE_SETS, *(game.id for game in GAMES)]
    naming = {module for module, source in outside() if any(name in source for name in names)}
    assert naming == LIST_THEM


def test_only_what_shares_the_format_and_what_counts_names_parts_of_an_entry():
    assert {module for module, source in outside() if parts_named(source)} == READ_THEM | COUNT_THEM


@pytest.mark.parametrize("command", ["score_hands", "judge_racks", "judge_openings"])
def test_the_commands_name_no_game(command):
    source = (COMMANDS / f"{command}.py").read_text(encoding="utf-8")
    assert not any(game.id in source for game in GAMES)
    assert not parts_named(source)
