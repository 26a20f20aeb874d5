"""What happened? Questions in players’ words, each with the sentences that answer it, the first first."""

from collections.abc import Mapping
from typing import Final

from rules.book.dealing_errors import ASKED_OF_SLIPS
from rules.book.leaving_sentences import ASKED_OF_LEAVING
from rules.book.questions import asked
from rules.book.table_sentences import ASKED_OF_CONDUCT, ASKED_OF_FOUR
from rules.sentences import Situation

SITUATIONS: Final[Mapping[str, tuple[Situation, ...]]] = {
    "tiles": (
        asked(
            "Masadaki jokeri kim alabilir?",
            "Who may take a joker from the table?",
            "joker-exchange",
            "joker-not-before",
            "exchange-not-when-opening",
            "joker-kept",
        ),
        asked(
            "Açarken joker değiştirmek istiyor.",
            "He wants to exchange a joker in the turn of opening.",
            "exchange-not-when-opening",
            "joker-not-before",
        ),
        asked(
            "Jokerin hangi taş olduğu bilinmiyor.",
            "Nobody knows what a joker stands for.",
            "joker-unnamed",
            "joker-named",
        ),
        asked("Okey ya da gösterge var mı?", "Is there an okey or an indicator?", "no-okey"),
    ),
    "melds": (
        asked("12-13-1 seri mi?", "Is 12-13-1 a run?", "one-is-high", "one-ends-it"),
        asked("Jokerle çift olur mu?", "Does a joker make a pair?", "joker-in-pair", "jokers-pair"),
    ),
    "tasks": (
        asked("Görevi kim çeker?", "Who draws the task?", "task-drawn", "drawn-by", "task-shown"),
        asked(
            "Görevden çok taşla açmak istiyor.",
            "He wants to open with more tiles than the task asks.",
            "task-exactly",
            "opening-alone",
        ),
        asked("Başka bir perle açmak istiyor.", "He wants to open with another meld.", "task-first"),
        asked("Görevde joker kullanılır mı?", "May a task be laid with jokers?", "task-with-jokers"),
        asked("Çift görevi kaç çiftle açılır?", "How many pairs open?", "task-pairs", "task.cift"),
        asked(
            "Masadaki görev telefondakinden başka.",
            "The table has another task than the phone.",
            "task-differs",
            "drawn-by",
        ),
        asked("Görevi tam değil.", "His task is not complete.", "task-short", "task-wrong"),
        asked("Açtı, atacak taşı kalmadı.", "He opened and has nothing to throw.", "task-keeps-one"),
        asked("Aynı taşı iki perde saydı.", "He counted one tile in two melds.", "tasks-apart"),
    ),
    "turns": (
        asked(
            "Sırası gelmeden atılan taşı aldı.",
            "He took the discard out of turn.",
            "anybody-may-take",
            "extra-tile",
            "play-goes-to-him",
        ),
        asked("İki kişi aynı taşı istiyor.", "Two want the same discard.", "next-first", "two-want-it"),
        asked(
            "Sıradaki karar vermeden taşı kaptı.",
            "He grabbed the discard before the next player had decided.",
            "next-declines",
            "asked-for-in-time",
            "next-first",
        ),
        asked(
            "Deste bitmişken sırası gelmeden taş aldı.",
            "He took the discard out of turn when the deck was empty.",
            "last-discard",
        ),
        asked("Çifte taş eklemek istiyor.", "He wants to add to a pair.", "nothing-to-a-pair", "adding"),
        asked("Açtıktan sonra çift koydu.", "He laid a pair after opening.", "pairs-later", "after-opening"),
        asked("Sırası atlandı.", "His turn was skipped.", "play-goes-to-him"),
        asked(
            "Açtığı sırada taş eklemek istiyor.",
            "He wants to add tiles in the turn of opening.",
            "opening-alone",
            "one-move",
        ),
        asked(
            "Bir sırada hem per koydu hem ekledi.",
            "He laid a meld and added in one turn.",
            "one-move",
            "laid-wrongly",
        ),
        asked(
            "Bir sırada iki pere taş ekledi.",
            "He added to two melds in one turn.",
            "several-melds",
            "one-move",
        ),
        asked(
            "Açmadan masadaki pere taş ekledi.",
            "He added to a meld before opening.",
            "adding",
            "laid-wrongly",
        ),
        asked("Joker atıldı.", "A joker was discarded.", "joker-discarded"),
        *ASKED_OF_SLIPS,
        asked("Sırası gelmeden desteden çekti.", "He drew out of turn.", "out-of-turn"),
        asked(
            "Birinin taşı eksik ya da fazla.",
            "Somebody has too many or too few tiles.",
            "wrong-number",
            "dealt",
        ),
        asked("Yanlış oyuncu başladı.", "The wrong player began.", "wrong-starter", "starter-at-right"),
        asked("Istaka devrildi.", "A rack was knocked over.", "knocked-over"),
    ),
    "finishing": (
        asked(
            "Nasıl bitilir?", "How does one finish?", "all-tiles", "finisher-has-opened", "last-is-discarded"
        ),
        asked("Jokerle ya da çiftle bitti.", "He finished with a joker or with pairs.", "finish-kinds"),
        asked("Deste bitti.", "The deck ran out.", "deck-empty", "deck-each", "last-of-the-deck"),
        asked("İki kişi birden bittim dedi.", "Two claim the finish.", "two-claims"),
        asked("Bitiş yanlış oldu.", "The finish proved wrong.", "false-finish"),
    ),
    "points": (
        asked("Kime ne yazılır?", "Who pays what?", "rack", "finisher", "unopened"),
        asked("Açmamış olana ne yazılır?", "What does a player pay who has not opened?", "unopened", "rack"),
        asked("Elinde joker kaldı.", "A joker was left on the rack.", "joker-left"),
        asked(
            "Jokerini başkası aldı.",
            "Another player took his joker.",
            "infractions",
            "joker-of-an-opener",
            "joker-laid-later",
            "joker-each",
        ),
        asked("Jokerini kendisi geri aldı.", "He took back his own joker.", "joker-own"),
        asked("Jokerini eşi aldı.", "His partner took his joker.", "joker-partner"),
        asked(
            "Biten jokerini kaptırmıştı.",
            "The finisher had had a joker exchanged.",
            "joker-finisher",
            "finisher",
        ),
        asked("Bitenin eşine de yazılır mı?", "Does the finisher’s partner pay?", "partner-pays"),
        asked("Kural hatasının puanı var mı?", "Does an infraction cost points?", "nothing-else", "ruling"),
    ),
    "table": (
        asked(
            "Kim dağıtır, kim başlar?",
            "Who deals, who begins?",
            "deal-passes",
            "first-dealer",
            "starter-at-right",
        ),
        asked("El yanlış yazıldı.", "A hand was written wrongly.", "correction", "protest"),
        asked(
            "Sayılmadan ıstaka karıştı.",
            "A rack was mixed before it was counted.",
            "rack-mixed",
            "counted-together",
        ),
        *ASKED_OF_FOUR,
        *ASKED_OF_CONDUCT,
    ),
    "matches": (
        asked("Maç kaç el sürer?", "How many hands is a match?", "hands_per_match", "chosen-length"),
        asked(
            "Maç berabere bitti.", "The match ended level.", "level", "level-at-the-cut", "extra-hands-count"
        ),
        asked(
            "Masada ikinci ile üçüncü eşit.",
            "Second and third of the table are level.",
            "level-at-the-cut",
            "level-shared",
        ),
        asked(
            "Son masada birincilik eşit.",
            "First place of the last table is level.",
            "level-for-the-title",
        ),
        *ASKED_OF_LEAVING,
    ),
}
