"""The whole rule book of task Okey, chapter by chapter, and what in it answers for what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rules.books.book import Book
from rules.games.game import never
from rules.games.okey_task.book.chapters import (
    finishing,
    matches,
    melds,
    points,
    table,
    tasks,
    tiles,
    turns,
    words,
)
from rules.games.okey_task.book.play import Play
from rules.games.okey_task.book.situations import SITUATIONS
from rules.games.okey_task.book.switches import SWITCHES
from rules.games.okey_task.rulesets import RuleSet
from rules.sentences import Chapter
from rules.standings.stage_plans import StagePlan

_ANSWERS: Final[Mapping[str, str]] = {
    "infraction.joker_exchanged": "infractions",
    "unknown_infraction": "infractions",
    "joker_exchanged_without_opening": "joker-of-an-opener",
    "too_many_jokers_exchanged": "two-jokers",
    "impossible_tiles": "tiles",
    "rack_out_of_range": "racks-grow",
    "finisher_missing": "hand-written",
    "finisher_not_opened": "finisher-has-opened",
    "finisher_has_tiles": "all-tiles",
    "finish_without_finisher": "deck-empty",
    "empty_rack_without_finish": "all-tiles",
    "malformed_hand": "hand-written",
    "missing_seat": "written-numbers",
    "unknown_seat": "written-numbers",
    "negative_value": "written-numbers",
}
"""The sentence that answers for a line of a score, a refusal or a doubt that bears no sentence's own name."""


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
        tasks.chapter(play),
        turns.chapter(play),
        finishing.chapter(play),
        points.chapter(play),
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
