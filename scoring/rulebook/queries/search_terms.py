from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

from rules.book.synonyms import NUMBERS, SYNONYMS
from tournaments.naming.names import plain_words, without_turkish_letters

_PAST: Final = re.compile(r"(.{2,}?)(?:[iu][ln]|n)?[dt][iu]")
"""A folded Turkish past tense, active or passive: *attı* and *atıldı* have one stem."""
_INFINITIVE: Final = re.compile(r"(.{3,}?)m[ae]k?")
"""A folded Turkish infinitive: *konuşmak*, *konuşma*."""

_COUNTED_PREFIX: Final = "#"
"""Prefix of a word that follows a number."""


def index_words(text: str) -> frozenset[str]:
    """Fold words; add those that follow a number.

    A suffix after an apostrophe is indexed alone and joined.
    """
    words = plain_words(text)
    counted = (_COUNTED_PREFIX + word for number, word in pairwise(words) if number.isdecimal())
    return frozenset((*words, *counted, *plain_words(text.replace("’", "").replace("'", ""))))


@dataclass(frozen=True)
class SearchTerm:
    """A typed word with its known matches, as typed and in any way."""

    word: str
    direct_matches: frozenset[str]
    all_matches: frozenset[str]

    @property
    def is_number(self) -> bool:
        return self.word.isdecimal()

    def has_direct_match(self, words: frozenset[str]) -> bool:
        return not self.direct_matches.isdisjoint(words)

    def has_match(self, words: frozenset[str]) -> bool:
        return not self.all_matches.isdisjoint(words)


def search_terms(typed: Collection[str], language: str, known: frozenset[str]) -> frozenset[SearchTerm]:
    """Match folded words against a book's words.

    A number the book lacks matches the other typed words wherever they follow a number.
    """
    numbers = {word for word in typed if word.isdecimal()}
    counted = tuple(_COUNTED_PREFIX + word for word in typed if word not in numbers)
    return frozenset(
        _number(word, language, known, counted) if word in numbers else _word(word, language, known)
        for word in typed
    )


def _number(number: str, language: str, known: frozenset[str], counted: tuple[str, ...]) -> SearchTerm:
    names = (
        without_turkish_letters(name.in_language(language))
        for figure, name in NUMBERS.items()
        if figure == number
    )
    named = known.intersection({number, *names})
    return SearchTerm(number, named, named or _words_beginning(known, counted))


def _word(word: str, language: str, known: frozenset[str]) -> SearchTerm:
    """Match by beginning, past-tense stem or figure; `all_matches` also has synonyms."""
    stem = _stem(word)
    figures = {
        figure
        for figure, name in NUMBERS.items()
        if without_turkish_letters(name.in_language(language)) == word
    }
    named = (
        _words_beginning(known, (word,))
        | {candidate for candidate in known if _stem(candidate) == stem}
        | known & figures
    )
    return SearchTerm(
        word, named, named | _words_beginning(known, tuple(_synonyms_of(word, language, known)))
    )


def _words_beginning(known: frozenset[str], beginnings: tuple[str, ...]) -> frozenset[str]:
    return frozenset(word for word in known if word.startswith(beginnings))


def _synonyms_of(word: str, language: str, known: frozenset[str]) -> Iterator[str]:
    if (verb := _INFINITIVE.fullmatch(word)) and not _words_beginning(known, (word,)):
        yield verb[1]
    for synonym in SYNONYMS:
        if word.startswith(plain_words(synonym.typed_words.in_language(language))):
            synonyms = plain_words(synonym.book_words.in_language(language))
            if synonym.fallback_words and not _words_beginning(known, synonyms):
                synonyms = plain_words(synonym.fallback_words.in_language(language))
            yield from synonyms


@lru_cache(maxsize=10_000)
def _stem(word: str) -> str:
    past = _PAST.fullmatch(word)
    return past[1] if past else word
