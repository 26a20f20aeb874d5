from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.book.game_book import Book
from rules.games.game import never
from rules.games.okey_points.book.chapters import (
    finishing,
    indicator,
    matches,
    melds,
    points,
    table,
    terms,
    tiles,
    turns,
)
from rules.games.okey_points.book.play_context import BookContext
from rules.games.okey_points.book.reasons import REASONS
from rules.games.okey_points.book.situations import SITUATIONS
from rules.games.okey_points.book.switches import HEADINGS, SWITCHES

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
"""The sentence about a score line or refusal that has none of its own name."""

BOOK: Final = Book(
    create_context=BookContext,
    chapters=(
        terms.chapter,
        tiles.chapter,
        melds.chapter,
        turns.chapter,
        finishing.chapter,
        points.chapter,
        indicator.chapter,
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
