"""Chapter 8: seats, the deal, what is written, disputes (S3, S4)."""

from typing import Final

from rules.books.common import common
from rules.books.parts import in_pairs, said
from rules.games.okey_task.book.play import Play, Told
from rules.sentences import Chapter
from rules.text import Text

_PARTS: Final = (
    common("8.1", "seats"),
    common("8.2", "seats-kept"),
    Told(
        "8.3",
        "partners-opposite",
        Text("Eşler karşılıklı oturur.", "Partners sit opposite each other."),
        ("S4",),
        when=in_pairs,
    ),
    Told(
        "8.4",
        "first-dealer",
        Text("İlk dağıtan kurayla belirlenir.", "The first dealer is drawn by lot."),
        ("S4",),
    ),
    Told(
        "8.5",
        "deal-passes",
        Text(
            "Dağıtma her elden sonra sağa geçer, kimse bitmese de.",
            "The deal passes to the right after each hand, even if nobody finished.",
        ),
        ("S4",),
    ),
    common("8.6", "deal-next-match"),
    Told(
        "8.7",
        "starter-at-right",
        Text("Başlayan, dağıtanın sağındaki oyuncudur.", "The starter is the player to the dealer’s right."),
        ("S4",),
    ),
    Told(
        "8.8",
        "deck-made",
        Text(
            "Taşlar karılır; dağıtılmayanlar kapalı deste olur.",
            "The tiles are shuffled; those not dealt are the face-down deck.",
        ),
        ("S3",),
    ),
    Told(
        "8.9",
        "counted-together",
        Text(
            "El bitince kalan taşlar ötekilere ve skor tutana gösterilerek sayılır.",
            "After a hand the tiles left are counted in sight of the others and the scorekeeper.",
        ),
    ),
    Told(
        "8.10",
        "hand-written",
        Text(
            "El bitince görev, biten, kimin açtığı ve elde kalanlar yazılır.",
            "After a hand one writes the task, the finisher, who opened, and what is left.",
        ),
    ),
    Told(
        "8.11",
        "written-numbers",
        Text(
            "Yazılan elde dört yer de bulunur; hiçbir sayı sıfırdan küçük değildir.",
            "A hand as written has each of the four seats, and no number below zero.",
        ),
    ),
    common("8.12", "talking"),
    common("8.13", "spectators"),
    common("8.14", "referee"),
    common("8.15", "ruling"),
    common("8.16", "program"),
    common("8.17", "protest"),
    common("8.18", "protest-confirmed"),
    common("8.19", "correction"),
    common("8.20", "substitute"),
    common("8.21", "break"),
    Told(
        "8.22",
        "rack-mixed",
        Text(
            "Sayılmadan karışan ıstakanın puanını hakem belirler.",
            "If a rack is mixed before it is counted the referee sets its points.",
        ),
    ),
)


def chapter(play: Play) -> Chapter:
    """Tell of seats, the deal, what is written, disputes (S3, S4)."""
    return Chapter(8, "table", Text("Masada", "At the table"), tuple(said(_PARTS, play)))
