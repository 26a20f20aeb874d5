from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.book.game_book import Book
from rules.games.game import never
from rules.games.okey_task.book.chapters import (
    finishing,
    matches,
    melds,
    points,
    table,
    tasks,
    terms,
    tiles,
    turns,
)
from rules.games.okey_task.book.play_context import BookContext
from rules.games.okey_task.book.reasons import REASONS
from rules.games.okey_task.book.situations import SITUATIONS
from rules.games.okey_task.book.switches import HEADINGS, SWITCHES

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
"""The sentence about a score line, refusal or warning that has none of its own name."""

BOOK: Final = Book(
    create_context=BookContext,
    chapters=(
        terms.chapter,
        tiles.chapter,
        melds.chapter,
        tasks.chapter,
        turns.chapter,
        finishing.chapter,
        points.chapter,
        table.chapter,
    ),
    matches=matches.chapter,
    answers=_ANSWERS,
    situations=SITUATIONS,
    switches=SWITCHES,
    headings=HEADINGS,
    reasons=REASONS,
    for_singles=never,
)
