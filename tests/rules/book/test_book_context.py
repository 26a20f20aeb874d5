from typing import Any

from rules.book.book_context import BookSentence, shared_sentence
from rules.localized_text import Text

SENTENCES: tuple[BookSentence[Any], ...] = (
    BookSentence("", "seats", Text("Yerler.", "Seats."), ("S4",)),
    BookSentence("", "break", Text("Mola.", "Break.")),
)


def test_shared_sentence_has_the_number_and_key_of_the_book():
    sentence = shared_sentence(SENTENCES, "break", "10.35", "break-between-hands")
    assert (sentence.number, sentence.key, sentence.text) == (
        "10.35",
        "break-between-hands",
        SENTENCES[1].text,
    )


def test_shared_sentence_has_the_sources_of_the_book_or_of_all_games():
    assert shared_sentence(SENTENCES, "seats", "10.1", "seats").places == ("S4",)
    assert shared_sentence(SENTENCES, "seats", "10.1", "seats", "S0 I").places == ("S0 I",)
