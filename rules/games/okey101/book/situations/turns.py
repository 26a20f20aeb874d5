from typing import Final

from rules.book.questions import question

QUESTIONS: Final = (
    question("İki taş çekildi.", "A player drew two tiles.", "two-drawn", "which-was-second"),
    question("Sırası gelmeden taş çekildi.", "A player drew out of turn.", "out-of-turn"),
    question(
        "Birinin taşı eksik ya da fazla.",
        "A player has too many or too few tiles.",
        "wrong-number",
        "number-put-right",
        "dealt",
    ),
    question("Biri ıstakasını devirdi.", "A player knocked over their rack.", "rack-fallen"),
    question(
        "Yandan taş alındı, ama el açılmadı.",
        "The side tile was taken, but the hand was not opened.",
        "taken-opens",
        "side-tile-returned",
        "taken-can-not-open",
        "infraction.taken_tile_not_opened",
    ),
    question(
        "Yandan taş alınıp geri bırakıldı.",
        "The side tile was taken and put back.",
        "side-tile-returned",
        "infraction.side_tile_returned",
    ),
    question(
        "Yandan taş hem geri bırakıldı hem el açılmadı: bir 101 mi, iki mi?",
        "The side tile was put back and the hand not opened: one 101 or two?",
        "returned-once",
        "side-tile-returned",
    ),
    question(
        "Açmış oyuncu yandan taşı aldı ve kullanmadı.",
        "A player who had opened took the side tile and did not use it.",
        "taken-unused",
        "side-tile-not-kept",
        "taken-used",
    ),
    question(
        "“Çift” deyip yandan taş aldı, ama açmadı.",
        "A player said “pairs”, took the side tile, and did not open.",
        "saying-pairs",
        "side-tile-returned",
        "taken-can-not-open",
    ),
    question(
        "Çifte gidenin attığı taş alınabilir mi?",
        "May the discard of a player going for pairs be taken?",
        "discard-of-pairs",
    ),
    question(
        "Destenin son taşı atıldı: sıradaki onu alıp bitebilir mi?",
        "The last tile of the deck was thrown: may the next player take it and finish?",
        "last-of-the-deck",
        "last-discard-offered",
    ),
    question(
        "Attığı taşı geri almak istiyor.", "A player wants a discard back.", "seen-stays", "unseen-discard"
    ),
    question(
        "Yanlışlıkla okey attı, kimse görmeden geri aldı.",
        "A player threw an okey by mistake and took it back unseen.",
        "unseen-discard",
        "discard-let-go",
    ),
    question(
        "Biri atılan taşlara bakıyor.",
        "A player looks through the discards.",
        "nobody-looks",
        "pairs-may-look",
        "own-discards",
    ),
    question(
        "Göstergenin aynısı bende: göstersem puan alır mıyım?",
        "I hold the indicator’s twin: do I score for showing it?",
        "indicator-idle",
        "indicator_in_pairs",
    ),
    question("Kim başlar, kaç taş alır?", "Who begins, and with how many tiles?", "starter", "dealt"),
    question(
        "Çekmeden taş atıldı.",
        "A player discarded without drawing.",
        "not-drawn",
    ),
    question(
        "Taş atmak unutuldu.",
        "A player forgot to discard.",
        "discard-forgotten",
    ),
    question(
        "Yanlış oyuncu başladı.",
        "The wrong player began.",
        "wrong-starter",
    ),
    question(
        "Dağıtırken bir taş açıldı.",
        "A tile was exposed in the deal.",
        "shown-in-dealing",
    ),
    question(
        "Okey yanlış okunmuş.",
        "The okey was misread.",
        "okey-misread",
    ),
    question(
        "Desteden çekti, sonra yandan taşı almak istedi.",
        "A player drew from the deck and then wanted the side tile.",
        "drawn-no-side-tile",
    ),
    question(
        "Gösterge de çekilir mi?",
        "Is the indicator drawn, too?",
        "indicator-not-drawn",
    ),
    question(
        "İki taş birden atıldı.",
        "A player threw two tiles at once.",
        "two-thrown",
        "two-thrown-called",
        "two-thrown-free",
    ),
    question(
        "Yandan taşı aldı, onu kullanmadan açtı.",
        "A player took the side tile and opened without using it.",
        "opened-without-it",
        "without-it-not-thrown",
        "without-it-thrown",
    ),
    question(
        "Taşı elinden bıraktı, ama hemen geri aldı.",
        "A player let go of a tile and took it straight back.",
        "discard-let-go",
        "seen-stays",
    ),
    question(
        "Göstergenin aynısını üstüne koydu, ama seri açtı.",
        "A player put the indicator’s twin on it, but opened with series.",
        "indicator-for-pairs",
        "indicator-unused",
        "indicator-by-the-starter",
        otherwise=("indicator-idle", "indicator_in_pairs"),
    ),
    question(
        "Başlayan, göstergenin aynısını ne zaman koyar?",
        "When does the starter place the indicator’s twin?",
        "indicator-by-the-starter",
        "indicator_in_pairs",
        otherwise=("indicator-idle", "indicator_in_pairs"),
    ),
    question(
        "Yandan taşı elinde tuttu, başka taş attı.",
        "A player kept the side tile and threw another.",
        "side-tile-kept",
        "side-tile-not-kept",
    ),
    question(
        "Yandan aldığı taşın kendisini attı.",
        "A player threw the side tile they had just taken.",
        "side-tile-thrown",
        "side-tile-returned",
    ),
    question(
        "Deste boşken yandan taşı geri bıraktı.",
        "A player put the side tile back with the deck empty.",
        "put-back-on-an-empty-deck",
        "side-tile-returned",
    ),
    question("Sırası gelmeden taş attı.", "A player discarded out of turn.", "discarded-out-of-turn"),
    question(
        "Destenin bir taşı kazayla açıldı.",
        "A tile of the deck was turned up by accident.",
        "deck-tile-exposed",
    ),
    question(
        "Gösterge sahte okey çıktı.",
        "The tile turned up as the indicator is a false okey.",
        "false-okey-turned",
        "false-okey-put-back",
    ),
    question(
        "Göstergeye taş koydu: yerine taş çeker mi?",
        "A player placed a tile on the indicator: do they draw one?",
        "indicator-not-replaced",
    ),
    question(
        "Yandan taşı kaldırıp hemen bıraktı: aldı mı?",
        "A player lifted the side tile and put it down at once: was it taken?",
        "taken-when-lifted",
        "side-tile-returned",
    ),
    question(
        "Elinden bir taş kazayla düştü.", "A tile slipped from a player’s hand.", "dropped", "discard-let-go"
    ),
)
