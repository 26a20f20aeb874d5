from __future__ import annotations

from typing import Any

from rules.games.game import Game
from tournaments.formats.time_estimate import Range, hands_of_match
from tournaments.stages.stage_settings import BEST_OF, Length

FEWEST_HANDS = {1: 1, 3: 5, 5: 9}
"""The fewest hands for which a best-of is proposed: three matches of 3 last as long as one of 9."""


def usual_hands(game: Game[Any, Any]) -> Range | None:
    """Return None where the number is fixed."""
    return Range(*game.open_match) if game.open_match else None


def most_hands(hands: int | None, game: Game[Any, Any]) -> int:
    return hands_of_match(hands, usual_hands(game)).most


def proposed_lengths(game: Game[Any, Any], longest: Length) -> list[Length]:
    """Return lengths up to `longest`, by best-of, then hands; if none fits, the game's shortest.

    Leaves out limits that hardly any match reaches, and a best-of with a limit.
    """
    within = [
        hands for hands in game.offered_lengths if most_hands(hands, game) <= most_hands(longest.hands, game)
    ]
    usable = [hands for hands in within if hands is None or hands == most_hands(hands, game)]
    proposals = [
        Length(best_of, hands)
        for best_of in BEST_OF
        for hands in usable
        if best_of <= longest.best_of and _is_worth_best_of(hands, best_of, game)
    ]
    return proposals or [shortest_length(game)]


def _is_worth_best_of(hands: int | None, best_of: int, game: Game[Any, Any]) -> bool:
    if game.ends_at is not None and best_of > 1:
        return hands is None
    return most_hands(hands, game) >= FEWEST_HANDS[best_of]


def shortest_length(game: Game[Any, Any]) -> Length:
    return Length(1, game.offered_lengths[0])
