from collections.abc import Mapping
from typing import Final

from rules.book.dealing_errors import QUESTIONS_ABOUT_DEALING
from rules.book.leaving_sentences import QUESTIONS_ABOUT_LEAVING
from rules.book.questions import question
from rules.book.table_sentences import (
    QUESTIONS_ABOUT_CONDUCT,
    QUESTIONS_ABOUT_FOUR,
    QUESTIONS_ABOUT_LATE_ERRORS,
)
from rules.sentences import Situation

SITUATIONS: Final[Mapping[str, tuple[Situation, ...]]] = {
    "tiles": (
        question(
            "Masadaki jokeri kim alabilir?",
            "Who may take a joker from the table?",
            "joker-exchange",
            "joker-not-before",
            "exchange-not-when-opening",
            "joker-kept",
        ),
        question(
            "Açarken joker değiştirmek istiyor.",
            "A player wants to exchange a joker in the turn of opening.",
            "exchange-not-when-opening",
            "joker-not-before",
        ),
        question(
            "Jokerin hangi taş olduğu bilinmiyor.",
            "Nobody knows what a joker stands for.",
            "joker-unnamed",
            "joker-named",
        ),
        question("Okey ya da gösterge var mı?", "Is there an okey or an indicator?", "no-okey"),
    ),
    "melds": (
        question("12-13-1 seri mi?", "Is 12-13-1 a run?", "one-is-high", "one-ends-it"),
        question(
            "Perin taşları masada karışık duruyor.",
            "The tiles of a meld lie in the wrong order.",
            "tile-order",
        ),
        question("Jokerle çift olur mu?", "Does a joker make a pair?", "joker-in-pair", "jokers-pair"),
    ),
    "tasks": (
        question("Görevi kim çeker?", "Who draws the task?", "task-drawn", "drawn-by", "task-shown"),
        question(
            "Görevden çok taşla açmak istiyor.",
            "A player wants to open with more tiles than the task asks for.",
            "task-exactly",
            "opening-alone",
        ),
        question("Başka bir perle açmak istiyor.", "A player wants to open with another meld.", "task-first"),
        question("Görevde joker kullanılır mı?", "May a task be laid with jokers?", "task-with-jokers"),
        question("Çift görevi kaç çiftle açılır?", "How many pairs open?", "task-pairs", "task.cift"),
        question(
            "Masadaki görev telefondakinden başka.",
            "The table has a different task from the phone.",
            "task-differs",
            "drawn-by",
        ),
        question(
            "Başlayan ilk sırasında açabilir mi?",
            "May the starter open in the first turn?",
            "starter-opens",
        ),
        question("Görevi tam değil.", "A player’s task is not complete.", "task-short", "task-wrong"),
        question("Açtı, atacak taşı kalmadı.", "A player opened and has nothing to throw.", "task-keeps-one"),
        question("Aynı taşı iki perde saydı.", "A player counted one tile in two melds.", "tasks-apart"),
    ),
    "turns": (
        question(
            "Sırası gelmeden atılan taşı aldı.",
            "A player took the discard out of turn.",
            "anybody-may-take",
            "extra-tile",
            "play-goes-to-him",
        ),
        question("İki kişi aynı taşı istiyor.", "Two want the same discard.", "next-first", "two-want-it"),
        question(
            "Sıradaki karar vermeden taşı kaptı.",
            "A player grabbed the discard before the next player had decided.",
            "next-declines",
            "asked-for-in-time",
            "next-first",
        ),
        question(
            "Deste bitmişken sırası gelmeden taş aldı.",
            "A player took the discard out of turn when the deck was empty.",
            "last-discard",
        ),
        question(
            "Çifte taş eklemek istiyor.", "A player wants to add to a pair.", "nothing-to-a-pair", "adding"
        ),
        question(
            "Açtıktan sonra çift koydu.",
            "A player laid a pair after opening.",
            "pairs-later",
            "after-opening",
        ),
        question("Sırası atlandı.", "A player’s turn was skipped.", "play-goes-to-him"),
        question(
            "Açtığı sırada taş eklemek istiyor.",
            "A player wants to add tiles in the turn of opening.",
            "opening-alone",
            "one-move",
        ),
        question(
            "Açtığı sırada başka per de koydu.",
            "A player laid other melds in the turn of opening.",
            "opening-task-only",
            "laid-wrongly",
        ),
        question(
            "Bir sırada hem per koydu hem ekledi.",
            "A player laid a meld and added in one turn.",
            "one-move",
            "laid-wrongly",
        ),
        question(
            "Bir sırada iki pere taş ekledi.",
            "A player added to two melds in one turn.",
            "several-melds",
            "one-move",
        ),
        question(
            "Açmadan masadaki pere taş ekledi.",
            "A player added to a meld before opening.",
            "adding",
            "laid-wrongly",
        ),
        question("Joker atıldı.", "A joker was discarded.", "joker-discarded"),
        *QUESTIONS_ABOUT_DEALING,
        question("Sırası gelmeden desteden çekti.", "A player drew out of turn.", "out-of-turn"),
        question(
            "Birinin taşı eksik ya da fazla.",
            "A player has too many or too few tiles.",
            "wrong-number",
            "dealt",
        ),
        question("Yanlış oyuncu başladı.", "The wrong player began.", "wrong-starter", "starter-at-right"),
        question("Istaka devrildi.", "A rack was knocked over.", "knocked-over"),
    ),
    "finishing": (
        question(
            "Nasıl bitilir?",
            "How does a player finish?",
            "all-tiles",
            "finisher-has-opened",
            "last-is-discarded",
        ),
        question(
            "Jokerle ya da çiftle bitti.", "A player finished with a joker or with pairs.", "finish-kinds"
        ),
        question("Deste bitti.", "The deck ran out.", "deck-empty", "deck-each", "last-of-the-deck"),
        question("İki kişi birden bittim dedi.", "Two claim the finish.", "two-claims"),
        question("Bitiş yanlış oldu.", "The finish was wrong.", "false-finish"),
    ),
    "points": (
        question("Kime ne yazılır?", "Who pays what?", "rack", "finisher", "unopened"),
        question(
            "Açmamış olana ne yazılır?", "What does a player who has not opened pay?", "unopened", "rack"
        ),
        question("Elinde joker kaldı.", "A joker was left on the rack.", "joker-left"),
        question(
            "Jokerini başkası aldı.",
            "Another player took a player’s joker.",
            "infractions",
            "joker-of-an-opener",
            "joker-laid-later",
            "joker-each",
        ),
        question("Jokerini kendisi geri aldı.", "A player took back their own joker.", "joker-own"),
        question("Jokerini eşi aldı.", "The partner took the joker.", "joker-partner"),
        question(
            "Biten jokerini kaptırmıştı.",
            "The finisher had had a joker exchanged.",
            "joker-finisher",
            "finisher",
        ),
        question("Bitenin eşine de yazılır mı?", "Does the finisher’s partner pay?", "partner-pays"),
        question(
            "Kural hatasının puanı var mı?", "Does an infraction cost points?", "nothing-else", "ruling"
        ),
    ),
    "table": (
        question(
            "Kim dağıtır, kim başlar?",
            "Who deals, who begins?",
            "deal-passes",
            "first-dealer",
            "starter-at-right",
        ),
        question("El yanlış yazıldı.", "A hand was written wrongly.", "correction", "protest"),
        question(
            "Sayılmadan ıstaka karıştı.",
            "A rack was mixed before it was counted.",
            "rack-mixed",
            "counted-together",
        ),
        *QUESTIONS_ABOUT_FOUR,
        *QUESTIONS_ABOUT_CONDUCT,
        *QUESTIONS_ABOUT_LATE_ERRORS,
        question(
            "El bitince bir taş eksik çıktı.",
            "A tile is missing after the hand.",
            "number-found-late",
            "finished-with-a-wrong-number",
        ),
        question(
            "Bitenin taş sayısı yanlışmış.",
            "The finisher had a wrong number of tiles.",
            "finished-with-a-wrong-number",
        ),
    ),
    "matches": (
        question("Maç kaç el sürer?", "How many hands is a match?", "hands_per_match", "chosen-length"),
        question(
            "Maç berabere bitti.", "The match ended level.", "level", "level-at-the-cut", "extra-hands-count"
        ),
        question(
            "Masada ikinci ile üçüncü eşit.",
            "Second and third at the table are level.",
            "level-at-the-cut",
            "level-shared",
        ),
        question(
            "Son masada birincilik eşit.",
            "First place at the last table is level.",
            "level-for-the-title",
        ),
        *QUESTIONS_ABOUT_LEAVING,
    ),
}
