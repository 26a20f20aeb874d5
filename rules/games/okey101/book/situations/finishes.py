from typing import Final

from rules.book.questions import PAIRS_ONLY_SENTENCE, question

QUESTIONS: Final = (
    question(
        "Son üç taşını indirdi, atacak taşı kalmadı.",
        "A player laid the last three tiles and has nothing to throw.",
        "needs-a-tile",
        "ending",
    ),
    question(
        "Atacak taşı kalmayan sonraki sırasında ne yapar?",
        "What does a player with nothing to throw do in the next turn?",
        "plays-on-empty",
        "ending",
    ),
    question(
        "Eşi açmışken elden bitti.",
        "A player finished directly although the partner had opened.",
        "direct",
        needs=PAIRS_ONLY_SENTENCE,
    ),
    question(
        "Elden bitti, ama toplam 101’i bulmuyor.",
        "A direct finish that is worth less than 101.",
        "direct_below_threshold",
        "direct-all-at-once",
    ),
    question(
        "Başkaları açmışken 90’la tek seferde bitti.",
        "A player finished in one turn worth 90 although others had opened.",
        "direct-after-others",
        "rising_threshold",
        "series-threshold",
    ),
    question(
        "Çift açan bitti, seri yalnız eşinde var.",
        "A pairs opener finished; only the partner has opened with series.",
        "partners-series",
        "pairs-need-a-series",
        needs=PAIRS_ONLY_SENTENCE,
    ),
    question("Çift açan elden bitti.", "A pairs opener finished directly.", "direct-with-pairs"),
    question("İki kişi birden bittim dedi.", "Two claim the finish.", "two-claims"),
    question(
        "Bitişte bir per yanlış çıktı.",
        "A meld of the finish is wrong.",
        "false-finish",
        "false-finish-goes-on",
        "false-finish-shown",
    ),
    question(
        "Deste bitti, kimse bitmedi.",
        "The deck ran out and nobody finished.",
        "deck-each-his-own",
        "deck-unopened",
        "deck-no-factor",
    ),
    question(
        "Deste bitti, kimse açmadı.",
        "The deck ran out and nobody opened.",
        "nobody_opened",
        "nobody-opened-counts",
    ),
    question("Dördü de çift açtı.", "All four opened with pairs.", "all-pairs", "all-pairs-no-fines"),
    question(
        "İki okeyi birden atarak bitti.", "A player finished by throwing both okeys.", "devam", "double_okey"
    ),
    question(
        "Bitiş kaç kat sayılır?",
        "How many times does a finish count?",
        "multiplier",
        "finish-okey",
        "finish-direct",
    ),
    question(
        "Çiftten, okeyle bitildi: kime ne yazılır?",
        "A finish with pairs and the okey: who pays what?",
        "finish-pairs-okey",
        "multiplied",
    ),
    question(
        "Biri açmışken tek seferde bitti.",
        "A player finished in one turn although another had opened.",
        "direct",
        "direct-after-others",
        "rising_threshold",
    ),
    question(
        "Son taşını açık attı.",
        "A player threw the last tile face up.",
        "last-tile-face-up",
        "last-tile-lies",
    ),
    question(
        "Elinde kalan iki okeyi birden attı.",
        "A player threw the last two tiles, both okeys, at once.",
        "both-okeys-thrown",
        "devam",
        "double_okey",
    ),
    question(
        "Son okey bir perle indi: okeyle bitiş mi?",
        "The last okey was laid in a meld: is that an okey finish?",
        "okey-laid-last",
    ),
    question(
        "Baraja ulaşmadan bitti.",
        "A player finished below the threshold.",
        "wrong-finish",
        "direct-after-others",
    ),
    question(
        "“Bittim” dedi, ama per indirmedi.",
        "A player said “finished” without laying melds.",
        "wrong-finish",
        "false-finish-goes-on",
        "false-finish-shown",
    ),
)
