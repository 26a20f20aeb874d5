"""Every game has the same interface; other code knows no game."""

import ast
import json
from dataclasses import replace
from pathlib import Path

import pytest

from rules.games import DEFAULT_RULE_SET, FINISH_NAMES, GAMES, INFRACTION_NAMES, RULE_SETS, game_of
from rules.games.game import no_details, no_missing_seats
from rules.judge import judge_hand, judge_opening_line
from rules.rulesets import UnknownRuleSet
from rules.seat_events import PLAIN_FINISH, SeatEventKind
from rules.standings.steps import PLAY_STEPS

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
READ_THEM = {"hands", "rack_input", "reports", "validation"}
"""Modules with common parts of the format for several games."""
COUNT_THEM = {"seat_events", "standings.matches", "standings.standings_rows", "standings.steps"}
"""Modules for standings and pages that so far count things of one game."""
LIST_THEM = {"games"}
"""Modules that list the games."""


def outside():
    for path in sorted(RULES.rglob("*.py")):
        module_parts = path.relative_to(RULES).with_suffix("").parts
        if module_parts[0] != "games" or len(module_parts) == 2:
            yield ".".join(module_parts).removesuffix(".__init__"), path.read_text(encoding="utf-8")


def parts_named(source):
    nodes = list(ast.walk(ast.parse(source)))
    attributes = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    constants = {
        node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    return PARTS & (attributes | constants)


def test_every_preset_belongs_to_one_game_with_its_own_id():
    presets = [(preset, game) for game in GAMES for preset in game.presets.values()]
    assert tuple(sorted(preset.id for preset, _ in presets)) == RULE_SETS
    assert len({game.id for game in GAMES}) == len({game.names for game in GAMES}) == len(GAMES)
    for preset, game in presets:
        assert game_of(preset.id) is game
        assert game.presets[preset.id] is preset
    assert DEFAULT_RULE_SET in RULE_SETS


def test_rule_set_without_a_game_is_unknown():
    with pytest.raises(UnknownRuleSet):
        game_of("okey-105")


@EVERY_GAME
def test_rule_set_round_trips(game):
    for preset in game.presets.values():
        assert game.read_rules(preset.to_json()) == preset
        assert preset.changes == frozenset()


@EVERY_GAME
def test_hand_of_every_game_round_trips(game):
    hand = {"outcome": "deck_exhausted", "seats": {seat: {} for seat in ("A1", "B1", "C1", "D1")}}
    hand |= {"task": "cift"} if game.id == "okey_task" else {}
    for rule_set in game.presets:
        report = game.parse_report(hand | {"rule_set": rule_set})
        assert game.parse_report(json.loads(report.to_json())) == report
        answer = judge_hand(hand, rule_set)
        assert answer["ok"]
        assert all(set(line["text"]) == {"tr", "en"} and line["source"] for line in answer["lines"])
        assert list(answer["teams"]) == ["A", "B", "C", "D"]


@pytest.mark.parametrize("rule_set", [game for game in RULE_SETS if not game.startswith("101-")])
def test_only_the_101_family_has_opening_values(rule_set):
    opening = {"rule_set": rule_set, "indicator": "b5", "melds": [["r1", "r2", "r3"]]}
    assert judge_opening_line(json.dumps(opening).encode())["errors"] == ["malformed_opening"]


@pytest.mark.parametrize(
    "game",
    [game for game in GAMES if game.seats_missing_inputs is no_missing_seats],
    ids=lambda game: game.id,
)
def test_game_with_constant_inputs_has_none_missing(game):
    rules = next(iter(game.presets.values()))
    assert game.seats_missing_inputs(None, rules, rules) == []


def test_game_with_complete_scores_has_no_details():
    assert any(game.hand_details is no_details for game in GAMES)
    assert no_details(None) == ()


@EVERY_GAME
def test_pairs_use_their_preset_and_no_extra_tie_break(game):
    for preset in game.presets.values():
        assert game.rules_for(preset, False) == preset
        assert not game.decides_level_match(preset)


@EVERY_GAME
def test_special_finishes_are_named_and_lengths_valid(game):
    assert set(game.finish_names) <= set(FINISH_NAMES)
    assert (None in game.lengths) == (game.ends_at is not None)


@EVERY_GAME
def test_every_line_belongs_to_a_part_of_a_total(game):
    rules = [*game.sum_names, "infraction.x", "ruling", "finisher"]
    assert {game.sum_name(rule) for rule in rules} <= set(game.all_sum_names)
    assert game.sum_name("infraction.x").en == "Infractions"
    assert game.sum_name("unknown_rule") == game.all_sum_names[-1]


@EVERY_GAME
def test_counted_events_are_named(game):
    assert set(game.usual_finishes) - {PLAIN_FINISH} <= set(game.finish_names)
    assert (SeatEventKind.INFRACTION in game.counted_event_kinds) == bool(game.infraction_names)
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
def test_only_fined_infractions_are_named_in_display_order(rule_set_id, switches, fined):
    game = game_of(rule_set_id)
    rules = replace(game.presets[rule_set_id], **switches)
    fined_names = game.fined_infractions(rules)
    assert list(fined_names) == fined
    assert fined_names == {code: INFRACTION_NAMES[code] for code in fined}
    assert not rules.fines("loud_talking")


@EVERY_GAME
def test_offered_lengths_are_valid_and_open_matches_have_a_usual_length(game):
    assert set(game.offered_lengths) <= set(game.lengths)
    limits = [hands for hands in game.offered_lengths if hands is not None]
    assert limits == sorted(limits)
    assert (game.open_match is None) == (game.ends_at is None)
    if game.open_match is not None:
        fewest, usual_most = game.open_match
        assert 1 <= fewest <= usual_most
        assert game.offered_lengths[-1] is None


@EVERY_GAME
def test_game_is_described_in_one_bilingual_sentence(game):
    for text in (game.about.tr, game.about.en):
        assert text.count(".") == 1
        assert text.endswith(".")


@EVERY_GAME
def test_tie_break_steps_of_a_game_are_unique_and_about_play(game):
    steps = (*game.play_tie_breaks, *game.optional_play_tie_breaks)
    assert game.play_tie_breaks
    assert len(set(steps)) == len(steps)
    assert set(steps) <= set(PLAY_STEPS)


def test_modules_outside_games_name_no_game():
    names = [*RULE_SETS, *(game.id for game in GAMES)]
    naming = {module for module, source in outside() if any(name in source for name in names)}
    assert naming == LIST_THEM


def test_only_common_modules_name_parts_of_an_entry():
    assert {module for module, source in outside() if parts_named(source)} == READ_THEM | COUNT_THEM


@pytest.mark.parametrize("command", ["score_hands", "judge_racks", "judge_openings"])
def test_commands_name_no_game(command):
    source = (COMMANDS / f"{command}.py").read_text(encoding="utf-8")
    assert not any(game.id in source for game in GAMES)
    assert not parts_named(source)
