from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.book.game_book import Book
from rules.games.okey101.book.chapters import (
    finishes,
    infractions,
    laying_off,
    matches,
    melds,
    openings,
    points,
    table,
    terms,
    tiles,
    turns,
)
from rules.games.okey101.book.play_context import BookContext
from rules.games.okey101.book.reasons import REASONS
from rules.games.okey101.book.situations import SITUATIONS
from rules.games.okey101.book.switches import HEADINGS, SWITCHES
from rules.games.okey101.rulesets import for_singles

_ANSWERS: Final[Mapping[str, str]] = {
    "void_all_pairs": "all-pairs",
    "void_nobody_opened": "nobody_opened",
    "nobody_opened": "nobody_opened",
    "meld": "run",
    "opening.series": "series-threshold",
    "opening.pairs": "pairs-threshold",
    "finish.direct": "direct",
    "unknown_infraction": "not-listed",
    "rack_out_of_range": "dealt",
    "too_many_okeys": "word-okey",
    "impossible_tiles": "tiles",
    "indicator_missing": "okey",
    "finisher_missing": "ending",
    "finisher_not_opened": "ending",
    "finisher_has_tiles": "ending",
    "direct_finish_with_open_player": "direct",
    "direct_finish_with_pairs": "direct-with-pairs",
    "pairs_finish_needs_open_series": "pairs-need-a-series",
    "pairs_finish_with_double_okey": "double_okey_with_pairs",
    "double_okey_not_in_rule_set": "double_okey",
    "all_opened_pairs_is_void": "all-pairs",
    "not_all_opened_pairs": "all-pairs",
    "finish_without_finisher": "deck-each-his-own",
    "empty_rack_without_finish": "needs-a-tile",
    "playable_discard_without_series": "not-on-pairs",
    "malformed_hand": "hand-written",
    "missing_seat": "hand-written",
    "unknown_seat": "hand-written",
    "negative_value": "hand-written",
    "many_infractions": "repeated",
    "one_act_twice": "one-act",
}
"""The sentence about a score line, refusal or warning that has none of its own name."""

BOOK: Final = Book(
    create_context=BookContext,
    chapters=(
        terms.chapter,
        tiles.chapter,
        melds.chapter,
        turns.chapter,
        openings.chapter,
        laying_off.chapter,
        finishes.chapter,
        points.chapter,
        infractions.chapter,
        table.chapter,
    ),
    matches=matches.chapter,
    answers=_ANSWERS,
    situations=SITUATIONS,
    switches=SWITCHES,
    headings=HEADINGS,
    reasons=REASONS,
    for_singles=for_singles,
)
