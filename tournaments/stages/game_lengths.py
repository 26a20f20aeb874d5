"""How long matches of a game are: what is proposed for them, and how many hands they have as a rule."""

from __future__ import annotations

from typing import Any

from rules.games.game import Game
from tournaments.formats.time_estimate import Range, hands_of_match
from tournaments.stages.stage_settings import BEST_OF, Length

FEWEST_HANDS = {1: 1, 3: 5, 5: 9}
"""From so many hands on a best of so many is proposed: three matches of three are no longer than one of 9."""


def as_a_rule(game: Game[Any, Any]) -> Range | None:
    """Hands of a match that its figures end; None where a match has its number of hands."""
    return Range(*game.open_match) if game.open_match else None


def most_hands(hands: int | None, game: Game[Any, Any]) -> int:
    """The most hands of a match of this length, extra hands aside."""
    return hands_of_match(hands, as_a_rule(game)).most


def proposed_lengths(game: Game[Any, Any], longest: Length) -> list[Length]:
    """What is proposed, shortest first and nothing longer than the `longest`; there is always one.

    A limit that hardly any match reaches is not among them, nor one for several matches: sooner than that one
    is played to its end.
    """
    within = [hands for hands in game.offered if most_hands(hands, game) <= most_hands(longest.hands, game)]
    usable = [hands for hands in within if hands is None or hands == most_hands(hands, game)]
    found = [
        Length(best_of, hands)
        for best_of in BEST_OF
        for hands in usable
        if best_of <= longest.best_of and _worth_several(hands, best_of, game)
    ]
    return found or [shortest_length(game)]


def _worth_several(hands: int | None, best_of: int, game: Game[Any, Any]) -> bool:
    if game.ends_at is not None and best_of > 1:
        return hands is None
    return most_hands(hands, game) >= FEWEST_HANDS[best_of]


def shortest_length(game: Game[Any, Any]) -> Length:
    """The shortest that is offered."""
    return Length(1, game.offered[0])
