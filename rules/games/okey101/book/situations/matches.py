"""Questions about matches, seats and withdrawal."""

from typing import Final

from rules.book.questions import PARTNERS, question

ASKED: Final = (
    question(
        "Sayılmayan elden sonra kim dağıtır?",
        "Who deals after a void hand?",
        "deal-after-void",
        "deal-passes",
    ),
    question(
        "Yeni maçta kim dağıtır?",
        "Who deals in a new match?",
        "deal-next-match",
        otherwise=("first_dealer",),
    ),
    question("Maç berabere bitti.", "The match ended level.", "level_match", "level-at-the-cut"),
    question(
        "Masada üçüncülük berabere.",
        "Third place at the table is level.",
        "level-shared",
        "level-at-the-cut",
    ),
    question(
        "Süre doldu, eller bitmedi: kim kazandı?",
        "Time is up before the hands are: who has won?",
        "bell-enough",
        "bell-too-short",
        "bell",
        "bell-level",
        "bell-encounter",
        "bell-penalties",
        "bell-referee",
        "bell-places",
        "hands_per_match",
    ),
    question(
        "Rakip gelmedi.",
        "The opponents did not come.",
        "walkover-when",
        "walkover",
        "walkover-no-hands",
        "walkover-both",
        needs=PARTNERS,
    ),
    question(
        "Masadaki dört kişiden biri gelmedi ya da ayrıldı.",
        "One of the four at a table did not come, or has left.",
        "left-at-the-table",
        "seat-passed-on",
        "walkover",
        "walkover-no-hands",
        "left-level",
        needs="level-shared",
    ),
    question("Bir takım ayrıldı.", "A team has left.", "annulled", "kept", "walkover-when"),
    question("Yanlış yere oturmuşuz.", "We sat in the wrong seats.", "seats-mended", "seats-stay"),
    question(
        "Oyuncunun yerine başkası oturdu.",
        "Someone else sat in for a player.",
        "nobody-plays-for-another",
    ),
    question(
        "Son masada birincilik berabere.",
        "First place at the last table is level.",
        "level-for-the-title",
    ),
    question("Eşler nasıl oturur?", "How do partners sit?", "partners-opposite", needs=PARTNERS),
    question(
        "Bir oyuncu hastalandı, yerine geçecek kimse yok.",
        "A player fell ill, and nobody can replace them.",
        "nobody-to-replace",
        "walkover-when",
        "left-at-the-table",
    ),
    question(
        "Organizatörün yazmadığı bir yedek oynadı.",
        "A substitute who was not entered played.",
        "substitute-not-entered",
        "nobody-plays-for-another",
    ),
    question(
        "Zil el sürerken çaldı: açılıp bitilebilir mi?",
        "The bell rang in mid-hand: may players open and finish?",
        "bell-hand",
        "bell",
    ),
    question(
        "Biri mola istiyor.",
        "A player wants a break.",
        "break-between-hands",
    ),
    question(
        "Sayı dörde bölünmüyor.",
        "The number is not a multiple of four.",
        "bye",
        "bye-once",
        needs="unequal-hands",
    ),
    question(
        "Oyuncu sayısı dörde bölünmüyor.",
        "The players can’t be divided by four.",
        "bye",
        "bye-once",
        needs="out-at-one-place",
    ),
    question(
        "Masalar farklı sayıda el oynadı.",
        "Tables played unequal numbers of hands.",
        "unequal-hands",
        "order",
        needs="unequal-hands",
    ),
    question(
        "Ayrı masalarda aynı sırada elendiler.",
        "Players were knocked out in the same place at different tables.",
        "out-at-one-place",
        needs="out-at-one-place",
    ),
)
