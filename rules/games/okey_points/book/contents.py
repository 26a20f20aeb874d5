"""The whole rule book of classic Okey, chapter by chapter, and what in it answers for what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rules.books.book import Book
from rules.games.game import never
from rules.games.okey_points.book.chapters import (
    finishing,
    indicator,
    matches,
    melds,
    points,
    table,
    tiles,
    turns,
    words,
)
from rules.games.okey_points.book.play import Play
from rules.games.okey_points.book.situations import SITUATIONS
from rules.games.okey_points.book.switches import SWITCHES
from rules.games.okey_points.rulesets import RuleSet
from rules.sentences import Chapter
from rules.standings.stage_plans import StagePlan

_ANSWERS: Final[Mapping[str, str]] = {
    "one_colour": "one_colour_doubles",
    "indicator_spared": "indicator_spares_below",
    "indicator_not_in_rule_set": "indicator_shown",
    "double_okey_not_in_rule_set": "both-okeys",
    "finisher_missing": "hand-written",
    "finish_without_finisher": "deck-empty",
    "malformed_hand": "hand-written",
    "missing_seat": "written-numbers",
    "unknown_seat": "written-numbers",
    "negative_value": "written-numbers",
}
"""The sentence that answers for a line of a score or a refusal that bears no sentence's own name."""


def rule_book(
    rules: RuleSet,
    stages: Sequence[StagePlan] = (),
    *,
    singles: bool = False,
    protest: int | None = None,
) -> tuple[Chapter, ...]:
    """Write the rule book of a tournament that plays these stages by this rule set.

    ``protest`` are the minutes after a match in which its hands may be protested, where they are set.
    """
    play = Play(rules, singles, protest, bare=protest is None and not stages)
    return (
        words.chapter(play),
        tiles.chapter(play),
        melds.chapter(play),
        turns.chapter(play),
        finishing.chapter(play),
        points.chapter(play),
        indicator.chapter(play),
        table.chapter(play),
        matches.chapter(play, stages),
    )


BOOK: Final = Book(
    write=rule_book,
    answers=_ANSWERS,
    situations=SITUATIONS,
    switches=SWITCHES,
    for_singles=never,
)
