"""Chapter 11: matches, encounters and standings as a tournament plays them (S0 V and XI, S4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.games.okey101.book.chapters.stages import sentences_of
from rules.games.okey101.book.play import Play, Switched, Told, in_pairs, said
from rules.sentences import Chapter
from rules.standings.stage_plans import StagePlan
from rules.text import Text


def _at_four(play: Play) -> bool:
    return play.singles


_PARTS: Final = (
    Told(
        "11.21",
        "match-won",
        Text("Maçı toplamı az olan kazanır.", "The lower total wins the match."),
        ("S0", "S4"),
        when=in_pairs,
    ),
    Told(
        "11.21",
        "match-won",
        Text("Masada sıralama toplama göredir: az olan öndedir.", "At a table the lower total is in front."),
        ("S4",),
        when=_at_four,
    ),
    Switched("11.22", "level_match", when=in_pairs),
    Told(
        "11.23",
        "level-at-the-cut",
        Text(
            "Toplamlar yalnız üst tura çıkma sınırında eşitse uzatma eli oynanır, dördü de oynar.",
            "An extra hand, of all four, is played only if totals are level where some advance and "
            "some do not.",
        ),
        when=_at_four,
    ),
    Told(
        "11.24",
        "level-shared",
        Text(
            "Üst tura çıkma sınırında olmayan eşit yerler paylaşılır.",
            "Level places that decide nothing are shared.",
        ),
        when=_at_four,
    ),
    Told(
        "11.25",
        "extra-hands-count",
        Text(
            "Uzatma elleri ayrı gösterilir, ama her toplamda sayılır.",
            "Extra hands are shown apart, but count in every figure.",
        ),
    ),
    Told(
        "11.26",
        "void-replayed",
        Text(
            "Sayılmayan el yeniden oynanır ve maçın ellerinden biri değildir.",
            "A void hand is played again and is none of the match’s hands.",
        ),
        ("S0 V", "S4"),
    ),
    Told(
        "11.27",
        "walkover",
        Text(
            "Hükmen kazanan, karşılaşmayı ve gereken maçları almış sayılır.",
            "Who wins by walkover is credited the encounter and the matches it takes.",
        ),
        when=in_pairs,
    ),
    Told(
        "11.27",
        "walkover",
        Text(
            "Hükmende masadaki yerleri hakem verir.",
            "In a walkover the referee gives the places of the table.",
        ),
        when=_at_four,
    ),
    Told(
        "11.28",
        "walkover-no-hands",
        Text(
            "Hükmende el yazılmaz, averaj 0 sayılır; oynanmış eller toplamlara girmez.",
            "A walkover has no hands and average 0; hands already played count nowhere.",
        ),
        unchecked=True,
    ),
    Told(
        "11.29",
        "annulled",
        Text(
            "Karşılaşmalarının yarısını bitirmeden ayrılanın sonuçları sayılmaz.",
            "Who leaves before half of his encounters are decided counts for nobody.",
        ),
        when=in_pairs,
    ),
    Told(
        "11.30",
        "kept",
        Text(
            "Karşılaşmalarının yarısını bitirip ayrılanın sonuçları kalır; gerisini rakipleri hükmen alır.",
            "Who leaves later keeps his results; the opponents win the rest by walkover.",
        ),
        when=in_pairs,
    ),
)


def chapter(play: Play, stages: Sequence[StagePlan]) -> Chapter:
    """Tell how long is played, who wins, who goes on."""
    told = (*sentences_of(play, stages), *said(_PARTS, play))
    return Chapter(11, "matches", Text("Maç, karşılaşma, sıralama", "Matches, encounters, standings"), told)
