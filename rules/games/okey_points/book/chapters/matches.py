from collections.abc import Sequence
from typing import Final

from rules.book.book_context import covers_singles, in_pairs, number_sentences
from rules.book.leaving_sentences import LEAVING, LEVEL_AT_FOUR, LEVEL_AT_LAST_TABLE, WALKOVERS_AFTER_LEAVING
from rules.book.match_chapter import chapter_of_matches
from rules.games.okey_points.book.cases import match_example
from rules.games.okey_points.book.play_context import BookContext, Rule
from rules.localized_text import Text
from rules.sentences import Chapter
from rules.standings.stage_plans import StagePlan

_PARTS: Final = (
    Rule(
        "9.21",
        "match-ends",
        Text(
            "Bir el bittiğinde bir tarafın puanı 0 ya da altındaysa maç biter.",
            "A match ends after a hand when a side has 0 points or fewer.",
        ),
        ("S1", "S4"),
        example=match_example(
            "A’dan 18, B’den 6 düşülmüş; sonraki elde A’dan 4 düşülür",
            "A has paid 18, B 6; in the next hand A pays 4",
            (18, 6),
            (4, 0),
        ),
    ),
    Rule(
        "9.22",
        "match-won",
        Text(
            "İki taraflı maçı, puanı çok kalan kazanır.",
            "Of two sides, the one with more points left wins the match.",
        ),
        ("S4",),
        when=in_pairs,
        example=match_example("A’dan 20, B’den 12 düşülmüş", "A has paid 20, B 12", (20, 12)),
    ),
    Rule(
        "9.23",
        "two-win",
        Text(
            "Dörtlü masada puanı en çok kalan iki kişi kazanır.",
            "At a table of four the two with the most points left win.",
        ),
        ("S4",),
        when=covers_singles,
        example=match_example(
            "A’dan 20, B’den 6, C’den 4, D’den 16 düşülmüş",
            "A has paid 20, B 6, C 4, D 16",
            (20, 6, 4, 16),
            cuts=(2,),
        ),
    ),
    Rule(
        "9.24",
        "level",
        Text(
            "Maç biterken iki taraf eşitse, eşitlik bozulana kadar uzatma eli oynanır.",
            "If both sides are level when a match ends, extra hands are played until they differ.",
        ),
        when=in_pairs,
        example=match_example("İki taraftan da 20 düşülmüş", "Both sides have paid 20", (20, 20)),
    ),
    *number_sentences("9.25", LEVEL_AT_FOUR),
    Rule(
        "9.27",
        "nobody-leaves-early",
        Text(
            "Bir oyuncunun puanı bitince maç herkes için biter; kimse masadan önce ayrılmaz.",
            "When one player’s points are gone, the match ends for all; nobody leaves the table earlier.",
        ),
        ("S1", "S4"),
    ),
    Rule(
        "9.28",
        "limit",
        Text(
            "El sınırı konmuşsa, sınır dolunca maç biter ve puanı çok kalan kazanır.",
            "If a limit of hands is set, the match ends there and more points left win.",
        ),
        example=match_example(
            "Sınır 2 el: A’dan 6, B’den 4 düşülmüş",
            "The limit is 2 hands: A has paid 6, B 4",
            (2, 4),
            (4, 0),
            most=2,
        ),
    ),
    Rule(
        "9.29",
        "limit-level",
        Text(
            "Sınır dolunca puanlar eşitse, eşitlik bozulana kadar el oynanır.",
            "If the points are level at the limit, one more hand is played at a time.",
        ),
        example=match_example(
            "Sınır 2 el: A’dan 4, B’den 4 düşülmüş",
            "The limit is 2 hands: A has paid 4, B 4",
            (0, 4),
            (4, 0),
            most=2,
        ),
    ),
    Rule(
        "9.30",
        "fresh-start",
        Text(
            "Her maça herkes yeniden bütün puanıyla başlar.",
            "Everyone begins each match with all points again.",
        ),
        ("S1", "S4"),
    ),
    Rule(
        "9.31",
        "un-ended",
        Text(
            "Düzeltmeyle bitmiş bir maç devam edebilir ya da daha erken bitebilir.",
            "A correction may let an ended match go on, or end it earlier.",
        ),
    ),
    Rule(
        "9.32",
        "after-the-end",
        Text(
            "Maçın bittiği elden sonra oynanmış eller hiçbir yerde sayılmaz.",
            "Hands played after the one that ended the match do not count.",
        ),
    ),
    *number_sentences("9.33", LEAVING),
    Rule(
        "9.47",
        "extra-hands-count",
        Text(
            "Uzatma elleri ayrı gösterilir, ama her toplamda sayılır.",
            "Extra hands are shown separately, but count in every figure.",
        ),
    ),
    Rule(
        "9.48",
        "extra-hands-for-all",
        Text(
            "Beraberliği bozan elleri, puanı bitmiş olan da oynar.",
            "Hands that break a tie are played by those without points, too.",
        ),
    ),
    *number_sentences("9.49", LEVEL_AT_LAST_TABLE),
    *number_sentences("9.50", WALKOVERS_AFTER_LEAVING),
)


def chapter(play: BookContext, stages: Sequence[StagePlan]) -> Chapter:
    return chapter_of_matches(9, _PARTS, play, stages)
