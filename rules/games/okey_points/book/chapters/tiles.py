from typing import Final

from rules.book.book_context import sentences_for
from rules.games.okey_points.book.cases import meld_example, okey_example
from rules.games.okey_points.book.play_context import BookContext, Rule
from rules.localized_text import Text
from rules.sentences import Chapter

_PARTS: Final = (
    Rule(
        "2.1",
        "tiles",
        Text(
            "106 taşla oynanır: dört renkte 1’den 13’e ikişer taş ve iki sahte okey.",
            "The game is played with 106 tiles: 1 to 13 in four colours, two of each, and two false okeys.",
        ),
        ("S1", "S4"),
        unchecked=True,
    ),
    Rule(
        "2.2",
        "okey",
        Text(
            "Göstergenin aynı renkten bir büyüğü okeydir.",
            "The okey is one higher than the indicator, in its colour.",
        ),
        ("S1", "S4"),
        example=okey_example("k1"),
    ),
    Rule(
        "2.3",
        "okey-of-13",
        Text(
            "Gösterge 13 ise okey aynı renkten 1’dir.",
            "If the indicator is a 13, the okey is the 1 of the same colour.",
        ),
        ("S4",),
        example=okey_example("r13"),
    ),
    Rule(
        "2.4",
        "false-okey-turned",
        Text(
            "Sahte okey gösterge olamaz: yerine konur, zar yeniden atılır.",
            "A false okey is not an indicator: it goes back and the die is thrown again.",
        ),
        ("S4",),
    ),
    Rule(
        "2.5",
        "okey-wild",
        Text("Gerçek okey her taşın yerine geçer.", "A real okey stands for any tile."),
        ("S1", "S4"),
        example=meld_example("k10 k11 b6"),
    ),
    Rule(
        "2.6",
        "holder-decides",
        Text("Okeyin hangi taş sayılacağını sahibi seçer.", "The holder decides what an okey stands for."),
        ("S4",),
    ),
    Rule(
        "2.7",
        "two-okeys",
        Text("Bir perde iki okey birden olabilir.", "One meld may contain both okeys."),
        ("S4",),
        example=meld_example("r6 b6 b6 r9"),
    ),
    Rule(
        "2.8",
        "false-okey",
        Text(
            "Sahte okey, okeyin kendi taşı olarak oynanır.",
            "A false okey plays as the okey’s own tile.",
        ),
        ("S1", "S4"),
        example=meld_example("r6 k6 *"),
    ),
    Rule(
        "2.9",
        "false-okey-not-wild",
        Text("Sahte okey başka taşın yerine geçmez.", "A false okey stands for no other tile."),
        ("S4",),
        example=meld_example("r8 r9 *"),
    ),
    Rule(
        "2.10",
        "both-kinds",
        Text(
            "Okey ile sahte okey aynı perde yan yana durabilir.",
            "One meld may contain an okey and a false okey.",
        ),
        ("S1",),
        example=meld_example("* b7 b8 b6"),
    ),
    Rule(
        "2.11",
        "okey-drawn-again",
        Text("Okey her elde yeniden belirlenir.", "Each hand has a new okey."),
        ("S1", "S4"),
    ),
    Rule(
        "2.12",
        "indicator-not-drawn",
        Text("Gösterge çekilmez.", "The indicator is never drawn."),
        ("S4",),
    ),
)


def chapter(play: BookContext) -> Chapter:
    return Chapter(
        2, "tiles", Text("Taşlar ve okey", "Tiles and the okey"), tuple(sentences_for(_PARTS, play))
    )
