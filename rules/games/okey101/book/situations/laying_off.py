from typing import Final

from rules.book.questions import PAIRS_ONLY_SENTENCE, question

QUESTIONS: Final = (
    question(
        "Çiftimi çift açanın yanına koyabilir miyim?",
        "May I lay my pair beside a pairs opener’s?",
        "pairs-beside-pairs",
        "no-pairs-alone",
    ),
    question(
        "Eşimin perine işleyebilir miyim?",
        "May I lay off on my partner’s meld?",
        "on-any-meld",
        needs=PAIRS_ONLY_SENTENCE,
    ),
    question(
        "Çift açan üç taş işledi.",
        "A pairs opener laid off three tiles.",
        "at-most",
        "more-taken-back",
        "pairs-opener-lays-off",
        otherwise=("no-limit", "pairs-opener-lays-off"),
    ),
    question(
        "Son işlediği taşı başka pere koydu.",
        "A player moved the last tile laid off.",
        "last-may-move",
        "last-taken-back",
    ),
    question(
        "İşlediği birden çok taşı geri aldı.",
        "A player took back several tiles laid off.",
        "more-than-last",
        "infraction.layoff_taken_back",
    ),
    question(
        "İki yeri boş kütten okey alınabilir mi?",
        "May an okey be taken out of a set with two places open?",
        "okey-out-of-sets",
    ),
    question(
        "101’i tutturmak için masadaki okeyi aldı.",
        "A player took the okey from the table to reach 101.",
        "okey-not-to-open",
        "okey-needs-opening",
        "infraction.okey_taken_not_opened",
    ),
    question(
        "Masadaki okeyim alındı.",
        "The okey in my meld was taken.",
        "okey-for-its-tile",
        "okey-owner-pays",
        "okey-laid-later",
        "okey-put-back",
    ),
    question(
        "Masadaki bir peri bozup taşını başka yere koydu.",
        "A player broke up a meld on the table.",
        "melds-stay",
    ),
    question(
        "Sırası gelmeden işledi ya da okey aldı.",
        "A player laid off, or took an okey, out of turn.",
        "in-ones-turn",
        "out-of-turn-undone",
    ),
    question(
        "Bir sırada kaç taş işlenir?",
        "How many tiles may be laid off in a turn?",
        "at-most",
        "no-limit",
    ),
    question(
        "Başkasının perine işleyebilir miyim?",
        "May I lay off on another’s meld?",
        "on-any-meld",
        "opened-first",
    ),
    question(
        "Çifte üçüncü taş işlendi.",
        "A third tile was laid off on a pair.",
        "no-third-on-a-pair",
    ),
    question(
        "Masadaki okeyi yanlış taşla aldı.",
        "A player took an okey from the table with a wrong tile.",
        "okey-for-a-wrong-tile",
        "okey-for-its-tile",
    ),
    question(
        "Açmamış oyuncu taş işledi.",
        "A player who had not opened laid off a tile.",
        "unopened-lays-off",
        "opened-first",
    ),
    question(
        "Masadaki okeyi açmadan aldı, hemen ardından açtı.",
        "A player took the okey from the table first, then opened.",
        "okey-taken-too-early",
        "lay-then-take",
    ),
    question(
        "İki okeyli çiftten okey alınabilir mi?",
        "May an okey be taken out of a pair of two okeys?",
        "pair-of-okeys",
    ),
    question(
        "Son işlenen taş ne zamana kadar geri alınabilir?",
        "Until when may the last tile laid off be taken back?",
        "last-until-the-discard",
        "last-taken-back",
    ),
    question(
        "Kendi perindeki okeyi aldı.",
        "A player took the okey out of their own meld.",
        "own-okey-taken",
        "okey-for-its-tile",
    ),
    question(
        "Bir pere birden üç taş işledi.",
        "A player laid off three tiles on one meld at once.",
        "three-in-a-row",
        "at-most",
        otherwise=("no-limit",),
    ),
    question(
        "Taşını attıktan sonra bir taş daha işledi.",
        "A player laid off one more tile after discarding.",
        "laid-off-after-discarding",
    ),
    question("Pere uymayan taş işledi.", "A player laid off a tile that does not fit.", "does-not-fit"),
    question(
        "Fazla geri alınan taşlar nereye döner?",
        "Where do tiles taken back by mistake go?",
        "back-to-the-table",
    ),
    question(
        "Gösterge taşlı çiftten o taş alınabilir mi?",
        "May the tile from the indicator be taken out of a pair?",
        "indicator-not-taken",
    ),
    question(
        "Açıştan sonra indirdiği perden okeyi alındı.",
        "The okey was taken out of a meld laid after the opening.",
        "okey-laid-in-a-later-meld",
        "okey-owner-pays",
    ),
)
