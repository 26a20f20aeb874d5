"""Questions about playable tiles and other infractions."""

from typing import Final

from rules.book.questions import PARTNERS, asked

ASKED: Final = (
    asked(
        "İşlek taş atıldı.",
        "A playable tile was discarded.",
        "infraction.playable_discard",
        "playable_must_be_called",
    ),
    asked(
        "“İşlek” sözü, sıradaki taş çektikten sonra söylendi.",
        "It was called after the next player had drawn.",
        "next-has-drawn",
        "playable_must_be_called",
    ),
    asked(
        "Atan “işlek” sözünü kendisi önce söyledi.",
        "The thrower called it first himself.",
        "thrower-calls",
        "playable_must_be_called",
    ),
    asked(
        "İşlek taşı sıradaki aldı: puan yine yazılır mı?",
        "The next player took the playable tile: is it still charged?",
        "playable-taken-charged",
        "playable-taken",
    ),
    asked("Bitiren taş işlekti.", "The finishing tile was playable.", "finishing-tile-free"),
    asked(
        "Masada yalnız çift varken işlek taş olur mu?",
        "Is there a playable tile while only pairs are on the table?",
        "not-on-pairs",
    ),
    asked(
        "Açmamış oyuncu işlek taş attı.",
        "A player who had not opened discarded a playable tile.",
        "unopened-too",
    ),
    asked(
        "Yanlışlıkla atılan okey bir pere de işliyordu: iki hata mı?",
        "The okey thrown by mistake was playable, too: two infractions?",
        "okey-is-playable",
        "one-act",
    ),
    asked(
        "Yanlışlıkla okey atıldı.",
        "An okey was discarded by mistake.",
        "infraction.okey_discard",
        "okey-on-an-empty-table",
        "okey-taken",
    ),
    asked(
        "Atanın eşi “işlek” dedi.", "The thrower’s partner called it.", "called-by-a-partner", needs=PARTNERS
    ),
    asked(
        "İşlek taşı kimse söylemeden sıradaki aldı.",
        "The next player took a playable tile before anyone called it.",
        "taken-uncalled",
        "playable_must_be_called",
    ),
    asked(
        "Kural hatası çok sonra söylendi.",
        "An infraction was named much later.",
        "named-in-time",
    ),
    asked(
        "Bir seyirci “işlek” dedi.",
        "A spectator called a playable tile.",
        "called-by-a-spectator",
        "spectator-speaks",
        otherwise=("spectator-speaks", "playable_must_be_called"),
    ),
    asked(
        "Kimsenin söylemediği işlek taş ne zamana kadar yazılır?",
        "Until when is a playable tile charged that nobody named?",
        "playable-until-the-count",
        "playable_must_be_called",
        otherwise=("next-has-drawn", "playable_must_be_called"),
    ),
    asked(
        "Atanla rakip aynı anda “işlek” dedi.",
        "Thrower and opponent called at the same time.",
        "called-at-once",
    ),
    asked(
        "“İşlek” dendi, ama taş yanlış söylendi.", "It was called, but with the wrong tile.", "called-wrongly"
    ),
    asked(
        "Masadaki okeyin yerini tuttuğu taş işlek mi?",
        "Is the tile that an okey on the table stands for playable?",
        "frees-an-okey",
    ),
    asked(
        "Geri alınacak taş geç fark edildi.", "What should go back was noticed late.", "taken-back-in-time"
    ),
    asked(
        "Kural hatası el bittikten sonra söylendi.",
        "An infraction was named after the hand.",
        "named-after-the-hand",
    ),
    asked(
        "Sırası olmayan bir kural hatası yaptı: ne zamana kadar söylenir?",
        "An infraction out of turn: until when may it be named?",
        "next-of-whose-turn",
        "named-in-time",
    ),
    asked("Kural hatasını bir seyirci söyledi.", "A spectator named an infraction.", "named-by-whom"),
    asked(
        "Son atılan taş işlekti; sayımda fark edildi.",
        "The last discard was playable, seen during the count.",
        "last-discard-called",
        "next-has-drawn",
    ),
)
