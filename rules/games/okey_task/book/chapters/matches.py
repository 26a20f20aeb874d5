from collections.abc import Sequence
from typing import Final

from rules.book.book_context import covers_singles, in_pairs, number_sentences
from rules.book.leaving_sentences import LEAVING, LEVEL_AT_FOUR, LEVEL_AT_LAST_TABLE, WALKOVERS_AFTER_LEAVING
from rules.book.match_chapter import chapter_of_matches
from rules.games.okey_task.book.cases import match_example
from rules.games.okey_task.book.play_context import BookContext, Rule
from rules.localized_text import Text
from rules.sentences import Chapter
from rules.standings.stage_plans import StagePlan

_PARTS: Final = (
    Rule(
        "9.21",
        "match-won",
        Text(
            "İki taraflı maçı, toplamı az olan kazanır.",
            "Of two sides, the one with the lower total wins the match.",
        ),
        when=in_pairs,
        example=match_example("A 27, B 31 yazdı", "A has 27, B 31", (27, 0), (0, 31)),
    ),
    Rule(
        "9.22",
        "side-total",
        Text(
            "Takımın puanı, iki eşin puanlarının toplamıdır.",
            "The points of a team are those of both partners.",
        ),
        when=in_pairs,
    ),
    Rule(
        "9.23",
        "table-order",
        Text(
            "Dörtlü masada sıralama toplama göredir: az olan öndedir.",
            "At a table of four, the lower total leads.",
        ),
        when=covers_singles,
    ),
    Rule(
        "9.24",
        "level",
        Text(
            "Maç biterken iki taraf eşitse, eşitlik bozulana kadar uzatma eli oynanır.",
            "If both sides are level when a match ends, extra hands are played until they differ.",
        ),
        when=in_pairs,
        example=match_example("İki tarafın da toplamı 27", "Both sides have 27", (27, 0), (0, 27)),
    ),
    *number_sentences("9.25", LEVEL_AT_FOUR),
    Rule(
        "9.27",
        "extra-hands-count",
        Text(
            "Uzatma elleri ayrı gösterilir, ama her toplamda sayılır; onlara da görev çekilir.",
            "Extra hands are shown separately, but count in every figure; a task is drawn for them, too.",
        ),
    ),
    Rule(
        "9.28",
        "chosen-length",
        Text(
            "Bir maçın kaç el olduğunu organizatör baştan belirler.",
            "The organizer sets beforehand how many hands a match has.",
        ),
    ),
    *number_sentences("9.33", LEAVING),
    *number_sentences("9.47", LEVEL_AT_LAST_TABLE),
    *number_sentences("9.48", WALKOVERS_AFTER_LEAVING),
)


def chapter(play: BookContext, stages: Sequence[StagePlan]) -> Chapter:
    return chapter_of_matches(9, _PARTS, play, stages)
