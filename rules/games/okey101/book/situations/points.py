"""Questions about counting and conduct."""

from typing import Final

from rules.book.questions import PARTNERS, asked

ASKED: Final = (
    asked(
        "Eşim bitti; açmamıştım, elimde iki okey var.",
        "My partner finished; I had not opened and hold two okeys.",
        "partner_cancelled",
        "partner_cancels",
        needs=PARTNERS,
    ),
    asked(
        "Bitenin eşinin kural hatası vardı.",
        "The finisher’s partner had an infraction.",
        "partner-too",
        needs=PARTNERS,
    ),
    asked(
        "Elimde okey kaldı.",
        "An okey is left on my rack.",
        "okey_left",
        "two-okeys-left",
        "okey_left_when_unopened",
    ),
    asked(
        "Okeyle bitildi; rakip elinde iki okey olduğunu söylüyor.",
        "A finish with the okey; an opponent claims both okeys.",
        "two-real-okeys",
    ),
    asked(
        "Açmadım, elimde okey kaldı.",
        "I did not open and have an okey left.",
        "okey_left_when_unopened",
        "unopened",
    ),
    asked("Istakası sayılmadan karıştı.", "A rack was mixed before it was counted.", "count-mixed"),
    asked(
        "Yanlış sayım iki el sonra fark edildi.",
        "A wrong count was found two hands later.",
        "count-challenged",
        "count-corrected",
    ),
    asked("Listede olmayan bir şey yaptı.", "He did something that is not on the list.", "not-listed"),
    asked(
        "Eşler işaretleşiyor.",
        "Partners signal to each other.",
        "signals",
        needs=PARTNERS,
    ),
    asked(
        "Oyun sırasında konuşuluyor.",
        "Somebody talks during play.",
        "no-talking",
        "talking-warned",
    ),
    asked("Masada anlaşamıyoruz.", "We can’t agree at the table.", "referee-called", "play-stops", "ruling"),
    asked(
        "Uyarıldı, yine yapıyor.",
        "He was warned and goes on.",
        "goes-on-after-a-warning",
    ),
    asked(
        "Biri komşusunun taşlarını gördü.",
        "Somebody saw his neighbour’s tiles.",
        "seen-by-accident",
        "seen-on-purpose",
    ),
    asked(
        "Bir seyirci konuştu.",
        "A spectator spoke.",
        "spectator-speaks",
    ),
    asked(
        "El bitince yerde taş bulundu.",
        "A tile was found on the floor after the hand.",
        "found-after-the-hand",
        "number-found-late",
    ),
    asked(
        "Taş sayısının yanlış olduğu el bitince anlaşıldı.",
        "A wrong number of tiles was found after the hand.",
        "number-found-late",
        "wrong-number",
    ),
    asked(
        "Bir oyuncu çok ağır oynuyor.",
        "A player is very slow.",
        "slow-play",
        "goes-on-after-a-warning",
    ),
    asked(
        "Rakibine bilerek taş veriyor.",
        "He feeds tiles to an opponent on purpose.",
        "feeding",
        "goes-on-after-a-warning",
    ),
    asked(
        "Biten oyuncunun taşı eksik çıktı.",
        "The finisher had a tile too few.",
        "finished-with-a-wrong-number",
        "number-found-late",
    ),
    asked(
        "Yanlış yazılmış eli kim düzeltir?",
        "Who corrects a hand written wrongly?",
        "who-corrects",
        "confirmed-corrected",
        "count-corrected",
    ),
    asked(
        "Hakem bizim masada oynuyor.",
        "The referee plays at our table.",
        "referee-plays",
    ),
    asked("Zarlar eşit geldi.", "Two throws of the dice are equal.", "equal-throws"),
    asked(
        "Oyunda taşların eksik olduğu anlaşıldı.", "Tiles prove to be missing from the game.", "faulty-set"
    ),
    asked(
        "Sonraki karşılaşma başladıktan sonra el düzeltilecek.",
        "A hand is to be corrected after the next encounter began.",
        "correction-with-later-play",
    ),
    asked("Yeniden dağıtılan eli kim dağıtır?", "Who deals a hand that is dealt anew?", "dealt-anew-by"),
)
