"""Ties at a table of four, absence and withdrawal (chosen)."""

from typing import Any, Final

from rules.book.book_context import BookSentence, covers_singles, in_pairs
from rules.book.questions import PAIRS_ONLY_SENTENCE, question
from rules.localized_text import Text

LEVEL_AT_FOUR: Final[tuple[BookSentence[Any], ...]] = (
    BookSentence(
        "",
        "level-at-the-cut",
        Text(
            "Dörtlü masada üst tura çıkma sınırındaki eşitlik, dördünün oynadığı uzatma elleriyle bozulur.",
            "At a table of four, a tie for the last advancing place is broken by further hands of all four.",
        ),
        when=covers_singles,
    ),
    BookSentence(
        "",
        "level-shared",
        Text(
            "Dörtlü masada üst tura çıkmayı etkilemeyen eşitlikte sıra paylaşılır.",
            "At a table of four, ties that do not affect advancing are shared.",
        ),
        when=covers_singles,
    ),
)
LEVEL_AT_LAST_TABLE: Final[tuple[BookSentence[Any], ...]] = (
    BookSentence(
        "",
        "level-for-the-title",
        Text(
            "Son masada birincilik eşitse, bozulana kadar dördü de uzatma eli oynar.",
            "If first place at the last table is level, all four play further hands until it is decided.",
        ),
        when=covers_singles,
    ),
)
LEAVING: Final[tuple[BookSentence[Any], ...]] = (
    BookSentence(
        "",
        "walkover",
        Text(
            "Masası çağrıldıktan sonra hakemin tanıdığı sürede, tanımadıysa 15 dakikada, gelmeyen takımın "
            "rakibi hükmen kazanır.",
            "A team that does not come within the time the referee allows, otherwise 15 minutes of the call, "
            "loses by walkover.",
        ),
        unchecked=True,
        when=in_pairs,
    ),
    BookSentence(
        "",
        "walkover-no-hands",
        Text(
            "Hükmen galibiyette averaj sıfırdır; o karşılaşmada oynanmış eller sayılmaz.",
            "A walkover counts as average zero; hands played in that encounter do not count.",
        ),
        when=in_pairs,
    ),
    BookSentence(
        "",
        "walkover-both",
        Text("İki takım da gelmezse ikisi de yenilmiş sayılır.", "If neither team comes, both have lost."),
        when=in_pairs,
    ),
    BookSentence(
        "",
        "annulled",
        Text(
            "Puan durumu olan aşamada karşılaşmalarının yarısını bitirmeden ayrılanın sonuçları sayılmaz; "
            "rakipleri de hükmen kazanmaz.",
            "In a stage with standings, the results of a team that leaves before half its encounters are "
            "struck, including walkovers.",
        ),
        when=in_pairs,
    ),
    BookSentence(
        "",
        "kept",
        Text(
            "Karşılaşmalarının yarısını bitirip ayrılanın sonuçları kalır; gerisini rakipleri hükmen alır.",
            "A team that leaves after half its encounters keeps its results; the rest are walkovers for its "
            "opponents.",
        ),
        when=in_pairs,
    ),
    BookSentence(
        "",
        "not-come",
        Text(
            "Dörtlü masada gelmeyen sonuncudur; ötekileri hakem puan durumuna, o yoksa kuraya göre sıralar.",
            "If one of four does not come, they are last; the referee ranks the others by the standings, "
            "else by lot.",
        ),
        when=covers_singles,
    ),
    BookSentence(
        "",
        "left-at-the-table",
        Text(
            "El oynanmış dörtlü masadan ayrılan sonuncu olur; ötekiler o masadaki puanlarıyla sıralanır.",
            "A player who leaves a table of four after hands were played is last; the others are ranked by "
            "points there.",
        ),
        when=covers_singles,
    ),
)
WALKOVERS_AFTER_LEAVING: Final[tuple[BookSentence[Any], ...]] = (
    BookSentence(
        "",
        "walkover-left",
        Text(
            "Ayrılan takımın sonuçları silinmezse, oynamadığı karşılaşmaları rakipleri hükmen kazanır.",
            "If the results of a team that leaves count, its opponents win its remaining encounters by "
            "walkover.",
        ),
        when=in_pairs,
    ),
)


QUESTIONS_ABOUT_LEAVING: Final = (
    question(
        "Gelmeyen takım ne kadar beklenir, süreyi kim tanır?",
        "How long is a missing team waited for, and who allows it?",
        "walkover",
        needs=PAIRS_ONLY_SENTENCE,
    ),
    question("Rakip gelmedi.", "The opponents did not come.", "walkover", "walkover-no-hands", "not-come"),
    question(
        "Takım yarıda ayrıldı.",
        "A team left half-way.",
        "annulled",
        "kept",
        "walkover-left",
        "left-at-the-table",
    ),
)
