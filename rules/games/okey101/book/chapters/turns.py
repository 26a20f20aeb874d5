from typing import Final

from rules.games.okey101.book.chapters import mistakes, side_tile
from rules.games.okey101.book.play_context import BookContext, Rule, sentences_for, switch_is
from rules.games.okey101.switches import Ending, FirstDealer
from rules.localized_text import Text
from rules.sentences import Chapter
from rules.sources import Against

_PARTS: Final = (
    Rule(
        "4.1",
        "dealt",
        Text("Herkese 21 taş dağıtılır, başlayana 22.", "Everyone is dealt 21 tiles, the starter 22."),
        ("S0 I", "S2", "S4"),
        unchecked=True,
    ),
    Rule(
        "4.2",
        "starter",
        Text("Başlayan, dağıtanın sağındaki oyuncudur.", "The starter is the player to the dealer’s right."),
        ("S0 I",),
        when=switch_is("first_dealer", FirstDealer.SCOREKEEPERS_RIGHT),
        decided_by="first_dealer",
    ),
    Rule(
        "4.2",
        "starter",
        Text("Dağıtan 22 taş alır ve kendisi başlar.", "The dealer takes 22 tiles and begins."),
        ("S4",),
        when=switch_is("first_dealer", FirstDealer.RANDOM),
        decided_by="first_dealer",
        unchecked=True,
    ),
    Rule(
        "4.3",
        "direction",
        Text("Oyun saat yönünün tersine döner.", "Play goes counter-clockwise."),
        ("S0 II", "S4"),
    ),
    Rule(
        "4.4",
        "first-discard",
        Text("Başlayan taş çekmeden bir taş atar.", "The starter discards without drawing."),
        ("S0 II", "S2", "S4"),
    ),
    Rule(
        "4.5",
        "draw-or-take",
        Text(
            "Sırası gelen, desteden bir taş çeker ya da yandan taşı alır.",
            "The player whose turn it is draws from the deck or takes the side tile.",
        ),
        ("S0 II", "S2", "S4"),
    ),
    Rule(
        "4.6",
        "ends-with-a-discard",
        Text("Her sıra bir taş atmakla biter.", "Every turn ends with a discard."),
        ("S0 II", "S4"),
        when=switch_is("ending", Ending.DISCARD),
        decided_by="ending",
    ),
    Rule(
        "4.6",
        "ends-with-a-discard",
        Text(
            "Her sıra bir taş atmakla biter; elinde taş kalmayan atmaz.",
            "Every turn ends with a discard, unless no tile is left.",
        ),
        ("S2",),
        when=switch_is("ending", Ending.FREE),
        decided_by="ending",
    ),
    Rule(
        "4.19",
        "deck-empty",
        Text(
            "Destede taş kalmayınca el biter.",
            "The hand ends when no tile is left in the deck.",
        ),
        ("S0 V", "S2", "S4"),
    ),
    Rule(
        "4.53",
        "last-discard-offered",
        Text(
            "Destenin son taşından sonra atılan taşı sıradaki oyuncu alabilir; almazsa el biter.",
            "The discard after the deck’s last tile may be taken by the next player; if not, the hand ends.",
        ),
        ("S4",),
    ),
    Rule(
        "4.20",
        "last-of-the-deck",
        Text(
            "Deste boşken atılan taş, yalnız açmak ya da bitmek için alınabilir.",
            "With the deck empty a discard may be taken only to open or to finish.",
        ),
    ),
    Rule(
        "4.21",
        "discards-lie",
        Text(
            "Atılan taşlar üst üste konur; yalnız sonuncusu görünür.",
            "Discards are stacked; only the last can be seen.",
        ),
        ("S0 VIII", "S4"),
    ),
    Rule(
        "4.22",
        "pairs-may-look",
        Text(
            "Çift açan, atılan taşların açılmasını isteyebilir.",
            "A pairs opener may have the discards shown.",
        ),
        ("S0 VIII",),
    ),
    Rule(
        "4.23",
        "nobody-looks",
        Text(
            "Açmamış oyuncu atılan taşlara bakamaz; seri açan yalnız kendi attıklarına bakabilir.",
            "A player who has not opened may not look at discards; a series opener only at their own.",
        ),
        ("S0 VIII",),
        against=Against(
            "S4",
            Text(
                "Ansiklopedinin Okey bölümü sağdaki ve soldaki yığına bakmaya izin verir.",
                "The encyclopedia’s part on Okey allows looking through the stacks at one’s right and left.",
            ),
        ),
    ),
    Rule(
        "4.24",
        "own-discards",
        Text(
            "Seri açan, taşını atmadan kendi attıklarına bakamaz.",
            "A series opener may look at their own discards only after discarding.",
        ),
        ("S0 VIII",),
        against=Against(
            "S4",
            Text(
                "Ansiklopedinin Okey bölümü sağdaki ve soldaki yığına bakmaya izin verir.",
                "The encyclopedia’s part on Okey allows looking through the stacks at one’s right and left.",
            ),
        ),
    ),
)


def chapter(play: BookContext) -> Chapter:
    parts = (*_PARTS, *side_tile.PARTS, *mistakes.PARTS)
    return Chapter(4, "turns", Text("Oyun sırası", "Turns"), tuple(sentences_for(parts, play)))
