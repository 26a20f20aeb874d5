"""Chapter 4: how a turn goes, taking the side tile, the deck, the discards (S0 II, III and VIII, S2, S4)."""

from typing import Final

from rules.games.okey101.book.play import Play, Told, fined, following, said
from rules.games.okey101.switches import Ending, FirstDealer
from rules.sentences import Chapter
from rules.sources import Against
from rules.text import Text


def _not_fined(play: Play) -> bool:
    return not play.fines("side_tile_returned")


_DRAWING: Final = (
    Told(
        "4.1",
        "dealt",
        Text("Herkese 21 taş dağıtılır, başlayana 22.", "Everybody is dealt 21 tiles, the starter 22."),
        ("S0 I", "S2", "S4"),
        unchecked=True,
    ),
    Told(
        "4.2",
        "starter",
        Text("Başlayan, dağıtanın sağındaki oyuncudur.", "The starter is the player to the dealer’s right."),
        ("S0 I",),
        when=following("first_dealer", FirstDealer.SCOREKEEPERS_RIGHT),
        decided_by="first_dealer",
    ),
    Told(
        "4.2",
        "starter",
        Text("Dağıtan 22 taş alır ve kendisi başlar.", "The dealer takes 22 tiles and begins himself."),
        ("S4",),
        when=following("first_dealer", FirstDealer.RANDOM),
        decided_by="first_dealer",
        unchecked=True,
    ),
    Told(
        "4.3",
        "direction",
        Text("Oyun saat yönünün tersine döner.", "Play goes counter-clockwise."),
        ("S0 II", "S2", "S4"),
    ),
    Told(
        "4.4",
        "first-discard",
        Text("Başlayan taş çekmeden bir taş atar.", "The starter discards without drawing."),
        ("S0 II", "S2", "S4"),
    ),
    Told(
        "4.5",
        "draw-or-take",
        Text(
            "Sırası gelen desteden bir taş çeker ya da yandan taşı alır.",
            "Whose turn it is draws from the deck or takes the side tile.",
        ),
        ("S0 II", "S2", "S4"),
    ),
    Told(
        "4.6",
        "ends-with-a-discard",
        Text("Her sıra bir taş atmakla biter.", "Every turn ends with a discard."),
        ("S0 II", "S4"),
        when=following("ending", Ending.DISCARD),
        decided_by="ending",
    ),
    Told(
        "4.6",
        "ends-with-a-discard",
        Text(
            "Her sıra bir taş atmakla biter; elinde taş kalmayan atmaz.",
            "Every turn ends with a discard, unless no tile is left.",
        ),
        ("S2",),
        when=following("ending", Ending.FREE),
        decided_by="ending",
    ),
)
_SIDE_TILE: Final = (
    Told(
        "4.7",
        "taken-opens",
        Text(
            "Açmamış oyuncu yandan taş alırsa o sırada o taşla açmalıdır.",
            "A player who has not opened and takes the side tile must open with it in that turn.",
        ),
        ("S0 III", "S2", "S4"),
    ),
    Told(
        "4.8",
        "side-tile-returned",
        Text(
            "Açmamış oyuncu yandan aldığı taşı geri bırakamaz; bırakırsa kural hatası yazılır.",
            "A player who has not opened can’t put the side tile back; doing so is an infraction.",
        ),
        ("S0 III",),
        when=fined("side_tile_returned"),
        decided_by="infractions",
    ),
    Told(
        "4.8",
        "side-tile-returned",
        Text(
            "Açamayacağını gören, yandan taşı cezasız geri bırakır ve desteden çeker.",
            "Who sees that he can’t open puts the side tile back without a penalty and draws.",
        ),
        ("S2", "S4"),
        when=_not_fined,
        decided_by="infractions",
    ),
    Told(
        "4.9",
        "taken-twin",
        Text(
            "Yandan taşın eldeki eşi de açarken kullanılabilir.",
            "Its twin on the rack may be used in the opening, too.",
        ),
        ("S0 III",),
    ),
    Told(
        "4.10",
        "count-first",
        Text(
            "Yandan taş alacak olan elini önceden sayar.",
            "Who means to take the side tile counts his hand before.",
        ),
        ("S0 III",),
    ),
    Told(
        "4.11",
        "taken-used",
        Text(
            "Açmış oyuncu yandan aldığı taşı o sırada masada kullanır.",
            "A player who has opened uses the side tile on the table in that turn.",
        ),
        ("S4",),
    ),
    Told(
        "4.12",
        "taken-unused",
        Text(
            "Açmış oyuncu yandan taşı kullanamazsa geri bırakır ve desteden çeker; kural hatası yazılmaz.",
            "A player who has opened and can’t use it puts it back and draws; that is no infraction.",
        ),
    ),
    Told(
        "4.13",
        "saying-pairs",
        Text(
            "Çifte giden “çift” deyip yandan taş alabilir, ama o sırada çift açmalıdır.",
            "Who goes for pairs may say “pairs” and take the side tile, but must open with pairs in "
            "that turn.",
        ),
        against=Against(
            "S0 III",
            Text(
                "Rehber iki türlü söyler: açmasa da alabilir; çift açmamışsa alamaz.",
                "The guide says both: he may take it without opening, and he may not unless he has "
                "opened with pairs.",
            ),
        ),
    ),
    Told(
        "4.14",
        "discard-of-pairs",
        Text(
            "Çifte giden birinin attığı taş da alınıp açılabilir.",
            "The discard of one who goes for pairs may be taken to open, too.",
        ),
        ("S0 VIII",),
    ),
    Told(
        "4.15",
        "okey-taken",
        Text(
            "Atılan okey de yandan taş gibi alınabilir.", "A discarded okey may be taken like any side tile."
        ),
    ),
)
_DECK: Final = (
    Told(
        "4.16",
        "two-drawn",
        Text(
            "İki taş çeken ikincisini gösterip destenin üstüne koyar; kural hatası yazılmaz.",
            "Who draws two tiles shows the second and puts it back on the deck; that is no infraction.",
        ),
    ),
    Told(
        "4.17",
        "out-of-turn",
        Text(
            "Sırası gelmeden çekilen taş desteye döner; oyun sırası olandan sürer.",
            "A tile drawn out of turn goes back on the deck; play goes on with whose turn it is.",
        ),
    ),
    Told(
        "4.18",
        "wrong-number",
        Text(
            "Taşı eksik ya da fazla olan bunu ilk taşını atmadan söylerse düzeltilir; sonra hakem "
            "karar verir.",
            "Too many or too few tiles are put right if said before one’s first discard; later the "
            "referee decides.",
        ),
    ),
    Told(
        "4.19",
        "deck-empty",
        Text(
            "Destede taş kalmaz ve kimse bitmezse el biter.",
            "When no tile is left in the deck and nobody has finished the hand ends.",
        ),
        ("S0 V", "S2", "S4"),
    ),
    Told(
        "4.20",
        "last-of-the-deck",
        Text(
            "Destenin son taşını çeken taşını atar; sıradaki onunla açabiliyor ya da bitebiliyorsa "
            "alır, yoksa el biter.",
            "Who drew the last tile discards; the next player may take that to open or finish, else "
            "the hand ends.",
        ),
    ),
)
_DISCARDS: Final = (
    Told(
        "4.21",
        "discards-lie",
        Text(
            "Atılan taşlar, öncekiler görünmeyecek gibi üst üste konur.",
            "Discards are laid one on the other, so that those before can’t be seen.",
        ),
        ("S0 VIII",),
    ),
    Told(
        "4.22",
        "pairs-may-look",
        Text(
            "Çift açan, atılan taşların açılmasını isteyebilir.",
            "Who opened with pairs may have the discards shown.",
        ),
        ("S0 VIII",),
    ),
    Told(
        "4.23",
        "nobody-looks",
        Text(
            "Açmayan ya da seri açan, atılan taşlara bakamaz.",
            "Who has not opened, or with series, may not look through discards.",
        ),
        ("S0 VIII",),
    ),
    Told(
        "4.24",
        "own-discards",
        Text(
            "Seri açan kendi attıklarına, taşını attıktan sonra bakabilir.",
            "Who opened with series may look at his own discards after he has discarded.",
        ),
        ("S0 VIII",),
    ),
    Told(
        "4.25",
        "seen-stays",
        Text(
            "Rakiplerin gördüğü atılmış taş geri alınamaz.",
            "A discard that opponents have seen can’t be taken back.",
        ),
        ("S0 VII",),
    ),
    Told(
        "4.26",
        "rack-fallen",
        Text(
            "Istakası devrilen taşlarını toplar; kural hatası yazılmaz.",
            "Who knocks over his rack gathers the tiles; that is no infraction.",
        ),
    ),
)
_PARTS: Final = (*_DRAWING, *_SIDE_TILE, *_DECK, *_DISCARDS)


def chapter(play: Play) -> Chapter:
    """Tell how a hand is played, turn by turn."""
    return Chapter(4, "turns", Text("Oyun sırası", "Turns"), tuple(said(_PARTS, play)))
