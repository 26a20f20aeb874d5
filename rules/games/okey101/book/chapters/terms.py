from typing import Final

from rules.games.okey101.book.play_context import (
    BookContext,
    Rule,
    in_pairs,
    is_fined,
    sentences_for,
    switch_is,
)
from rules.games.okey101.switches import Ending
from rules.localized_text import Text
from rules.sentences import Chapter

_PARTS: Final = (
    Rule(
        "1.1",
        "word-meld",
        Text(
            "Per: masaya indirilen taş grubu; seri, küt ya da çift.",
            "Meld: a group of tiles laid on the table; a run, a set or a pair.",
        ),
        ("S0 II",),
    ),
    Rule(
        "1.2",
        "word-run",
        Text(
            "Seri: aynı renkten, sayıları ardışık taşlar.",
            "Run: tiles of one colour with consecutive numbers.",
        ),
        ("S0 II", "S2", "S4"),
        unchecked=True,
    ),
    Rule(
        "1.3",
        "word-set",
        Text(
            "Küt: aynı sayıdan, renkleri ayrı taşlar.",
            "Set: tiles of one number, all of different colours.",
        ),
        ("S0 II", "S2", "S4"),
        unchecked=True,
    ),
    Rule(
        "1.4",
        "word-pair",
        Text(
            "Çift: birbirinin aynı iki taş.",
            "Pair: two identical tiles.",
        ),
        ("S0 II", "S2", "S4"),
        unchecked=True,
    ),
    Rule(
        "1.5",
        "word-series",
        Text("Seri açmak: seri ve kütlerle açmak.", "To open with series: to open with runs and sets."),
        ("S0 III",),
    ),
    Rule(
        "1.6",
        "word-indicator",
        Text(
            "Gösterge: okeyi belirlemek için açılan taş.",
            "Indicator: the tile that is turned up to name the okey.",
        ),
        ("S0 I", "S2", "S4"),
    ),
    Rule(
        "1.7",
        "word-okey",
        Text(
            "Okey: her taşın yerine geçebilen gerçek taş; iki tanedir.",
            "Okey: the real tile that can stand for any other; there are two.",
        ),
        ("S2", "S4"),
    ),
    Rule(
        "1.8",
        "word-false-okey",
        Text("Sahte okey: üstünde sayı olmayan iki taş.", "False okey: the two tiles without a number."),
        ("S4",),
    ),
    Rule(
        "1.9",
        "word-opening",
        Text(
            "Açmak: o elde ilk kez masaya per indirmek.",
            "To open: to lay melds for the first time in a hand.",
        ),
        ("S0 III", "S2", "S4"),
    ),
    Rule(
        "1.10",
        "word-threshold",
        Text("Baraj: açmak için gereken en az değer.", "Threshold: the lowest value that opens a hand."),
        ("S0 III", "S2", "S4"),
    ),
    Rule(
        "1.11",
        "word-laying-off",
        Text(
            "İşlemek: masadaki bir pere elinden taş eklemek.",
            "To lay off: to add a tile of one’s own to a meld on the table.",
        ),
        ("S0 IV", "S2", "S4"),
    ),
    Rule(
        "1.12",
        "word-playable",
        Text(
            "İşlek taş: masadaki bir seriye ya da küte işlenebilecek taş.",
            "Playable tile: one that could be laid off on a run or set on the table.",
        ),
        ("S0 VII", "S4"),
        when=is_fined("playable_discard"),
    ),
    Rule(
        "1.13",
        "word-side-tile",
        Text(
            "Yandan taş: önceki oyuncunun son attığı taş.",
            "Side tile: the last discard of the player before.",
        ),
        ("S0 II", "S2", "S4"),
    ),
    Rule(
        "1.14",
        "word-hand",
        Text(
            "El: dağıtmadan bitişe ya da destenin bitmesine kadar.",
            "Hand: from the deal to a finish or an empty deck.",
        ),
        ("S0 V", "S2", "S4"),
    ),
    Rule(
        "1.15",
        "word-turn",
        Text(
            "Sıra: bir oyuncunun taş çekmesinden ya da almasından taş atmasına kadar.",
            "Turn: from drawing or taking a tile to the discard.",
        ),
        ("S0 II", "S2", "S4"),
    ),
    Rule(
        "1.16",
        "word-round",
        Text(
            "Tur: turnuvada aynı anda oynanan karşılaşmalar.",
            "Round: the encounters of a tournament played at one time.",
        ),
    ),
    Rule(
        "1.17",
        "word-finisher",
        lambda play: (
            Text("Biten: elindeki son taşı atan oyuncu.", "Finisher: the player who throws their last tile.")
            if play.rules.ending is Ending.DISCARD
            else Text(
                "Biten: elindeki bütün taşları bitiren oyuncu.",
                "Finisher: the player who gets rid of all their tiles.",
            )
        ),
        ("S0 V", "S2", "S4"),
        decided_by="ending",
    ),
    Rule(
        "1.18",
        "word-direct",
        Text(
            "Elden bitmek: tek sırada açıp bitmek; ne zaman sayıldığı 7.5’te yazar.",
            "Direct finish: to open and finish in a single turn; 7.5 says when it is one.",
        ),
        ("S0 V", "S2", "S4"),
        unchecked=True,
    ),
    Rule(
        "1.19",
        "word-devam",
        Text(
            "Okey ikiye: 7.14’te anlatılan bitiş; kimi yerde “devam” denir.",
            "Double okey finish: the one that 7.14 describes; some call it “devam”.",
        ),
        when=switch_is("double_okey", True),
        unchecked=True,
    ),
    Rule(
        "1.20",
        "word-penalty",
        Text(
            "Ceza puanı: oyuncuya yazılan puan; az olan iyidir.",
            "Penalty points: what a player is charged; fewer are better.",
        ),
        ("S0 VI", "S4"),
    ),
    Rule(
        "1.21",
        "word-infraction",
        Text(
            "Kural hatası: 9. bölümdeki listede bulunan yanlış davranış; masada “101’lik” denir.",
            "Infraction: a wrong act listed in chapter 9; at the table it is called “101’lik”.",
        ),
        unchecked=True,
    ),
    Rule(
        "1.22",
        "word-partner",
        Text(
            "Eş: karşıda oturan takım arkadaşı.",
            "Partner: the player who sits opposite and plays for the same team.",
        ),
        ("S4",),
        when=in_pairs,
    ),
    Rule(
        "1.23",
        "word-scorekeeper",
        Text(
            "Skor tutan: elleri telefona ya da puan cetveline yazan kişi.",
            "Scorekeeper: the person who writes the hands on the phone or the score sheet.",
        ),
    ),
    Rule(
        "1.24",
        "word-referee",
        Text(
            "Hakem: anlaşmazlıkta masaya çağrılan görevli.",
            "Referee: the official who is called to the table in a dispute.",
        ),
        ("S0 VIII",),
    ),
    Rule(
        "1.25",
        "word-okey-finish",
        Text(
            "Okeyle bitiş: son taşı gerçek okey olan bitiş.",
            "Okey finish: a finish whose last tile is a real okey.",
        ),
        ("S0 V", "S2", "S4"),
    ),
    Rule(
        "1.26",
        "word-pairs-finish",
        Text(
            "Çiftten bitiş: çift açmış oyuncunun bitmesi.",
            "Pairs finish: the finish of a player who opened with pairs.",
        ),
        ("S0 V", "S4"),
    ),
    Rule(
        "1.27",
        "word-average",
        Text(
            "Averaj: rakiplerin ceza puanı eksi kendi ceza puanı.",
            "Average: the opponents’ penalty points minus one’s own.",
        ),
        when=in_pairs,
    ),
)


def chapter(play: BookContext) -> Chapter:
    return Chapter(1, "words", Text("Terimler", "Words"), tuple(sentences_for(_PARTS, play)))
