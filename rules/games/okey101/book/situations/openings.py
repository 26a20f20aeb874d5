from typing import Final

from rules.book.questions import PAIRS_ONLY_SENTENCE, question

QUESTIONS: Final = (
    question(
        "Başlayan ilk sırasında açabilir mi?",
        "May the starter open in the first turn?",
        "starter-opens",
        "first-discard",
    ),
    question(
        "Perin taşları masada karışık duruyor.",
        "The tiles of a meld lie in the wrong order.",
        "tile-order",
    ),
    question(
        "Eşim açmıştı; benim açışım 101’i bulmadı. Onunki yeter mi?",
        "My partner had opened; my opening fell short. Does the partner’s opening cover me?",
        "each-for-himself",
        "short-opening",
        needs=PAIRS_ONLY_SENTENCE,
    ),
    question(
        "Açış barajı tutmadı, 101’i bulmadı.",
        "An opening fell short of 101.",
        "short-opening",
        "infraction.invalid_opening",
        "measured-at-the-end",
        "short-opening-fixed",
    ),
    question(
        "Yetmeyen açış masada düzeltilir mi, geri mi toplanır?",
        "Is a short opening corrected on the table or gathered up?",
        "measured-at-the-end",
        "short-opening-fixed",
        "short-gathered",
    ),
    question(
        "Yetmeyen açış geri toplandı: el açma hatası da yazılır mı?",
        "A short opening was gathered up: is it an invalid opening as well?",
        "short-once",
        "infraction.opening_taken_back",
        "one-act",
        otherwise=("infraction.invalid_opening", "not-listed"),
    ),
    question(
        "Bir per yanlış, toplam da bu yüzden yetmiyor: iki hata mı?",
        "A meld is wrong and the sum short because of it: two infractions?",
        "wrong-meld-once",
        "one-act",
        otherwise=("infraction.invalid_opening", "not-listed"),
    ),
    question(
        "Açışın yanlış olduğu sonradan fark edildi.",
        "A wrong opening was noticed later.",
        "short-unnoticed",
    ),
    question(
        "Çift açan seri de indirdi.",
        "A pairs opener laid a run, too.",
        "pairs-no-series",
        "pairs-openers-series",
    ),
    question(
        "Çiftlerle serileri birlikte açtı.",
        "A player opened with pairs and runs together.",
        "never-both",
        "mixed-taken-back",
        "mixed-rest",
    ),
    question(
        "120’den sonra kaçla açılır?",
        "After an opening with 120, what opens?",
        "rising_threshold",
        "added-counts",
    ),
    question(
        "12-13-1 indirdi.",
        "A player laid 12-13-1.",
        "one-is-low",
        "infraction.invalid_meld",
        "wrong-meld-taken-back",
    ),
    question(
        "Sahte okey hangi taş sayılır?", "Which tile is a false okey?", "false_okey_value", "false-okey-left"
    ),
    question(
        "Açtım; sonraki sıramda yeni per indirebilir miyim?",
        "I have opened; may I lay a new meld in my next turn?",
        "later-melds",
        "later-pairs",
        "lays-off-at-once",
    ),
    question(
        "96’lık perine bir de başkasına işlediğini saydı.",
        "A player with 96 also counted a tile laid off on another’s meld.",
        "laid-off-does-not-count",
    ),
    question(
        "Seri açan çift de indirdi.",
        "A series opener laid pairs, too.",
        "series-no-pairs",
        "series-openers-pairs",
    ),
    question(
        "Açışta bir per yanlış, kalanı 101’i buluyor.",
        "A meld of the opening is wrong, the rest reaches 101.",
        "wrong-meld-taken-back",
        "infraction.invalid_meld",
    ),
    question(
        "Yetmeyen açışını sırası bitmeden tamamladı.",
        "A player made up a short opening before the turn ended.",
        "fixed-from-the-rack",
        "measured-at-the-end",
        "added-counts",
        "short-opening-fixed",
    ),
    question(
        "Sırası gelmeden açtı.",
        "A player opened out of turn.",
        "opened-out-of-turn",
    ),
    question(
        "Bir açışta iki yanlış per var: bir hata mı, iki mi?",
        "An opening has two wrong melds: one infraction or two?",
        "wrong-melds-once",
        "wrong-meld-taken-back",
        otherwise=("wrong-meld-taken-back", "not-listed"),
    ),
    question(
        "Geçersiz sayılan bir açış barajı yükseltir mi?",
        "Does an invalid opening raise the threshold?",
        "invalid-raises-nothing",
        "rising_threshold",
        otherwise=("rising_threshold",),
    ),
    question("Açışın kaç ettiği tartışılıyor.", "The value of an opening is in dispute.", "value-said"),
    question(
        "Açarken bir pere üçten çok taş ekledi.",
        "When opening, a player added more than three tiles to one meld.",
        "opening-not-limited",
        "added-counts",
    ),
    question(
        "Açışını geri topladı, yandan taşı da geri bıraktı.",
        "A player gathered up an opening and put the side tile back.",
        "gathered-and-returned",
    ),
    question(
        "Eski bir perin yanlış olduğu sonradan anlaşıldı.",
        "An old meld is wrong.",
        "wrong-meld-too-late",
        "short-unnoticed",
    ),
    question(
        "Yetmeyen açışını sırası bitmeden topladı.",
        "A player gathered up a short opening in the same turn.",
        "gathered-in-the-turn",
        "short-gathered",
    ),
    question(
        "Perlerini daha indirirken “yetmiyor” dendi.",
        "Someone said “short” while a player was still laying.",
        "called-short-when",
    ),
    question(
        "Geri alınan açışa başkası taş işlemişti.",
        "A player had laid off on an opening that was taken back.",
        "layoff-on-a-meld-taken-back",
    ),
    question(
        "Açışın değeri yanlış söylenmişti.",
        "The value of an opening had been announced wrongly.",
        "announced-wrongly",
        "value-said",
    ),
)
