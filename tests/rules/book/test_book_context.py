"""What a book takes from the sentences that several games have."""

from typing import Any

from rules.book.book_context import Told, shared
from rules.text import Text

TOLD: tuple[Told[Any], ...] = (
    Told("", "seats", Text("Yerler.", "Seats."), ("S4",)),
    Told("", "break", Text("Mola.", "Break.")),
)


def test_a_shared_sentence_bears_the_number_and_the_name_of_the_book():
    taken = shared(TOLD, "break", "10.35", "break-between-hands")
    assert (taken.number, taken.key, taken.text) == ("10.35", "break-between-hands", TOLD[1].text)


def test_a_shared_sentence_is_stated_where_the_book_says_or_where_all_have_it():
    assert shared(TOLD, "seats", "10.1", "seats").places == ("S4",)
    assert shared(TOLD, "seats", "10.1", "seats", "S0 I").places == ("S0 I",)
