from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.book.leaving_sentences import LEAVING, WALKOVERS_AFTER_LEAVING
from rules.book.match_chapter import chapter_of_matches
from rules.games.okey101.book.play_context import BookContext, Rule, SwitchRule, in_pairs, shared_sentence
from rules.localized_text import Text
from rules.sentences import Chapter
from rules.standings.stage_plans import StagePlan


def _is_singles(play: BookContext) -> bool:
    return play.singles


_PARTS: Final = (
    Rule(
        "11.21",
        "match-won",
        Text("Maçı toplamı az olan kazanır.", "The lower total wins the match."),
        ("S0", "S4"),
        when=in_pairs,
    ),
    Rule(
        "11.21",
        "match-won",
        Text("Masada sıralama toplama göredir: az olan öndedir.", "At a table, the lower total leads."),
        ("S4",),
        when=_is_singles,
    ),
    SwitchRule("11.22", "level_match", when=in_pairs),
    Rule(
        "11.23",
        "level-at-the-cut",
        Text(
            "Dörtlü masada üst tura çıkma sınırındaki eşitlik, dördünün oynadığı uzatma elleriyle bozulur.",
            "At a table of four, a tie for the last advancing place is broken by further hands of all four.",
        ),
        when=_is_singles,
    ),
    Rule(
        "11.24",
        "level-shared",
        Text(
            "Dörtlü masada üst tura çıkmayı etkilemeyen eşitlikte sıra paylaşılır.",
            "At a table of four, ties that do not affect advancing are shared.",
        ),
        when=_is_singles,
    ),
    Rule(
        "11.25",
        "extra-hands-count",
        Text(
            "Uzatma elleri ayrı gösterilir, ama her toplamda sayılır.",
            "Extra hands are shown separately, but count in every figure.",
        ),
    ),
    Rule(
        "11.26",
        "void-replayed",
        Text(
            "Sayılmayan el yeniden oynanır ve maçın ellerinden biri değildir.",
            "A void hand is replayed and does not count as one of the match’s hands.",
        ),
        ("S0 V", "S4"),
    ),
    Rule(
        "11.27",
        "walkover",
        Text(
            "Hükmen kazanan, karşılaşmayı ve onu kazandıran maçları almış sayılır.",
            "A team that wins by walkover is credited with the encounter and the matches that win it.",
        ),
        when=in_pairs,
    ),
    Rule(
        "11.27",
        "walkover",
        Text(
            "Dörtlü masada gelmeyen sonuncudur; ötekileri hakem puan durumuna, o yoksa kuraya göre sıralar.",
            "If one of four does not come, they are last; the referee ranks the others by the standings, "
            "else by lot.",
        ),
        when=_is_singles,
    ),
    shared_sentence(LEAVING, "walkover-no-hands", "11.28", "walkover-no-hands"),
    Rule(
        "11.28",
        "walkover-no-hands",
        Text(
            "Birinin ayrıldığı ya da hakemin sıraladığı masanın elleri, o masanın dışında sayılmaz.",
            "Hands of a table that a player left, or whose places the referee assigned, count nowhere else.",
        ),
        when=_is_singles,
    ),
    shared_sentence(LEAVING, "annulled", "11.29", "annulled"),
    shared_sentence(LEAVING, "kept", "11.30", "kept"),
    Rule(
        "11.31",
        "level-for-the-title",
        Text(
            "Son masada birincilik eşitse, bozulana kadar dördü de uzatma eli oynar.",
            "If first place at the last table is level, all four play further hands until it is decided.",
        ),
        when=_is_singles,
    ),
    shared_sentence(LEAVING, "walkover", "11.32", "walkover-when"),
    shared_sentence(LEAVING, "walkover-both", "11.33", "walkover-both"),
    shared_sentence(WALKOVERS_AFTER_LEAVING, "walkover-left", "11.47", "walkover-left"),
    Rule(
        "11.34",
        "left-at-the-table",
        Text(
            "El oynanmış dörtlü masadan ayrılan sonuncu olur; ötekiler o masadaki puanlarıyla sıralanır.",
            "A player who leaves a table of four after hands were played is last; the others are ranked by "
            "points there.",
        ),
        when=_is_singles,
    ),
)


_VOID_AFTER_BELL: Final = Rule(
    "11.48",
    "void-after-bell",
    Text(
        "Zilden sonra sayılmayan el, eşitliği bozmak için gerekmedikçe yeniden oynanmaz.",
        "After the bell a void hand is replayed only if a tie has to be broken.",
    ),
)


def chapter(play: BookContext, stages: Sequence[StagePlan]) -> Chapter:
    bell = (_VOID_AFTER_BELL,) if any(stage.least_hands for stage in stages) else ()
    return chapter_of_matches(11, (*_PARTS, *bell), play, stages)
