from typing import Final

from rules.book.questions import PAIRS_ONLY_SENTENCE, question

QUESTIONS: Final = (
    question(
        "Eşim bitti; açmamıştım, elimde iki okey var.",
        "My partner finished; I had not opened and hold two okeys.",
        "partner_cancelled",
        "partner_cancels",
        needs=PAIRS_ONLY_SENTENCE,
    ),
    question(
        "Bitenin eşinin kural hatası vardı.",
        "The finisher’s partner had an infraction.",
        "partner-too",
        needs=PAIRS_ONLY_SENTENCE,
    ),
    question(
        "Elimde okey kaldı.",
        "An okey is left on my rack.",
        "okey_left",
        "two-okeys-left",
        "okey_left_when_unopened",
    ),
    question(
        "Okeyle bitildi; rakip elinde iki okey olduğunu söylüyor.",
        "A finish with the okey; an opponent claims both okeys.",
        "two-real-okeys",
    ),
    question(
        "Açmadım, elimde okey kaldı.",
        "I did not open and have an okey left.",
        "okey_left_when_unopened",
        "unopened",
    ),
    question("Istakası sayılmadan karıştı.", "A rack was mixed before it was counted.", "count-mixed"),
    question(
        "Yanlış sayım iki el sonra fark edildi.",
        "A wrong count was found two hands later.",
        "count-challenged",
        "count-corrected",
    ),
    question(
        "Listede olmayan bir şey yaptı.", "A player did something that is not on the list.", "not-listed"
    ),
    question(
        "Eşler işaretleşiyor.",
        "Partners signal to each other.",
        "signals",
        needs=PAIRS_ONLY_SENTENCE,
    ),
    question(
        "Oyun sırasında konuşuluyor.",
        "A player talks during play.",
        "no-talking",
        "talking-warned",
    ),
    question(
        "Masada anlaşamıyoruz.", "We can’t agree at the table.", "referee-called", "play-stops", "ruling"
    ),
    question(
        "Uyarıldı, yine yapıyor.",
        "A player was warned and continues.",
        "goes-on-after-a-warning",
    ),
    question(
        "Biri komşusunun taşlarını gördü.",
        "A player saw a neighbour’s tiles.",
        "seen-by-accident",
        "seen-on-purpose",
    ),
    question(
        "Bir seyirci konuştu.",
        "A spectator spoke.",
        "spectator-speaks",
    ),
    question(
        "El bitince yerde taş bulundu.",
        "A tile was found on the floor after the hand.",
        "found-after-the-hand",
        "number-found-late",
    ),
    question(
        "Taş sayısının yanlış olduğu el bitince anlaşıldı.",
        "A wrong number of tiles was found after the hand.",
        "number-found-late",
        "wrong-number",
    ),
    question(
        "Bir oyuncu çok ağır oynuyor.",
        "A player is very slow.",
        "slow-play",
        "goes-on-after-a-warning",
    ),
    question(
        "Rakibine bilerek taş veriyor.",
        "A player feeds tiles to an opponent on purpose.",
        "feeding",
        "goes-on-after-a-warning",
    ),
    question(
        "Biten oyuncunun taşı eksik çıktı.",
        "The finisher had a tile too few.",
        "finished-with-a-wrong-number",
        "number-found-late",
    ),
    question(
        "Yanlış yazılmış eli kim düzeltir?",
        "Who corrects a hand written wrongly?",
        "who-corrects",
        "confirmed-corrected",
        "count-corrected",
    ),
    question(
        "Hakem bizim masada oynuyor.",
        "The referee plays at our table.",
        "referee-plays",
    ),
    question("Zarlar eşit geldi.", "Two throws of the dice are equal.", "equal-throws"),
    question("Oyunda taşların eksik olduğu anlaşıldı.", "Tiles are missing from the game.", "faulty-set"),
    question(
        "Sonraki karşılaşma başladıktan sonra el düzeltilecek.",
        "A hand is to be corrected after the next encounter began.",
        "correction-with-later-play",
    ),
    question("Yeniden dağıtılan eli kim dağıtır?", "Who deals a hand that is dealt again?", "dealt-again-by"),
)
