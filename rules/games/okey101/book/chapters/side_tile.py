from typing import Final

from rules.games.okey101.book.play_context import BookContext, Rule, all_of, is_fined
from rules.localized_text import Text
from rules.sources import Against


def _is_return_not_fined(play: BookContext) -> bool:
    return not play.fines("side_tile_returned")


PARTS: Final = (
    Rule(
        "4.7",
        "taken-opens",
        Text(
            "Açmamış oyuncu yandan taş alırsa, sırası bitmeden o taşla açmalıdır.",
            "A player who has not opened and takes the side tile must open with it before the turn ends.",
        ),
        ("S0 III", "S4"),
    ),
    Rule(
        "4.8",
        "side-tile-returned",
        Text(
            "Yandan aldığı taşla açamayan onu geri bırakır; bu, 9.46’daki kural hatasıdır.",
            "A player who can’t open with the side tile puts it back, and that is an infraction: 9.46.",
        ),
        ("S0 III",),
        unchecked=True,
        when=is_fined("side_tile_returned"),
        decided_by="infractions",
    ),
    Rule(
        "4.8",
        "side-tile-returned",
        Text(
            "Açamayacağını gören, yandan taşı puan yazılmadan geri bırakır ve desteden çeker.",
            "A player who finds that they can’t open puts the side tile back without a penalty and draws.",
        ),
        ("S2", "S4"),
        when=_is_return_not_fined,
        decided_by="infractions",
    ),
    Rule(
        "4.9",
        "taken-twin",
        Text(
            "Yandan taşın aynısı ıstakada varsa, açarken yandan taşla birlikte o da kullanılabilir.",
            "A second copy on the rack may be used in the opening, along with the side tile.",
        ),
        ("S0 III",),
    ),
    Rule(
        "4.10",
        "count-first",
        Text(
            "Yandan taş alacak olan, açıp açamayacağını önceden hesaplar.",
            "Before taking the side tile, a player checks whether they can open.",
        ),
        ("S0 III",),
        when=is_fined("side_tile_returned"),
    ),
    Rule(
        "4.11",
        "taken-used",
        Text(
            "Açmış oyuncu, yandan aldığı taşı sırası bitmeden masada kullanır.",
            "A player who has opened uses the side tile on the table before the turn ends.",
        ),
        ("S4",),
    ),
    Rule(
        "4.12",
        "taken-unused",
        Text(
            "Açmış oyuncu yandan taşı kullanamazsa geri bırakır ve desteden çeker.",
            "A player who has opened and can’t use the side tile puts it back and draws.",
        ),
        ("S4",),
        against=Against(
            "S0 III",
            Text(
                "Rehber yandan alınan taşı geri bırakmayı yasaklar ve 101 yazar.",
                "The guide forbids putting the side tile back and charges 101.",
            ),
        ),
    ),
    Rule(
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
                "Rehber iki türlü der: açmasa da alabilir; çift açmamışsa alamaz.",
                "The guide says both: it may be taken without opening, and only by a player who has opened "
                "with pairs.",
            ),
        ),
    ),
    Rule(
        "4.14",
        "discard-of-pairs",
        Text(
            "Çifte gidenin attığı taş da alınıp onunla açılabilir.",
            "A tile discarded by a player going for pairs may also be taken to open.",
        ),
        ("S0 VIII",),
    ),
    Rule(
        "4.15",
        "okey-taken",
        Text(
            "Atılan okey de yandan taş gibi alınabilir.", "A discarded okey may be taken like any side tile."
        ),
    ),
    Rule(
        "4.27",
        "drawn-no-side-tile",
        Text(
            "Desteden taş çeken artık yandan taş alamaz.",
            "A player who has drawn from the deck can no longer take the side tile.",
        ),
        ("S0 II",),
    ),
    Rule(
        "4.34",
        "side-tile-not-kept",
        Text(
            "Yandan alınan taş ıstakada saklanamaz.",
            "A side tile may not be kept on the rack.",
        ),
        ("S4",),
    ),
    Rule(
        "4.35",
        "taken-can-not-open",
        Text(
            "4.8’e göre taşı geri bırakan, desteden bir taş çeker.",
            "A player who put the tile back by 4.8 draws from the deck.",
        ),
        unchecked=True,
        when=is_fined("side_tile_returned"),
        decided_by="infractions",
    ),
    Rule(
        "4.36",
        "returned-once",
        Text(
            "4.8’e göre geri bırakılan taş için yalnız 9.46’daki kural hatası yazılır, 9.47’deki yazılmaz.",
            "For a tile put back by 4.8 only 9.46 is charged, not 9.47 as well.",
        ),
        unchecked=True,
        when=all_of(is_fined("side_tile_returned"), is_fined("taken_tile_not_opened")),
    ),
    Rule(
        "4.38",
        "opened-without-it",
        Text(
            "Yandan aldığı taşı açtığı perlerde kullanmayan açmış sayılmaz; perlerini geri alır.",
            "A player whose opening melds lack the taken side tile has not opened and takes them back.",
        ),
    ),
    Rule(
        "4.39",
        "without-it-not-thrown",
        Text(
            "4.38’deki oyuncu daha taş atmadıysa yandan taşı geri bırakır; yalnız 9.46’daki kural hatası "
            "yazılır.",
            "If the player in 4.38 has not discarded yet, the side tile goes back and only 9.46 is charged.",
        ),
        unchecked=True,
        when=is_fined("side_tile_returned"),
        decided_by="infractions",
    ),
    Rule(
        "4.39",
        "without-it-not-thrown",
        Text(
            "4.38’deki oyuncu taş atmadıysa yandan taşı geri bırakıp desteden çeker.",
            "If the player in 4.38 has not discarded, the side tile goes back and they draw.",
        ),
        unchecked=True,
        when=_is_return_not_fined,
        decided_by="infractions",
    ),
    Rule(
        "4.40",
        "without-it-thrown",
        Text(
            "4.38’deki oyuncu başka taş attıysa yandan taş elinde kalır; 9.47’deki kural hatası yazılır.",
            "If the player in 4.38 has discarded another tile, they keep the side tile and are charged 9.47.",
        ),
        unchecked=True,
        when=is_fined("taken_tile_not_opened"),
        decided_by="infractions",
    ),
    Rule(
        "4.45",
        "put-back-on-an-empty-deck",
        Text(
            "Destede taş yokken yandan taş geri bırakılırsa kimse çekemez, el biter.",
            "If the deck is empty when a side tile is put back, nobody can draw: the hand is over.",
        ),
    ),
    Rule(
        "4.46",
        "side-tile-kept",
        Text(
            "Yandan aldığını kullanmadan başka taş atanda taş kalır; açmamışsa 9.47’deki kural hatası "
            "yazılır, açmışsa uyarılır.",
            "If the side tile is kept and another thrown, it stays; an unopened player is charged 9.47, "
            "others are warned.",
        ),
        unchecked=True,
        when=is_fined("taken_tile_not_opened"),
        decided_by="infractions",
    ),
    Rule(
        "4.46",
        "side-tile-kept",
        Text(
            "Yandan aldığını kullanmadan başka taş atanda taş kalır; hakem uyarır.",
            "If the side tile is kept and another thrown, it stays; the referee warns.",
        ),
        when=lambda play: not play.fines("taken_tile_not_opened"),
        decided_by="infractions",
    ),
    Rule(
        "4.47",
        "side-tile-thrown",
        Text(
            "Yandan aldığı taşın kendisini atan, son taşı da olsa, onu geri bırakmış sayılır.",
            "A player who throws the side tile they took, even as the last tile, counts as having put it "
            "back.",
        ),
    ),
)
