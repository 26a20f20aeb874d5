"""The hands of a match scored one after another, each with the penalties of those before it (RULES §7)."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from rules.games.game import Game
from rules.hands import Report
from rules.lines import Score
from rules.rulesets import RuleSet

Entry = TypeVar("Entry", bound=Report)
Rules = TypeVar("Rules", bound=RuleSet)


def scored_in_order(
    game: Game[Rules, Entry], hands: Iterable[Entry | Score], rules: Rules
) -> Iterator[tuple[Entry | None, Score]]:
    """Score hands in which the game finds no error; after a correction, the later ones anew.

    Each is given with its report as it counts. What a referee decided comes as a score and stands. Hands past
    the end of a match are scored like the others: they count again if it is un-ended.
    """
    before: Mapping[str, int] = {}
    for hand in hands:
        if isinstance(hand, Score):
            report, score = None, hand
        else:
            report = game.with_before(hand, before) if game.with_before else hand
            score = game.score_hand(report, rules)
        yield report, score
        before = {side: before.get(side, 0) + points for side, points in score.by_side().items()}
