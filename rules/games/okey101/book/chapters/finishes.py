"""Chapter 7: how a hand ends, with the table of finishes as the engine scores them (S0 V and VI, S2, S4)."""

from typing import Final

from rules.games.okey101.book.cases import costs, opened, opens
from rules.games.okey101.book.chapters import finish_rows
from rules.games.okey101.book.play import Play, Switched, Told, both, following, in_pairs, otherwise, said
from rules.games.okey101.switches import Ending, MultiplierRule, PartnerCancels
from rules.sentences import Chapter
from rules.text import Text

_THROWN: Final = following("ending", Ending.DISCARD)
_LAID: Final = following("ending", Ending.FREE)
_BELOW: Final = following("direct_below_threshold", True)
_LOW: Final = ("r1 r2 r3 r4 r5 r6 r7", "y1 y2 y3 y4 y5 y6 y7", "k1 k2 k3 k4", "r1 b1 y1")


def _fines_a_wrong_finish(play: Play) -> bool:
    return play.fines("invalid_meld") or play.fines("invalid_opening")


_ENDING: Final = (
    Switched("7.1", "ending"),
    Told(
        "7.2",
        "needs-a-tile",
        Text("Atacak taşı kalmayan bitemez.", "Who has no tile left to throw can’t finish."),
        ("S0 V",),
        when=_THROWN,
    ),
    Told(
        "7.3",
        "plays-on-empty",
        Text(
            "Atacak taşı kalmayan oyunda kalır; sonraki sırasında çektiğini atarak bitebilir.",
            "Who has none left stays in play, and may finish in a later turn by throwing what he draws.",
        ),
        when=_THROWN,
    ),
    Told(
        "7.4",
        "last-tile-lies",
        Text(
            "Son taş göstergenin üstüne ya da yana kapalı bırakılır.",
            "The last tile is put on the indicator, or beside it face down.",
        ),
        ("S0 V",),
        when=_THROWN,
    ),
)
_DIRECT: Final = (
    Told(
        "7.5",
        "direct",
        lambda play: (
            Text(
                "Elden bitiş: eşi dâhil kimse açmamışken, aynı sırada açıp bitmek.",
                "Direct finish: to open and finish in one turn while nobody has opened, not even the "
                "partner.",
            )
            if play.in_pairs
            else Text(
                "Elden bitiş: başka kimse açmamışken, aynı sırada açıp bitmek.",
                "Direct finish: to open and finish in one turn while nobody else has opened.",
            )
        ),
        ("S0 V", "S2", "S4"),
    ),
    Switched(
        "7.6",
        "direct_below_threshold",
        example=opens(
            "69’luk 21 taş, son taş atılıyor", "21 tiles worth 69, the last one thrown", *_LOW, direct=True
        ),
    ),
    Told(
        "7.7",
        "direct-all-at-once",
        lambda play: (
            Text(
                "Baraj altında elden biten, atacağı dışında bütün taşlarını işlemeden indirmelidir.",
                "To finish below it one lays all tiles but the one to throw, and lays none off.",
            )
            if play.rules.ending is Ending.DISCARD
            else Text(
                "Baraj altında elden biten, bütün taşlarını işlemeden indirmelidir.",
                "To finish below it one lays all tiles, and lays none off.",
            )
        ),
        ("S0 V",),
        when=_BELOW,
    ),
    Told(
        "7.8",
        "direct-after-others",
        Text(
            "Başkası açmışsa, tek seferde biten de barajı bulmalıdır.",
            "Where somebody has opened, who finishes at one go has to reach the threshold, too.",
        ),
        when=_BELOW,
    ),
    Told(
        "7.9",
        "direct-with-pairs",
        Text("Çift açan elden bitemez.", "A pairs opener can’t finish directly."),
        ("S0 V",),
        when=_THROWN,
    ),
    Told(
        "7.9",
        "direct-with-pairs",
        Text("On bir çift indiren elden biter.", "Who lays eleven pairs finishes directly."),
        ("S2",),
        when=_LAID,
    ),
)
_WITH_PAIRS: Final = (
    Told(
        "7.10",
        "pairs-need-a-series",
        Text(
            "Çift açan, başkası seri açmadan bitemez.",
            "A pairs opener can’t finish unless somebody else has opened with series.",
        ),
        ("S0 V",),
        when=_THROWN,
    ),
    Told(
        "7.11",
        "pairs-are-even",
        Text(
            "21 tek sayıdır: çiftlerden artan bir taş seriye ya da küte işlenmelidir.",
            "21 is odd: the tile left over must be laid off on a run or set.",
        ),
        ("S0 V",),
        when=_THROWN,
        unchecked=True,
    ),
    Told(
        "7.12",
        "partners-series",
        Text(
            "Çift açanın bitmesi için eşinin serisi de yeter.",
            "For a pairs opener to finish, his partner’s run or set is enough.",
        ),
        when=both(_THROWN, in_pairs),
    ),
)
_FACTORS: Final = (
    Switched("7.13", "double_okey"),
    Told(
        "7.14",
        "devam",
        Text(
            "Okey ikiye, elde kalan iki gerçek okeyi birden atmaktır.",
            "A double okey finish is throwing the two real okeys left, both at once.",
        ),
        when=following("double_okey", True),
    ),
    Switched("7.15", "double_okey_with_pairs", when=following("double_okey", True)),
    Switched(
        "7.16",
        "multiplier",
        example=costs(
            "A1 okeyle elden bitti, B1 açmadı",
            "A1 finished directly with the okey, B1 had not opened",
            "okey",
            direct=True,
            A1=opened("series"),
        ),
    ),
)
_NOBODY: Final = (
    Told(
        "7.17",
        "deck-each-his-own",
        Text(
            "Deste bitip kimse bitmediyse herkese kendi puanı yazılır.",
            "If the deck runs out and nobody finished, all pay their own.",
        ),
        ("S0 V", "S4"),
        example=costs(
            "Deste bitti, B1 seri açmıştı ve elinde 24 puanlık taş kaldı",
            "The deck ran out, B1 had opened with series and has 24 left",
            None,
            B1=opened("series", 24),
        ),
    ),
    Told(
        "7.18",
        "deck-no-factor",
        Text(
            "Kimsenin bitmediği elde bitiş katı yoktur.",
            "In a hand that nobody finished there is nothing to multiply by.",
        ),
        when=otherwise("multiplier", MultiplierRule.NONE),
    ),
    Told(
        "7.19",
        "deck-no-partner",
        Text(
            "Kimsenin bitmediği elde kimsenin ceza puanı eşi yüzünden silinmez.",
            "In a hand that nobody finished no penalty is wiped out for a partner.",
        ),
        ("S0 V",),
        when=both(in_pairs, otherwise("partner_cancels", PartnerCancels.NOTHING)),
    ),
    Told(
        "7.20",
        "all-pairs",
        Text(
            "Dördü de çift açarsa el sayılmaz ve yeniden oynanır.",
            "If all four open with pairs the hand is void and played again.",
        ),
        ("S0 V", "S4"),
    ),
    Told(
        "7.21",
        "all-pairs-no-fines",
        Text(
            "Dördünün çift açtığı elin kural hataları da silinir.",
            "Infractions of a hand in which all four opened with pairs are dropped, too.",
        ),
        ("S4",),
    ),
    Switched(
        "7.22",
        "nobody_opened",
        example=costs("Kimse açmadı, deste bitti", "Nobody opened, the deck ran out", None),
    ),
)
_DISPUTED: Final = (
    Told(
        "7.23",
        "two-claims",
        Text(
            "İki kişi birden bittim derse, sırası olanın bitişi geçerlidir.",
            "If two claim the finish, that of the player whose turn it is counts.",
        ),
    ),
    Told(
        "7.24",
        "false-finish",
        lambda play: (
            Text(
                "Bir peri yanlış olan bitiş geçersizdir; bitene bir kural hatası yazılır.",
                "A finish with a wrong meld is not valid, and one infraction.",
            )
            if _fines_a_wrong_finish(play)
            else Text("Bir peri yanlış olan bitiş geçersizdir.", "A finish with a wrong meld is not valid.")
        ),
    ),
    Told(
        "7.25",
        "false-finish-goes-on",
        Text(
            "Yanlış bitişte kimse elini göstermediyse taşlar geri alınır ve el sürer.",
            "After a wrong finish the hand goes on if nobody has shown a rack yet.",
        ),
    ),
    Told(
        "7.26",
        "false-finish-shown",
        Text(
            "Yanlış bitişte eller gösterildiyse hakem karar verir.",
            "After a wrong finish the referee decides if racks have been shown.",
        ),
    ),
)


def chapter(play: Play) -> Chapter:
    """Tell how a hand ends and what each finish is worth."""
    parts = (*_ENDING, *_DIRECT, *_WITH_PAIRS, *_FACTORS, *_NOBODY, *_DISPUTED)
    return Chapter(
        7,
        "finish",
        Text("Bitiş ve katlar", "Finishing and multipliers"),
        tuple(said(parts, play)),
        finish_rows.table(play),
    )
