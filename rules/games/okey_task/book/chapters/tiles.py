from typing import Final

from rules.book.book_context import sentences_for
from rules.games.okey_task.book.cases import meld_example
from rules.games.okey_task.book.play_context import BookContext, Rule
from rules.localized_text import Text
from rules.sentences import Chapter

_PARTS: Final = (
    Rule(
        "2.1",
        "tiles",
        Text(
            "106 taşla oynanır: dört renkte 1’den 13’e ikişer taş ve iki joker.",
            "The game is played with 106 tiles: 1 to 13 in four colours, two of each, and two jokers.",
        ),
        ("S3",),
        unchecked=True,
    ),
    Rule(
        "2.2",
        "no-okey",
        Text(
            "Bu oyunda okey de gösterge de yoktur; yalnız jokerler her taşın yerine geçer.",
            "There is no okey and no indicator in this game; only the jokers are wild.",
        ),
    ),
    Rule(
        "2.3",
        "joker-wild",
        Text(
            "Joker, perde eksik olan her taşın yerine geçer.",
            "A joker stands for any tile that a meld lacks.",
        ),
        ("S3",),
        example=meld_example("k10 * k12"),
    ),
    Rule(
        "2.4",
        "two-jokers-in-a-meld",
        Text("Bir perde iki joker birden olabilir.", "One meld may contain both jokers."),
        example=meld_example("k10 * * k13"),
    ),
    Rule(
        "2.5",
        "joker-named",
        Text(
            "Jokeri koyan, hangi taşın yerine koyduğunu söyler.",
            "A player who lays a joker says which tile it stands for.",
        ),
    ),
    Rule(
        "2.6",
        "joker-exchange",
        Text(
            "Açmış oyuncu, masadaki jokeri yerine geçtiği taşı koyup alabilir.",
            "A player who has opened may take a joker on the table for exactly the tile that it stands for.",
        ),
        ("S3",),
    ),
    Rule(
        "2.7",
        "joker-not-before",
        Text(
            "Açmamış oyuncu masadaki jokeri alamaz.",
            "A player who has not opened can’t take a joker from the table.",
        ),
        ("S3",),
    ),
    Rule(
        "2.8",
        "exchange-is-a-move",
        Text(
            "Joker değiştirmek, o sıradaki hamleden sayılmaz.",
            "Exchanging a joker is not the move of that turn.",
        ),
    ),
    Rule(
        "2.9",
        "joker-kept",
        Text(
            "Değiştirilip alınan joker elde tutulabilir.", "A joker that was taken in exchange may be kept."
        ),
    ),
    Rule(
        "2.10",
        "two-jokers",
        Text(
            "Oyunda iki joker vardır: bir oyuncu bir elde en çok ikisini kaptırabilir.",
            "There are two jokers: one player can have no more than both exchanged in a hand.",
        ),
    ),
    Rule(
        "2.11",
        "exchange-not-when-opening",
        Text(
            "Açılan sırada joker değiştirilmez; sonraki sıralarda değiştirilir.",
            "No joker is exchanged in the turn of opening, only in later ones.",
        ),
        ("S3",),
    ),
    Rule(
        "2.12",
        "joker-unnamed",
        Text(
            "Yeri söylenmemiş joker, oraya uyan her taşla değiştirilebilir.",
            "A joker that was not named may be exchanged for any tile that fits there.",
        ),
    ),
)


def chapter(play: BookContext) -> Chapter:
    return Chapter(
        2, "tiles", Text("Taşlar ve joker", "Tiles and jokers"), tuple(sentences_for(_PARTS, play))
    )
