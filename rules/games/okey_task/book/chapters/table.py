from typing import Final

from rules.book.book_context import number_sentences, sentences_for
from rules.book.dealing_errors import FOUND_AFTER_THE_HAND
from rules.book.table_sentences import CONDUCT, FOUND_LATE, FOUR_PLAYERS, SEATING, WARNINGS_TO_PLAYERS
from rules.games.okey_task.book.play_context import BookContext, Rule
from rules.localized_text import Text
from rules.sentences import Chapter

_PARTS: Final = (
    *number_sentences("8.1", SEATING),
    Rule(
        "8.7",
        "starter-at-right",
        Text("Başlayan, dağıtanın sağındaki oyuncudur.", "The starter is the player to the dealer’s right."),
        ("S4",),
    ),
    Rule(
        "8.8",
        "deck-made",
        Text(
            "Taşlar karılır; dağıtılmayanlar kapalı deste olur.",
            "The tiles are shuffled; those not dealt are the face-down deck.",
        ),
        ("S3",),
    ),
    Rule(
        "8.9",
        "counted-together",
        Text(
            "El bitince kalan taşlar ötekilere ve skor tutana gösterilerek sayılır.",
            "After a hand the tiles left are counted in sight of the others and the scorekeeper.",
        ),
    ),
    Rule(
        "8.10",
        "hand-written",
        Text(
            "El bitince görev, biten, kimin açtığı ve elde kalanlar yazılır.",
            "After a hand the scorekeeper writes the task, the finisher, who opened, and what is left.",
        ),
    ),
    Rule(
        "8.11",
        "written-numbers",
        Text(
            "Yazılan elde dört yer de birer kez bulunur; hiçbir sayı sıfırdan küçük değildir.",
            "A hand as written has each of the four seats once, and no number below zero.",
        ),
    ),
    *number_sentences("8.12", CONDUCT),
    Rule(
        "8.22",
        "rack-mixed",
        Text(
            "Sayılmadan karışan ıstakada, hangisi olduğu anlaşılmayan her taş 7 puan sayılır.",
            "In a rack mixed before it was counted, each tile that nobody can name counts 7.",
        ),
        unchecked=True,
    ),
    *number_sentences("8.23", FOUR_PLAYERS),
    *number_sentences("8.24", WARNINGS_TO_PLAYERS),
    *number_sentences("8.27", FOUND_LATE),
    *number_sentences("8.31", FOUND_AFTER_THE_HAND),
)


def chapter(play: BookContext) -> Chapter:
    return Chapter(8, "table", Text("Masada", "At the table"), tuple(sentences_for(_PARTS, play)))
