from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.games import GAMES, game_of
from rules.games.game import Game
from rules.rulesets import UnknownRuleSet
from tournaments.stages.stage_settings import USUAL_GAME, Length

from .rule_presets import GameCard, game_cards

_BY_ID = {game.id: game for game in GAMES}
GAME_CHOICES = [(game.id, game.id) for game in GAMES]


@dataclass(frozen=True)
class GameChoice:
    card: GameCard
    is_chosen: bool
    rule_set: str

    @property
    def field(self) -> str:
        return rule_set_field_name(self.card.id)


def rule_set_field_name(game: str) -> str:
    return f"rules-{game}"


def with_rule_set(typed: Mapping[str, Any]) -> dict[str, Any]:
    """Set `rule_set` to the chosen one, and `game` to its game."""
    if "game" not in typed:
        return {**typed, "game": _game_of_rule_set(str(typed.get("rule_set", ""))).id}
    game = _BY_ID.get(str(typed["game"]), USUAL_GAME)
    return {**typed, "rule_set": typed.get(rule_set_field_name(game.id), usual_rule_set(game))}


def chosen_game(typed: Mapping[str, Any]) -> Game[Any, Any]:
    return _BY_ID.get(str(typed.get("game")), USUAL_GAME)


def full_length(game: Game[Any, Any], rule_set: object) -> Length:
    """Use the game's usual rule set for an unknown one."""
    rules = game.presets.get(str(rule_set)) or game.presets[usual_rule_set(game)]
    return Length(rules.best_of, rules.hands_per_match)


def usual_rule_set(game: Game[Any, Any]) -> str:
    return next(iter(game.presets))


def game_choices(typed: Mapping[str, Any]) -> list[GameChoice]:
    return [_choice(card, typed) for card in game_cards()]


def _choice(card: GameCard, typed: Mapping[str, Any]) -> GameChoice:
    chosen, known = card.id == chosen_game(typed).id, [preset.id for preset in card.presets]
    requested = str(typed.get(rule_set_field_name(card.id)) or (typed.get("rule_set") if chosen else ""))
    return GameChoice(card, chosen, requested if requested in known else known[0])


def _game_of_rule_set(rule_set: str) -> Game[Any, Any]:
    try:
        return game_of(rule_set)
    except UnknownRuleSet:
        return USUAL_GAME
