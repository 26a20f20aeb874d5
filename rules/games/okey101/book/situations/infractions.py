from typing import Final

from rules.book.questions import PAIRS_ONLY_SENTENCE, question

QUESTIONS: Final = (
    question(
        "İşlek taş atıldı.",
        "A playable tile was discarded.",
        "infraction.playable_discard",
        "playable_must_be_called",
    ),
    question(
        "“İşlek” sözü, sıradaki taş çektikten sonra söylendi.",
        "It was called after the next player had drawn.",
        "next-has-drawn",
        "playable_must_be_called",
    ),
    question(
        "Atan “işlek” sözünü kendisi önce söyledi.",
        "The thrower called it first.",
        "thrower-calls",
        "playable_must_be_called",
    ),
    question(
        "İşlek taşı sıradaki aldı: puan yine yazılır mı?",
        "The next player took the playable tile: is it still charged?",
        "playable-taken-charged",
        "playable-taken",
    ),
    question("Bitiren taş işlekti.", "The finishing tile was playable.", "finishing-tile-free"),
    question(
        "Masada yalnız çift varken işlek taş olur mu?",
        "Is there a playable tile while only pairs are on the table?",
        "not-on-pairs",
    ),
    question(
        "Açmamış oyuncu işlek taş attı.",
        "A player who had not opened discarded a playable tile.",
        "unopened-too",
    ),
    question(
        "Yanlışlıkla atılan okey bir pere de işliyordu: iki hata mı?",
        "The okey thrown by mistake was playable, too: two infractions?",
        "okey-is-playable",
        "one-act",
    ),
    question(
        "Yanlışlıkla okey atıldı.",
        "An okey was discarded by mistake.",
        "infraction.okey_discard",
        "okey-on-an-empty-table",
        "okey-taken",
    ),
    question(
        "Atanın eşi “işlek” dedi.",
        "The thrower’s partner called it.",
        "called-by-a-partner",
        needs=PAIRS_ONLY_SENTENCE,
    ),
    question(
        "İşlek taşı kimse söylemeden sıradaki aldı.",
        "The next player took a playable tile before anyone called it.",
        "taken-uncalled",
        "playable_must_be_called",
    ),
    question(
        "Kural hatası çok sonra söylendi.",
        "An infraction was named much later.",
        "named-in-time",
    ),
    question(
        "Bir seyirci “işlek” dedi.",
        "A spectator called a playable tile.",
        "called-by-a-spectator",
        "spectator-speaks",
        otherwise=("spectator-speaks", "playable_must_be_called"),
    ),
    question(
        "Kimsenin söylemediği işlek taş ne zamana kadar yazılır?",
        "Until when is a playable tile charged if nobody named it?",
        "playable-until-the-count",
        "playable_must_be_called",
        otherwise=("next-has-drawn", "playable_must_be_called"),
    ),
    question(
        "Atanla rakip aynı anda “işlek” dedi.",
        "Thrower and opponent called at the same time.",
        "called-at-once",
    ),
    question(
        "“İşlek” dendi, ama taş yanlış söylendi.", "It was called, but with the wrong tile.", "called-wrongly"
    ),
    question(
        "Masadaki okeyin yerini tuttuğu taş işlek mi?",
        "Is the tile that an okey on the table stands for playable?",
        "frees-an-okey",
    ),
    question(
        "Geri alınacak taş geç fark edildi.",
        "A tile that should go back was noticed late.",
        "taken-back-in-time",
    ),
    question(
        "Kural hatası el bittikten sonra söylendi.",
        "An infraction was named after the hand.",
        "named-after-the-hand",
    ),
    question(
        "Sırası olmayan bir kural hatası yaptı: ne zamana kadar söylenir?",
        "An infraction out of turn: until when may it be named?",
        "next-of-whose-turn",
        "named-in-time",
    ),
    question("Kural hatasını bir seyirci söyledi.", "A spectator named an infraction.", "who-may-name-it"),
    question(
        "Son atılan taş işlekti; sayımda fark edildi.",
        "The last discard was playable, seen during the count.",
        "last-discard-called",
        "next-has-drawn",
    ),
)
