from typing import Final

from rules.book.book_context import sentences_for
from rules.games.okey_points.book.cases import cost_example, shown_indicator_case, spared_side_case
from rules.games.okey_points.book.play_context import (
    BookContext,
    Rule,
    SwitchRule,
    are_some_spared,
    shown_pays,
)
from rules.localized_text import Text
from rules.sentences import Chapter
from rules.sources import Against

_FIRST_TURN: Final = Against(
    "S1",
    Text(
        "Sayfaya göre “ilk elin oynanmasında” gösterilir; bu, oyuncunun ilk sırası olarak yorumlandı.",
        "The page has it shown “in the playing of the first hand”, read here as a player’s first turn.",
    ),
)
_FIRST_HAND: Final = Against(
    "S1",
    Text(
        "Sayfaya göre “ilk elin oynanmasında” gösterilir; bu, yalnız maçın ilk eli olarak yorumlanmadı.",
        "The page has it shown “in the playing of the first hand”, not read here as the match’s first.",
    ),
)
_PARTS: Final = (
    SwitchRule("7.1", "indicator_shown", example=shown_indicator_case),
    Rule(
        "7.2",
        "shown-until",
        Text(
            "Göstergenin eşi, sahibi ilk taşını çekmeden gösterilir.",
            "The twin is shown before its holder first draws.",
        ),
        ("S4",),
        when=shown_pays,
        against=_FIRST_TURN,
    ),
    Rule(
        "7.3",
        "shown-every-hand",
        Text("Göstergenin eşi her elde gösterilebilir.", "The twin may be shown in every hand."),
        ("S4",),
        when=shown_pays,
        against=_FIRST_HAND,
    ),
    Rule(
        "7.4",
        "shown-late",
        Text(
            "Zamanında gösterilmeyen göstergeye puan yazılmaz.",
            "Nothing is paid for an indicator that is shown late or not at all.",
        ),
        ("S4",),
        when=shown_pays,
    ),
    SwitchRule("7.5", "indicator_spares_below", when=shown_pays, example=spared_side_case),
    Rule(
        "7.6",
        "whose-points",
        Text(
            "Bakılan, gösterenin değil, puanı düşülecek tarafın puanıdır.",
            "The points of the side that would pay count, not of the side that shows.",
        ),
        when=are_some_spared,
        decided_by="indicator_spares_below",
    ),
    Rule(
        "7.7",
        "shown-without-finish",
        Text(
            "Kimse bitmese de gösterge puanı düşülür.", "The indicator is paid for even if nobody finishes."
        ),
        when=shown_pays,
        example=cost_example(
            "A1 göstergeyi gösterdi, deste bitti",
            "A1 showed the indicator, the deck ran out",
            by=None,
            indicator_shown_by="A1",
        ),
    ),
    Rule(
        "7.8",
        "shown-and-lost",
        Text(
            "Gösteren eli kaybetse de gösterge puanı ötekilerden düşülür; bitişin puanı ondan da düşülür.",
            "The others pay even if the player who showed it loses the hand and pays for the finish.",
        ),
        when=shown_pays,
        example=cost_example(
            "B1 göstergeyi gösterdi, A1 bitti",
            "B1 showed the indicator, A1 finished",
            side="A",
            indicator_shown_by="B1",
        ),
    ),
    Rule(
        "7.9",
        "shown-then-finish",
        Text(
            "Gösterge puanı bitişin puanına eklenir.",
            "The payment for the indicator is added to the price of the finish.",
        ),
        when=shown_pays,
        example=cost_example(
            "A1 gösterdi ve düz bitti", "A1 showed it and finished plainly", indicator_shown_by="A1"
        ),
    ),
    Rule(
        "7.10",
        "shown-ends-nothing",
        Text(
            "Puanlara el bitince bakılır: gösterge yüzünden maç el oynanmadan bitmez.",
            "Points are checked after the hand: no match ends by the indicator before its hand is played.",
        ),
        when=shown_pays,
    ),
    Rule(
        "7.11",
        "shown-once",
        Text(
            "Bir elde göstergeyi yalnız bir oyuncu gösterebilir: tek eşi vardır.",
            "Only one player can show it in a hand, for there is only one twin.",
        ),
        ("S1", "S4"),
        when=shown_pays,
    ),
    Rule(
        "7.12",
        "okey-is-no-twin",
        Text(
            "Okey ya da sahte okey göstergenin eşi yerine gösterilemez.",
            "An okey or a false okey can’t be shown as the twin.",
        ),
        when=shown_pays,
    ),
    Rule(
        "7.13",
        "shown-by-the-starter",
        Text(
            "Başlayan, göstergenin eşini ilk taşını atmadan gösterir.",
            "The starter shows the twin before the first discard.",
        ),
        when=shown_pays,
        against=_FIRST_TURN,
    ),
    Rule(
        "7.14",
        "shown-goes-back",
        Text(
            "Gösterilen eş sahibinde kalır; ıstakaya döner ve öteki taşlar gibi oynanır.",
            "The twin stays with its holder: it goes back to the rack and is played like any tile.",
        ),
        when=shown_pays,
    ),
)


def chapter(play: BookContext) -> Chapter:
    return Chapter(7, "indicator", Text("Gösterge", "Indicator shown"), tuple(sentences_for(_PARTS, play)))
