from itertools import permutations

import pytest

from rules.book.synonyms import NUMBERS, SYNONYMS


@pytest.mark.parametrize("language", ["tr", "en"])
def test_rows_are_bilingual_and_share_no_word(language):
    rows = [row.typed_words.in_language(language).split() for row in SYNONYMS]
    assert all(rows)
    assert all(row.book_words.in_language(language).split() for row in SYNONYMS)
    assert all(row.fallback_words.in_language(language).split() for row in SYNONYMS if row.fallback_words)
    for row, other in permutations(rows, 2):
        assert not [prefix for prefix in row if prefix.startswith(tuple(other))]


def test_each_figure_has_one_word():
    assert NUMBERS["3"].tr == "üç"
    assert all(figure.isdecimal() for figure in NUMBERS)
    for name in NUMBERS.values():
        assert len(name.tr.split()) == len(name.en.split()) == 1
