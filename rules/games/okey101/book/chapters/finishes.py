from typing import Final

from rules.games.okey101.book.cases import cost_example, opened_seat, opening_example
from rules.games.okey101.book.chapters import finish_rows, unfinished, wrong_finishes
from rules.games.okey101.book.play_context import (
    BookContext,
    Rule,
    SwitchRule,
    all_of,
    in_pairs,
    is_fined,
    sentences_for,
    switch_is,
)
from rules.games.okey101.switches import Ending
from rules.localized_text import Text
from rules.sentences import Chapter
from rules.sources import Against

_THROWN: Final = switch_is("ending", Ending.DISCARD)
_LAID: Final = switch_is("ending", Ending.FREE)
_BELOW: Final = switch_is("direct_below_threshold", True)
_LOW: Final = ("r1 r2 r3 r4 r5 r6 r7", "y1 y2 y3 y4 y5 y6 y7", "k1 k2 k3 k4", "r1 b1 y1")


_ENDING: Final = (
    SwitchRule("7.1", "ending"),
    Rule(
        "7.2",
        "needs-a-tile",
        Text(
            "Atacak taşı kalmayan o sırada bitemez.",
            "A player who has no tile left to throw can’t finish in that turn.",
        ),
        ("S0 V", "S4"),
        when=_THROWN,
    ),
    Rule(
        "7.3",
        "plays-on-empty",
        Text(
            "Atacak taşı kalmayan oyunda kalır; sonraki sırasında çektiğini atarak bitebilir, çift açan "
            "7.10’a göre.",
            "A player with no tile left plays on, and may finish by throwing a drawn tile; a pairs opener by "
            "7.10.",
        ),
        unchecked=True,
        when=_THROWN,
    ),
    Rule(
        "7.4",
        "last-tile-lies",
        Text(
            "Son taş göstergenin üstüne konur ya da kapalı olarak yana atılır.",
            "The last tile is put on the indicator, or discarded to the side face down.",
        ),
        ("S0 V",),
        when=_THROWN,
    ),
    Rule(
        "7.42",
        "last-tile-face-up",
        Text(
            "Açık atılan son taş da eli bitirir.",
            "A last tile thrown face up finishes the hand, too.",
        ),
        when=_THROWN,
    ),
    Rule(
        "7.44",
        "okey-laid-last",
        Text(
            "Son taş okeyse ve tek başına atılır ya da işlenirse okeyle bitiştir; perle inerse değildir.",
            "A last okey makes an okey finish if thrown or laid off alone, not if laid within a meld.",
        ),
        when=_LAID,
    ),
)
_DIRECT: Final = (
    Rule(
        "7.5",
        "direct",
        lambda play: (
            Text(
                "Elden bitiş: eşi dahil kimse açmamışken, tek sırada açıp bitmek.",
                "Direct finish: to open and finish in a single turn while nobody has opened, not "
                "even the partner.",
            )
            if play.in_pairs
            else Text(
                "Elden bitiş: başka kimse açmamışken, tek sırada açıp bitmek.",
                "Direct finish: to open and finish in a single turn while nobody else has opened.",
            )
        ),
        ("S0 V", "S2", "S4"),
    ),
    SwitchRule(
        "7.6",
        "direct_below_threshold",
        example=opening_example(
            "69’luk 21 taş, son taş atılıyor", "21 tiles worth 69, the last one thrown", *_LOW, direct=True
        ),
    ),
    Rule(
        "7.7",
        "direct-all-at-once",
        lambda play: (
            Text(
                "Baraj altında elden biten, atacağı dışında bütün taşlarını işlemeden indirmelidir.",
                "A direct finish below the threshold needs all tiles but the last in melds, none laid off.",
            )
            if play.rules.ending is Ending.DISCARD
            else Text(
                "Baraj altında elden biten, bütün taşlarını işlemeden indirmelidir.",
                "A direct finish below the threshold needs all tiles laid in melds, and none laid off.",
            )
        ),
        ("S0 V",),
        when=_BELOW,
    ),
    Rule(
        "7.8",
        "direct-after-others",
        Text(
            "Başkası açmışsa, tek seferde biten de baraja ulaşmalıdır.",
            "If anyone has opened, a player who finishes in one turn has to reach the threshold, too.",
        ),
        against=Against(
            "S0 VIII",
            Text(
                "Rehber, başkalarına işlemeden tek seferde bitenden baraj istemez.",
                "The guide requires no threshold of a player who finishes in one turn without laying off on "
                "others.",
            ),
        ),
        when=_BELOW,
    ),
    Rule(
        "7.9",
        "direct-with-pairs",
        Text("Çift açan elden bitemez.", "A pairs opener can’t finish directly."),
        ("S0 V",),
        when=_THROWN,
    ),
    Rule(
        "7.9",
        "direct-with-pairs",
        Text(
            "Kimse açmamışken on bir çift indiren elden biter.",
            "A player who lays eleven pairs while nobody has opened finishes directly.",
        ),
        ("S2",),
        when=_LAID,
    ),
)
_WITH_PAIRS: Final = (
    Rule(
        "7.10",
        "pairs-need-a-series",
        Text(
            "Çift açan, başkası seri açmadan bitemez.",
            "A pairs opener can’t finish unless another player has opened with series.",
        ),
        ("S0 V",),
        when=_THROWN,
    ),
    Rule(
        "7.11",
        "pairs-are-even",
        Text(
            "Çift açan, seriye ya da küte en az bir taş işlemeden bitemez.",
            "A pairs opener can’t finish without having laid off a tile on a run or set.",
        ),
        ("S0 V",),
        when=_THROWN,
    ),
    Rule(
        "7.12",
        "partners-series",
        Text(
            "Çift açanın bitmesi için eşinin serisi ya da kütü de yeter.",
            "For a pairs opener to finish, the partner’s run or set is enough.",
        ),
        when=all_of(_THROWN, in_pairs),
    ),
)
_FACTORS: Final = (
    SwitchRule("7.13", "double_okey"),
    Rule(
        "7.14",
        "devam",
        Text(
            "Okey ikiye, kalan iki taşı da gerçek okey olanın ikisini birden atmasıdır.",
            "A double okey finish is throwing one’s last two tiles, both real okeys, at once.",
        ),
        when=switch_is("double_okey", True),
    ),
    Rule(
        "7.45",
        "both-okeys-thrown",
        Text(
            "İki okeyi birden atan bitmiş sayılmaz; birini geri alır, 9.42’deki kural hatası yazılır.",
            "A player who throws both okeys at once has not finished, takes one back and is charged 9.42.",
        ),
        unchecked=True,
        when=all_of(switch_is("double_okey", False), is_fined("okey_discard")),
        decided_by="double_okey",
    ),
    SwitchRule("7.15", "double_okey_with_pairs", when=switch_is("double_okey", True)),
    SwitchRule(
        "7.16",
        "multiplier",
        example=cost_example(
            "A1 okeyle elden bitti, B1 açmadı",
            "A1 finished directly with the okey, B1 had not opened",
            "okey",
            direct=True,
            A1=opened_seat("series"),
        ),
    ),
)


def chapter(play: BookContext) -> Chapter:
    parts = (*_ENDING, *_DIRECT, *_WITH_PAIRS, *_FACTORS, *unfinished.PARTS, *wrong_finishes.PARTS)
    return Chapter(
        7,
        "finish",
        Text("Bitiş ve katlar", "Finishing and multipliers"),
        tuple(sentences_for(parts, play)),
        finish_rows.table(play),
    )
