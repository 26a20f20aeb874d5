from typing import Final

from rules.book.switch import Switch, yes_no
from rules.games.okey101.book.examples import OpeningExample
from rules.games.okey101.openings import EarlierOpening, LaidOpening
from rules.hands import Opening
from rules.localized_text import Text

_AFTER_120: Final = OpeningExample(
    Text(
        "Biri 120 ile açtı. Sıradaki 103’lük açıyor: kırmızı 10-11-12-13, siyah 10-11-12 ve üç 8.",
        "A player opened with 120. The next one lays runs and sets worth 103: red 10-11-12-13, black "
        "10-11-12 "
        "and three 8s.",
    ),
    LaidOpening(
        "b5",
        (("r10", "r11", "r12", "r13"), ("k10", "k11", "k12"), ("y8", "b8", "k8")),
        (EarlierOpening(Opening.SERIES, 120),),
    ),
)
_WITH_THE_INDICATOR: Final = OpeningExample(
    Text(
        "Gösterge mavi 5. Oyuncu dört çift ile, kırmızı 9’un yanına koyduğu kendi mavi 5’ini açıyor.",
        "The indicator is blue 5. A player lays four pairs, and a red 9 with their own blue 5 beside it.",
    ),
    LaidOpening("b5", (("r1", "r1"), ("b2", "b2"), ("k3", "k3"), ("y4", "y4"), ("r9", "b5"))),
)

SWITCHES: Final = (
    Switch(
        "rising_threshold",
        Text("Katlamalı baraj", "Rising threshold"),
        Text(
            "Sonra açanın, aynı türden son açıştan daha yükseğiyle açmak zorunda olup olmadığını belirler.",
            "Decides whether a later opening must exceed the last one of its kind.",
        ),
        (_AFTER_120,),
        yes_no(
            Text(
                "Baraj yükselmez: herkes için aynıdır.",
                "The threshold does not rise: it is the same for all.",
            ),
            Text(
                "Baraj yükselir: her açış, aynı türden son açışı geçmelidir.",
                "The threshold rises: an opening must exceed the last one of its kind.",
            ),
            yes_sources=("S2",),
        ),
    ),
    Switch(
        "indicator_in_pairs",
        Text("Çiftte gösterge", "The indicator in pairs"),
        Text(
            "Göstergenin oyuncudaki eşinin çift açarken kullanılıp kullanılamayacağını belirler.",
            "Decides whether a player’s own copy of the indicator may be used in a pair.",
        ),
        (_WITH_THE_INDICATOR,),
        yes_no(
            Text(
                "Göstergenin oyuncudaki aynısı çiftte kullanılamaz.",
                "A player’s copy of the indicator can’t be used in a pair.",
            ),
            Text(
                "Göstergenin aynısı, sahibi ilk taşını çekmeden göstergenin üstüne konursa onun "
                "çiftlerinde okey sayılır.",
                "The indicator’s twin, put on the indicator before its holder’s first draw, counts as an "
                "okey "
                "in that player’s pairs.",
            ),
            no_sources=("S0 II",),
            yes_sources=("S2",),
        ),
    ),
)
