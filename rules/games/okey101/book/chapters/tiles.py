from typing import Final

from rules.games.okey101.book.cases import meld_example, okey_example
from rules.games.okey101.book.play_context import (
    BookContext,
    Rule,
    SwitchRule,
    sentences_for,
    source_is,
    switch_is,
)
from rules.localized_text import Text
from rules.sentences import Chapter
from rules.sources import Against

_PARTS: Final = (
    Rule(
        "2.1",
        "tiles",
        Text(
            "106 taşla oynanır: dört renkte 1’den 13’e ikişer taş ve iki sahte okey.",
            "The game is played with 106 tiles: 1 to 13 in four colours, two of each, and two false okeys.",
        ),
        ("S0", "S2", "S4"),
        unchecked=True,
    ),
    Rule(
        "2.2",
        "okey",
        Text(
            "Göstergenin aynı renkten bir büyüğü okeydir.",
            "The okey is one higher than the indicator, in its colour.",
        ),
        ("S0 I", "S2", "S4"),
        example=okey_example("r7"),
    ),
    Rule(
        "2.3",
        "okey-of-13",
        Text(
            "Gösterge 13 ise okey aynı renkten 1’dir.",
            "If the indicator is a 13, the okey is the 1 of the same colour.",
        ),
        ("S0 I", "S2", "S4"),
        example=okey_example("k13"),
    ),
    Rule(
        "2.4",
        "false-okey-turned",
        Text(
            "Gösterge diye sahte okey çekilirse kenara konur, yerine başka taş çekilir.",
            "A false okey drawn as the indicator is set aside, and another tile is drawn.",
        ),
        ("S2",),
        when=source_is("S2"),
    ),
    Rule(
        "2.4",
        "false-okey-turned",
        Text(
            "Gösterge diye sahte okey açılırsa yerine altındaki taş açılır.",
            "A false okey is not an indicator; the tile beneath it is turned instead.",
        ),
        ("S0 I",),
        against=Against(
            "S4",
            Text(
                "Ansiklopedinin Okey bölümünde sahte okey geri konur ve zar yeniden atılır.",
                "In the encyclopedia’s part on Okey a false okey goes back and the die is thrown again.",
            ),
        ),
        when=source_is("S0", "S4"),
    ),
    Rule(
        "2.5",
        "okey-wild",
        Text("Gerçek okey her taşın yerine geçer.", "A real okey stands for any tile."),
        ("S2", "S4"),
    ),
    Rule(
        "2.6",
        "okey-worth",
        Text(
            "Perdeki okey, yerine geçtiği taş kadar değerlidir.",
            "In a meld an okey is worth what it stands for.",
        ),
        example=meld_example("k10 k11 b6"),
    ),
    Rule(
        "2.7",
        "two-okeys",
        Text("Bir perde iki okey birden olabilir.", "One meld may contain both okeys."),
        ("S4",),
        example=meld_example("r12 b6 b6"),
    ),
    SwitchRule("2.8", "false_okey_value", example=meld_example("r6 k6 *")),
    Rule(
        "2.9",
        "false-okey-not-wild",
        Text("Sahte okey başka taşın yerine geçmez.", "A false okey stands for no other tile."),
        ("S2", "S4"),
        example=meld_example("r8 r9 *"),
    ),
    Rule(
        "2.10",
        "indicator-idle",
        Text(
            "Göstergenin puanı yoktur: aynısını gösterene bir şey yazılmaz.",
            "The indicator scores nothing: showing its twin earns nothing.",
        ),
        ("S0 II",),
    ),
    SwitchRule("2.11", "indicator_in_pairs", example=meld_example("r9 b5")),
    Rule(
        "2.12",
        "indicator-stays",
        Text(
            "Göstergenin üstüne konan taş ıstakaya geri dönmez.",
            "The tile placed on the indicator does not go back to the rack.",
        ),
        ("S2",),
        when=switch_is("indicator_in_pairs", True),
    ),
    Rule(
        "2.13",
        "two-real-okeys",
        Text(
            "Oyunda iki gerçek okey vardır; okeyle bitildiyse kimsede iki okey kalmış olamaz.",
            "There are two real okeys; after a finish with the okey nobody can hold two.",
        ),
        ("S0 I", "S2", "S4"),
    ),
    Rule(
        "2.14",
        "indicator-not-drawn",
        Text(
            "Gösterge çekilmez.",
            "The indicator is never drawn.",
        ),
        ("S4",),
    ),
    Rule(
        "2.15",
        "indicator-for-pairs",
        Text(
            "Göstergenin üstüne konan taş yalnız sahibinin çiftlerinde kullanılır.",
            "The tile placed on the indicator is used only in its holder’s pairs.",
        ),
        ("S2",),
        when=switch_is("indicator_in_pairs", True),
    ),
    Rule(
        "2.16",
        "indicator-unused",
        Text(
            "Göstergenin üstünde kalıp kullanılmayan taşa bir şey yazılmaz.",
            "Nothing is charged for a tile that stays on the indicator unused.",
        ),
        when=switch_is("indicator_in_pairs", True),
    ),
    Rule(
        "2.17",
        "indicator-by-the-starter",
        Text(
            "Taş çekmeden başlayan, göstergenin aynısını ilk taşını atmadan koyar.",
            "The starter, who does not draw, places the indicator’s twin before the first discard.",
        ),
        when=switch_is("indicator_in_pairs", True),
    ),
    Rule(
        "2.18",
        "false-okey-put-back",
        Text(
            "Gösterge diye açılan sahte okey eski yerine geri konur, sırası gelince çekilir.",
            "A false okey turned as the indicator goes back to its place and is drawn in order.",
        ),
        ("S4",),
        when=source_is("S0", "S4"),
    ),
    Rule(
        "2.18",
        "false-okey-put-back",
        Text(
            "Kenara konan sahte okey destenin altına konur.",
            "The false okey that was set aside goes beneath the deck.",
        ),
        when=source_is("S2"),
    ),
    Rule(
        "2.19",
        "indicator-not-replaced",
        Text(
            "Göstergenin üstüne taş koyan, yerine taş çekmez.",
            "A player who places a tile on the indicator draws none in its place.",
        ),
        when=switch_is("indicator_in_pairs", True),
    ),
    Rule(
        "2.20",
        "indicator-not-taken",
        Text(
            "Göstergenin üstünden çifte giren taş, okey gibi alınamaz.",
            "A tile that came into a pair from the indicator can’t be taken as an okey.",
        ),
        when=switch_is("indicator_in_pairs", True),
    ),
)


def chapter(play: BookContext) -> Chapter:
    return Chapter(
        2, "tiles", Text("Taşlar ve okey", "Tiles and the okey"), tuple(sentences_for(_PARTS, play))
    )
