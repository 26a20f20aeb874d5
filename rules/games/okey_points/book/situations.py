"""What happened? Questions in players’ words, each with the sentences that answer it, the first first."""

from collections.abc import Mapping
from typing import Final

from rules.book.dealing_errors import ASKED_OF_SLIPS
from rules.book.leaving_sentences import ASKED_OF_LEAVING
from rules.book.questions import asked
from rules.book.table_sentences import ASKED_OF_CONDUCT, ASKED_OF_FOUR
from rules.sentences import Situation

SITUATIONS: Final[Mapping[str, tuple[Situation, ...]]] = {
    "turns": (
        *ASKED_OF_SLIPS,
        asked("Sırası gelmeden taş çekti.", "He drew out of turn.", "out-of-turn"),
        asked(
            "Sırası gelmeden yandan taş aldı.",
            "He took the side tile out of turn.",
            "taken-out-of-turn",
            "draw-or-take",
        ),
        asked(
            "Yandan aldığı taşı kullanmadı.",
            "He did not use the side tile that he took.",
            "taken-unused",
            "any-discarded",
        ),
        asked(
            "Yandan aldığı taşı geri bırakmak istiyor.", "He wants to put the side tile back.", "taken-kept"
        ),
        asked(
            "Yanlışlıkla okey atıldı.",
            "An okey was thrown by mistake.",
            "okey-discarded",
            "seen-discard",
            "discard-is-none",
        ),
        asked(
            "Atılan okeyi alabilir miyim?",
            "May I take an okey that was thrown?",
            "okey-discarded",
            "only-the-last",
        ),
        asked(
            "Atılan taşlara bakabilir miyim?", "May I look through the discards?", "may-look", "discards-lie"
        ),
        asked(
            "Birinin taşı eksik ya da fazla.",
            "Somebody has too many or too few tiles.",
            "wrong-number",
            "dealt",
        ),
        asked("Yanlış oyuncu başladı.", "The wrong player began.", "wrong-starter", "starter"),
        asked("Okey yanlış okundu.", "The okey was misread.", "okey-misread", "okey"),
        asked(
            "Gösterge 13: okey hangisi?", "The indicator is a 13: which is the okey?", "okey-of-13", "okey"
        ),
        asked("Dağıtırken bir taş açıldı.", "A tile was exposed in the deal.", "exposed"),
        asked("Istaka devrildi.", "A rack was knocked over.", "knocked-over", "seen-tiles"),
        asked(
            "Destede taş kalmadı.",
            "The deck is empty.",
            "deck-empty",
            "last-discard",
            "last-of-the-deck",
            "nobody_finished",
        ),
        asked(
            "Ortada yalnız göstergeli balya kaldı.",
            "Only the stack with the indicator is left.",
            "last-stack",
            "indicator-not-drawn",
        ),
        asked("Sıra nasıl işler?", "How does a turn go?", "draw-or-take", "ends-with-a-discard", "direction"),
    ),
    "melds": (
        asked("12-13-1 seri mi?", "Is 12-13-1 a run?", "one-is-high"),
        asked("13-1-2 seri mi?", "Is 13-1-2 a run?", "one-ends-it"),
        asked(
            "Sahte okey ne yerine geçer?",
            "What does a false okey stand for?",
            "false-okey",
            "false-okey-not-wild",
        ),
        asked(
            "Okeyle çift olur mu?",
            "Does an okey make a pair?",
            "okey-in-pair",
            "okeys-pair",
            "false-okeys-pair",
        ),
        asked("Yere per konur mu?", "Are melds laid on the table?", "not-shown"),
    ),
    "finishing": (
        asked("Nasıl bitilir?", "How does one finish?", "fourteen", "closing", "all-in-melds"),
        asked("Çiftten bitti.", "He finished with pairs.", "seven-pairs", "finish.pairs", "pairs-alone"),
        asked(
            "Okeyle bitti.", "He finished with the okey.", "with-okey", "finish.groups_okey", "okey-in-a-meld"
        ),
        asked(
            "Çiftten, okeyle bitti.", "He finished with pairs and the okey.", "finish.pairs_okey", "with-okey"
        ),
        asked("Sahte okeyle bitti.", "He finished with a false okey.", "false-okey-last"),
        asked("İki okeyi birden atarak bitti.", "He finished by throwing both okeys.", "both-okeys"),
        asked(
            "Tek renkle bitti.",
            "He finished in one colour.",
            "one_colour_doubles",
            "long-run",
            "one-colour-pairs",
        ),
        asked(
            "Birden on üçe tek renk seriyle bitti.",
            "He finished with the run of one colour.",
            "long-run",
            "finish.one_colour_run",
        ),
        asked(
            "Taşları dizili, ama bitmedi.",
            "His tiles are in order, but he did not finish.",
            "may-wait",
            "waited-in-vain",
        ),
        asked("Yandan aldığı taşla bitti.", "He finished with the side tile.", "with-side-tile"),
        asked(
            "Elden bitme: başlayan hemen bitti.",
            "Straight from the hand: the starter finished at once.",
            "starter-at-once",
            "finishes",
        ),
        asked(
            "Fazla taşını yana attı, sonra bittim dedi.",
            "He discarded to the side, then said he had finished.",
            "discard-is-none",
            "closing",
        ),
        asked("İki kişi birden bittim dedi.", "Two claim the finish.", "two-claims"),
        asked(
            "Bitişte bir per yanlış oldu.",
            "A meld of the finish proved wrong.",
            "false-finish",
            "false-finish-measure",
            "false-finish-tile",
            "false-finish-shown",
        ),
        asked(
            "Yanlış bitişte ne düşülür?",
            "What does a wrong finish cost?",
            "false-finish-measure",
            "no-infractions",
        ),
        asked(
            "Istakası yanlış dizilmiş, ama taşlar bitiyor.",
            "His rack was shown badly arranged, but the tiles do finish.",
            "as-arranged",
            "checked",
        ),
        asked("Taşlar hem çift hem per ediyor.", "The tiles make both pairs and melds.", "as-shown"),
    ),
    "points": (
        asked("Kimden ne düşülür?", "Who pays what?", "others-pay", "finishes", "side-once"),
        asked("Bitenin eşinden de düşülür mü?", "Does the finisher’s partner pay?", "finisher", "side-once"),
        asked("Kimse bitmedi.", "Nobody finished.", "nobody_finished", "deck-empty"),
        asked("Elinde okey kaldı.", "An okey was left on the rack.", "racks-not-counted"),
        asked("Biten puan kazanır mı?", "Does the finisher gain points?", "nothing-earned", "finisher"),
        asked("Puan sıfırın altına iner mi?", "Can points go below zero?", "below-zero"),
        asked("Kural hatasının puanı var mı?", "Does an infraction cost points?", "no-infractions", "ruling"),
    ),
    "indicator": (
        asked(
            "Göstergeyi gösterdi.",
            "He showed the indicator.",
            "indicator_shown",
            "shown-until",
            "shown-by-the-starter",
            "shown-every-hand",
        ),
        asked(
            "Gösterilen gösterge ne olur?",
            "What becomes of the tile that was shown?",
            "shown-goes-back",
        ),
        asked("Göstergeyi geç gösterdi.", "He showed the indicator late.", "shown-late", "shown-until"),
        asked(
            "Az puanı kalandan da gösterge için düşülür mü?",
            "Does somebody with few points left pay for it?",
            "indicator_spares_below",
            "whose-points",
        ),
        asked(
            "Gösterge gösterildi, kimse bitmedi.",
            "The indicator was shown and nobody finished.",
            "shown-without-finish",
        ),
        asked(
            "Gösterge ile puanı bitti.",
            "The indicator took his last points.",
            "shown-ends-nothing",
            "match-ends",
        ),
        asked(
            "Göstergeyi gösteren eli kaybetti.",
            "He who showed it lost the hand.",
            "shown-and-lost",
            "shown-then-finish",
        ),
    ),
    "table": (
        asked("Kim dağıtır?", "Who deals?", "deal-passes", "first-dealer", "deal-next-match"),
        asked(
            "Gösterge nasıl belirlenir?",
            "How is the indicator chosen?",
            "die",
            "tile-counted",
            "turned-at-random",
            "false-okey-turned",
        ),
        asked(
            "Zar, dağıtanın önündeki balyalardan çok geldi.",
            "The die shows more than the stacks before the dealer.",
            "stacks-counted",
            "spare-tile",
        ),
        asked(
            "Taşlar nasıl dağıtılır?",
            "How are the tiles dealt?",
            "deal-begins",
            "dealt-in-stacks",
            "without-stacks",
            "deck-untouched",
        ),
        asked("Başkasının taşlarını gördü.", "He saw another’s tiles.", "seen-tiles", "racks-hidden"),
        *ASKED_OF_FOUR,
        asked("El yanlış yazıldı.", "A hand was written wrongly.", "correction", "protest", "later-hands"),
        *ASKED_OF_CONDUCT,
    ),
    "matches": (
        asked("Maç ne zaman biter?", "When does a match end?", "match-ends", "hands_per_match", "limit"),
        asked("Maç berabere bitti.", "The match ended level.", "level", "level-at-the-cut", "limit-level"),
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
        asked(
            "Puanlar eşitken oynanan eller nereye yazılır?",
            "Where do hands count that break a tie?",
            "extra-hands-count",
            "word-average",
        ),
        asked(
            "Puanı bitmiş olan uzatma elini oynar mı?",
            "Does a player without points play on in a tie?",
            "extra-hands-for-all",
        ),
        asked("Dört kişide kim kazanır?", "Who wins among four?", "two-win"),
        asked(
            "Puanı biten oyundan ayrılır mı?",
            "Does a player without points leave?",
            "nobody-leaves-early",
            "match-ends",
        ),
        asked(
            "Düzeltme maçın sonunu değiştirdi.",
            "A correction changed the end of the match.",
            "un-ended",
            "after-the-end",
            "later-hands",
        ),
        *ASKED_OF_LEAVING,
    ),
}
