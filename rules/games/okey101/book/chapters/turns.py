"""Chapter 4: how a turn goes, taking the side tile, the deck, the discards (S0 II, III and VIII, S2, S4)."""

from typing import Final

from rules.games.okey101.book.play import Play, Told, both, fined, following, said
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
        ("S0 II", "S4"),
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
            "Sırası gelen, desteden bir taş çeker ya da yandan taşı alır.",
            "The player whose turn it is draws from the deck or takes the side tile.",
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
            "Açmamış oyuncu yandan taş alırsa, sırası bitmeden o taşla açmalıdır.",
            "A player who has not opened and takes the side tile must open with it before his turn ends.",
        ),
        ("S0 III", "S4"),
    ),
    Told(
        "4.8",
        "side-tile-returned",
        Text(
            "Yandan aldığı taşla açamayan onu geri bırakır; bir kural hatası yazılır.",
            "A player who can’t open with the side tile puts it back, and that is an infraction.",
        ),
        ("S0 III",),
        when=fined("side_tile_returned"),
        decided_by="infractions",
    ),
    Told(
        "4.8",
        "side-tile-returned",
        Text(
            "Açamayacağını gören, yandan taşı puan yazılmadan geri bırakır ve desteden çeker.",
            "A player who sees that he can’t open puts the side tile back without a penalty and draws.",
        ),
        ("S2", "S4"),
        when=_not_fined,
        decided_by="infractions",
    ),
    Told(
        "4.9",
        "taken-twin",
        Text(
            "Yandan taşın ıstakadaki aynısı da açarken kullanılabilir.",
            "A second copy of the side tile on the rack may be used in the opening, too.",
        ),
        ("S0 III",),
    ),
    Told(
        "4.10",
        "count-first",
        Text(
            "Yandan taş alacak olan, açıp açamayacağını önceden hesaplar.",
            "Before taking the side tile a player works out whether he can open.",
        ),
        ("S0 III",),
    ),
    Told(
        "4.11",
        "taken-used",
        Text(
            "Açmış oyuncu, yandan aldığı taşı sırası bitmeden masada kullanır.",
            "A player who has opened uses the side tile on the table before his turn ends.",
        ),
        ("S4",),
    ),
    Told(
        "4.12",
        "taken-unused",
        Text(
            "Açmış oyuncu yandan taşı kullanamazsa geri bırakır ve desteden çeker; kural hatası yazılmaz.",
            "A player who has opened and can’t use the side tile puts it back and draws; that is not "
            "an infraction.",
        ),
        ("S4",),
        against=Against(
            "S0 III",
            Text(
                "Rehber yandan alınan taşı geri bırakmayı yasaklar.",
                "The guide forbids putting the side tile back.",
            ),
        ),
    ),
    Told(
        "4.13",
        "saying-pairs",
        Text(
            "Çifte giden “çift” deyip yandan taş alabilir, ama sırası bitmeden çift açmalıdır.",
            "A player going for pairs may say so and take the side tile, but must open with pairs in "
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
            "Çifte gidenin attığı taş da alınıp onunla açılabilir.",
            "A tile discarded by a player going for pairs may also be taken to open.",
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
            "A player who draws two tiles shows the second and puts it back; that is not an infraction.",
        ),
    ),
    Told(
        "4.17",
        "out-of-turn",
        Text(
            "Sırası gelmeden çekilen taş destenin üstüne döner; sıra kimdeyse oyun ondan sürer.",
            "A tile drawn out of turn goes back on top; the player whose turn it is continues.",
        ),
    ),
    Told(
        "4.18",
        "wrong-number",
        Text(
            "Eksik ya da fazla taş, ilk taş atılmadan söylenirse düzeltilir; atıldıktan sonra hakem "
            "karar verir.",
            "Too many or too few tiles are put right before one’s first discard; after it the "
            "referee decides.",
        ),
    ),
    Told(
        "4.19",
        "deck-empty",
        Text(
            "Destede taş kalmaz, son atılan da alınmazsa el biter.",
            "The hand ends when no tile is left in the deck and the last discard is not taken.",
        ),
        ("S0 V", "S2", "S4"),
    ),
    Told(
        "4.20",
        "last-of-the-deck",
        Text(
            "Destenin son taşını çeken de bir taş atar; sonraki oyuncu onu yalnız açmak ya da bitmek "
            "için alabilir.",
            "The player who draws the last tile discards too; the next may take it only to open or finish.",
        ),
    ),
)
_DISCARDS: Final = (
    Told(
        "4.21",
        "discards-lie",
        Text(
            "Atılan taşlar, öncekiler görünmeyecek şekilde üst üste konur.",
            "Discards are laid one on the other, so that those before can’t be seen.",
        ),
        ("S0 VIII", "S4"),
    ),
    Told(
        "4.22",
        "pairs-may-look",
        Text(
            "Çift açan, atılan taşların açılmasını isteyebilir.",
            "A pairs opener may have the discards shown.",
        ),
        ("S0 VIII",),
    ),
    Told(
        "4.23",
        "nobody-looks",
        Text(
            "Açmamış oyuncu atılan taşlara bakamaz; seri açan yalnız kendi attıklarına bakabilir.",
            "A player who has not opened may not look at discards; a series opener only at his own.",
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
    Told(
        "4.24",
        "own-discards",
        Text(
            "Seri açan, taşını atmadan kendi attıklarına bakamaz.",
            "A series opener may look at his own discards only after discarding.",
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
            "Istakası devrilen oyuncu taşlarını toplar; kural hatası yazılmaz.",
            "A player who knocks over his rack gathers the tiles; that is not an infraction.",
        ),
    ),
)
_SLIPS: Final = (
    Told(
        "4.27",
        "drawn-no-side-tile",
        Text(
            "Desteden taş çeken artık yandan taş alamaz.",
            "A player who has drawn from the deck can no longer take the side tile.",
        ),
        ("S0 II",),
    ),
    Told(
        "4.28",
        "not-drawn",
        Text(
            "Çekmeden atan, sonraki oyuncu çekmeden önce bir taş çekebilir.",
            "A player who discarded without drawing may draw until the next player has drawn.",
        ),
    ),
    Told(
        "4.29",
        "discard-forgotten",
        Text(
            "Atmayı unutan, fark edilince bir taş atar; kural hatası yazılmaz.",
            "A player who forgot to discard does so when it is noticed; that is not an infraction.",
        ),
    ),
    Told(
        "4.30",
        "wrong-starter",
        Text(
            "Yanlış oyuncu başladıysa, ikinci oyuncu çekmeden fark edilirse el yeniden dağıtılır.",
            "If the wrong player began and it is seen before the second player draws, the hand is "
            "dealt anew.",
        ),
    ),
    Told(
        "4.31",
        "shown-in-dealing",
        Text(
            "Dağıtırken açılan taş sahibinde kalır; el yeniden dağıtılmaz.",
            "A tile exposed in the deal stays with its owner; there is no new deal.",
        ),
    ),
    Told(
        "4.32",
        "okey-misread",
        Text(
            "Yanlış okunan okey ilk açışa kadar düzeltilir; ilk açıştan sonra hakem karar verir.",
            "A misread okey is put right until the first opening; after that the referee decides.",
        ),
    ),
    Told(
        "4.33",
        "which-was-second",
        Text(
            "İkinci taşın hangisi olduğu bilinmiyorsa hakem karar verir.",
            "If nobody knows which tile was the second, the referee decides.",
        ),
    ),
    Told(
        "4.34",
        "side-tile-not-kept",
        Text(
            "Yandan alınan taş ıstakada saklanamaz.",
            "A side tile may not be kept on the rack.",
        ),
        ("S4",),
    ),
    Told(
        "4.35",
        "taken-can-not-open",
        Text(
            "Yandan taşla açamayana bir kural hatası yazılır; taşı geri bırakır ve desteden çeker.",
            "A player who can’t open with the side tile gets one infraction, puts it back and draws.",
        ),
        when=fined("side_tile_returned"),
        decided_by="infractions",
    ),
    Told(
        "4.36",
        "returned-once",
        Text(
            "Yandan taşı geri bırakmakla el açmamak tek davranıştır: bir kez yazılır.",
            "Putting the side tile back and not opening are one act: it is charged once.",
        ),
        when=both(fined("side_tile_returned"), fined("taken_tile_not_opened")),
    ),
)
_PARTS: Final = (*_DRAWING, *_SIDE_TILE, *_DECK, *_DISCARDS, *_SLIPS)


def chapter(play: Play) -> Chapter:
    """Tell how a hand is played, turn by turn."""
    return Chapter(4, "turns", Text("Oyun sırası", "Turns"), tuple(said(_PARTS, play)))
