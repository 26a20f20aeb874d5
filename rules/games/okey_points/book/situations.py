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
    "turns": (
        *QUESTIONS_ABOUT_DEALING,
        question("Sırası gelmeden taş çekti.", "A player drew out of turn.", "out-of-turn"),
        question(
            "Sırası gelmeden yandan taş aldı.",
            "A player took the side tile out of turn.",
            "taken-out-of-turn",
            "draw-or-take",
        ),
        question(
            "Yandan aldığı taşı kullanmadı.",
            "A player did not use the side tile they took.",
            "taken-unused",
            "any-discarded",
        ),
        question(
            "Yandan aldığı taşı geri bırakmak istiyor.",
            "A player wants to put the side tile back.",
            "taken-kept",
        ),
        question(
            "Yanlışlıkla okey atıldı.",
            "An okey was thrown by mistake.",
            "okey-discarded",
            "seen-discard",
            "unseen-discard",
            "discard-is-none",
        ),
        question(
            "Atılan okeyi alabilir miyim?",
            "May I take an okey that was thrown?",
            "okey-discarded",
            "only-the-last",
        ),
        question(
            "Atılan taşlara bakabilir miyim?", "May I look through the discards?", "may-look", "discards-lie"
        ),
        question(
            "Birinin taşı eksik ya da fazla.",
            "A player has too many or too few tiles.",
            "wrong-number",
            "dealt",
        ),
        question("Yanlış oyuncu başladı.", "The wrong player began.", "wrong-starter", "starter"),
        question("Okey yanlış okundu.", "The okey was misread.", "okey-misread", "okey"),
        question(
            "Gösterge 13: okey hangisi?",
            "The indicator is a 13: which tile is the okey?",
            "okey-of-13",
            "okey",
        ),
        question("Dağıtırken bir taş açıldı.", "A tile was exposed in the deal.", "exposed"),
        question("Istaka devrildi.", "A rack was knocked over.", "knocked-over", "seen-tiles"),
        question(
            "Destede taş kalmadı.",
            "The deck is empty.",
            "deck-empty",
            "last-discard",
            "last-of-the-deck",
            "nobody_finished",
        ),
        question(
            "Ortada yalnız göstergeli balya kaldı.",
            "Only the stack with the indicator is left.",
            "last-stack",
            "indicator-not-drawn",
        ),
        question(
            "Sıra nasıl işler?", "How does a turn work?", "draw-or-take", "ends-with-a-discard", "direction"
        ),
    ),
    "melds": (
        question("12-13-1 seri mi?", "Is 12-13-1 a run?", "one-is-high"),
        question("13-1-2 seri mi?", "Is 13-1-2 a run?", "one-ends-it"),
        question(
            "Sahte okey ne yerine geçer?",
            "What does a false okey stand for?",
            "false-okey",
            "false-okey-not-wild",
        ),
        question(
            "Okeyle çift olur mu?",
            "Does an okey make a pair?",
            "okey-in-pair",
            "okeys-pair",
            "false-okeys-pair",
        ),
        question("Yere per konur mu?", "Are melds laid on the table?", "not-shown"),
    ),
    "finishing": (
        question("Nasıl bitilir?", "How does a player finish?", "fourteen", "closing", "all-in-melds"),
        question(
            "Çiftten bitti.", "A player finished with pairs.", "seven-pairs", "finish.pairs", "pairs-alone"
        ),
        question(
            "Okeyle bitti.",
            "A player finished with the okey.",
            "with-okey",
            "finish.groups_okey",
            "okey-in-a-meld",
        ),
        question(
            "Çiftten, okeyle bitti.",
            "A player finished with pairs and the okey.",
            "finish.pairs_okey",
            "with-okey",
        ),
        question("Sahte okeyle bitti.", "A player finished with a false okey.", "false-okey-last"),
        question("İki okeyi birden atarak bitti.", "A player finished by throwing both okeys.", "both-okeys"),
        question(
            "Tek renkle bitti.",
            "A player finished in one colour.",
            "one_colour_doubles",
            "long-run",
            "one-colour-pairs",
        ),
        question(
            "Birden on üçe tek renk seriyle bitti.",
            "A player finished with the run of one colour.",
            "long-run",
            "finish.one_colour_run",
        ),
        question(
            "Taşları dizili, ama bitmedi.",
            "A player’s tiles are in order, but they did not finish.",
            "may-wait",
            "waited-in-vain",
        ),
        question("Yandan aldığı taşla bitti.", "A player finished with the side tile.", "with-side-tile"),
        question(
            "Elden bitme: başlayan hemen bitti.",
            "Straight from the hand: the starter finished at once.",
            "starter-at-once",
            "finishes",
        ),
        question(
            "Fazla taşını yana attı, sonra bittim dedi.",
            "A player discarded to the side, then claimed the finish.",
            "discard-is-none",
            "closing",
        ),
        question("İki kişi birden bittim dedi.", "Two claim the finish.", "two-claims"),
        question(
            "Bitişte bir per yanlış oldu.",
            "A meld of the finish is wrong.",
            "false-finish",
            "false-finish-measure",
            "false-finish-tile",
            "false-finish-shown",
        ),
        question(
            "Yanlış bitişte ne düşülür?",
            "What does a wrong finish cost?",
            "false-finish-measure",
            "no-infractions",
        ),
        question(
            "Istakası yanlış dizilmiş, ama taşlar bitiyor.",
            "A rack was shown badly arranged, but the tiles do finish.",
            "as-arranged",
            "checked",
        ),
        question("Taşlar hem çift hem per ediyor.", "The tiles make both pairs and melds.", "as-shown"),
    ),
    "points": (
        question("Kimden ne düşülür?", "Who pays what?", "others-pay", "finishes", "side-once"),
        question(
            "Bitenin eşinden de düşülür mü?", "Does the finisher’s partner pay?", "finisher", "side-once"
        ),
        question("Kimse bitmedi.", "Nobody finished.", "nobody_finished", "deck-empty"),
        question("Elinde okey kaldı.", "An okey was left on the rack.", "racks-not-counted"),
        question("Biten puan kazanır mı?", "Does the finisher gain points?", "nothing-earned", "finisher"),
        question("Puan sıfırın altına iner mi?", "Can points go below zero?", "below-zero"),
        question(
            "Kural hatasının puanı var mı?", "Does an infraction cost points?", "no-infractions", "ruling"
        ),
    ),
    "indicator": (
        question(
            "Göstergeyi gösterdi.",
            "A player showed the indicator.",
            "indicator_shown",
            "shown-until",
            "shown-by-the-starter",
            "shown-every-hand",
        ),
        question(
            "Gösterilen gösterge ne olur?",
            "What happens to the tile that was shown?",
            "shown-goes-back",
        ),
        question(
            "Göstergeyi geç gösterdi.", "A player showed the indicator late.", "shown-late", "shown-until"
        ),
        question(
            "Az puanı kalandan da gösterge için düşülür mü?",
            "Does a side with few points left pay for it?",
            "indicator_spares_below",
            "whose-points",
        ),
        question(
            "Gösterge gösterildi, kimse bitmedi.",
            "The indicator was shown and nobody finished.",
            "shown-without-finish",
        ),
        question(
            "Gösterge ile puanı bitti.",
            "The indicator took a player’s last points.",
            "shown-ends-nothing",
            "match-ends",
        ),
        question(
            "Göstergeyi gösteren eli kaybetti.",
            "The player who showed it lost the hand.",
            "shown-and-lost",
            "shown-then-finish",
        ),
    ),
    "table": (
        question("Kim dağıtır?", "Who deals?", "deal-passes", "first-dealer", "deal-next-match"),
        question(
            "Gösterge nasıl belirlenir?",
            "How is the indicator chosen?",
            "die",
            "tile-counted",
            "turned-at-random",
            "false-okey-turned",
        ),
        question(
            "Zar, dağıtanın önündeki balyalardan çok geldi.",
            "The die shows more than the number of stacks in front of the dealer.",
            "stacks-counted",
            "spare-tile",
        ),
        question(
            "Taşlar nasıl dağıtılır?",
            "How are the tiles dealt?",
            "deal-begins",
            "dealt-in-stacks",
            "without-stacks",
            "deck-untouched",
        ),
        question(
            "Başkasının taşlarını gördü.", "A player saw another’s tiles.", "seen-tiles", "racks-hidden"
        ),
        *QUESTIONS_ABOUT_FOUR,
        question("El yanlış yazıldı.", "A hand was written wrongly.", "correction", "protest", "later-hands"),
        *QUESTIONS_ABOUT_CONDUCT,
        *QUESTIONS_ABOUT_LATE_ERRORS,
    ),
    "matches": (
        question("Maç ne zaman biter?", "When does a match end?", "match-ends", "hands_per_match", "limit"),
        question("Maç berabere bitti.", "The match ended level.", "level", "level-at-the-cut", "limit-level"),
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
        question(
            "Puanlar eşitken oynanan eller nereye yazılır?",
            "Where do tie-breaking hands count?",
            "extra-hands-count",
            "word-average",
        ),
        question(
            "Puanı bitmiş olan uzatma elini oynar mı?",
            "Does a player without points play on in a tie?",
            "extra-hands-for-all",
        ),
        question("Dört kişide kim kazanır?", "Who wins among four?", "two-win"),
        question(
            "Puanı biten oyundan ayrılır mı?",
            "Does a player without points leave?",
            "nobody-leaves-early",
            "match-ends",
        ),
        question(
            "Düzeltme maçın sonunu değiştirdi.",
            "A correction changed the end of the match.",
            "un-ended",
            "after-the-end",
            "later-hands",
        ),
        *QUESTIONS_ABOUT_LEAVING,
    ),
}
