from typing import Final

from rules.book.book_context import sentences_for
from rules.games.okey_task.book.play_context import BookContext, Rule
from rules.localized_text import Text
from rules.sentences import Chapter

_PARTS: Final = (
    Rule(
        "6.1",
        "all-tiles",
        Text(
            "Elindeki bütün taşları bitiren oyuncu eli bitirir.",
            "The player who gets rid of all their tiles finishes the hand.",
        ),
        ("S3",),
    ),
    Rule(
        "6.2",
        "finisher-has-opened",
        Text("Bitenin o elde açmış olması gerekir.", "The finisher must have opened in that hand."),
        ("S3",),
    ),
    Rule(
        "6.3",
        "last-is-discarded",
        Text(
            "Son taş atılır; atacak taşı kalmayan da bitmiş sayılır.",
            "The last tile is thrown; a player with none left to throw has finished, too.",
        ),
    ),
    Rule(
        "6.4",
        "finish-kinds",
        Text(
            "Bitişin türü puanı değiştirmez; jokerle bitmek de düz bitiştir.",
            "The kind of finish changes no points; finishing with a joker has no effect.",
        ),
    ),
    Rule(
        "6.5",
        "deck-empty",
        Text(
            "Deste bitince el, kimse bitmeden sona erer.",
            "When the deck is exhausted the hand ends without a finisher.",
        ),
        ("S3",),
    ),
    Rule(
        "6.6",
        "last-of-the-deck",
        Text(
            "Destenin son taşını çeken oynar ve bir taş atar; el ondan sonra biter.",
            "The player who draws the last tile plays and discards; then the hand ends.",
        ),
    ),
    Rule(
        "6.7",
        "last-discard",
        Text(
            "Deste bittikten sonra atılan taşı sırası gelmeyen alamaz.",
            "Once the deck is empty nobody may take the discard out of turn.",
        ),
    ),
    Rule(
        "6.8",
        "two-claims",
        Text(
            "İki kişi birden bittim derse, sırası olanın bitişi geçerlidir.",
            "If two claim the finish, that of the player whose turn it is counts.",
        ),
    ),
    Rule(
        "6.9",
        "false-finish",
        Text(
            "Yanlış bitiş sayılmaz: taşlar geri alınır; el sürer ve hakem uyarır.",
            "A wrong finish does not count: the tiles go back; the hand continues and the referee warns.",
        ),
    ),
)


def chapter(play: BookContext) -> Chapter:
    return Chapter(6, "finishing", Text("Bitiş", "Finishing"), tuple(sentences_for(_PARTS, play)))
