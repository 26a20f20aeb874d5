from typing import Any

from rules.book.book_context import BookSentence, shared
from rules.text import Text

TOLD: tuple[BookSentence[Any], ...] = (
    BookSentence("", "seats", Text("Yerler.", "Seats."), ("S4",)),
    BookSentence("", "break", Text("Mola.", "Break.")),
)


def test_shared_sentence_has_the_number_and_key_of_the_book():
    sentence = shared(TOLD, "break", "10.35", "break-between-hands")
    assert (sentence.number, sentence.key, sentence.text) == ("10.35", "break-between-hands", TOLD[1].text)


def test_shared_sentence_has_the_sources_of_the_book_or_of_all_games():
    assert shared(TOLD, "seats", "10.1", "seats").places == ("S4",)
    assert shared(TOLD, "seats", "10.1", "seats", "S0 I").places == ("S0 I",)
