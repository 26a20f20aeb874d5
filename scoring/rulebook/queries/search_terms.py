from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from rules.book.synonyms import NUMBERS, SYNONYMS
from scoring.rulebook.queries.word_stems import noun_stem, verb_stem
from tournaments.naming.names import plain_words, without_turkish_letters

_COUNTED_PREFIX: Final = "#"
"""Prefix of a word that follows a number."""
_SHORTEST_NOUN_STEM: Final = 3
_SHORTEST_VERB_BEGINNING: Final = 4
"""Shorter stems begin too many other words."""


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

    A number that the book lacks stands for any number before one of the other typed words.
    """
    numbers = {word for word in typed if word.isdecimal()}
    counted = tuple(_COUNTED_PREFIX + word for word in typed if word not in numbers)
    return frozenset(
        _number_term(word, language, known, counted) if word in numbers else _word_term(word, language, known)
        for word in typed
    )


def _number_term(number: str, language: str, known: frozenset[str], counted: tuple[str, ...]) -> SearchTerm:
    names = (
        without_turkish_letters(name.in_language(language))
        for figure, name in NUMBERS.items()
        if figure == number
    )
    named = known.intersection({number, *names})
    meant = named or _words_beginning(known, tuple(_synonyms_of(number, language, known)))
    return SearchTerm(number, named, meant or _words_beginning(known, counted))


def _word_term(word: str, language: str, known: frozenset[str]) -> SearchTerm:
    """Match a folded word by beginning, stem or figure; `all_matches` has a verb's forms and synonyms too."""
    figures = {
        figure
        for figure, name in NUMBERS.items()
        if without_turkish_letters(name.in_language(language)) == word
    }
    named = _words_beginning(known, (word,)) | _words_of_stem(word, language, known) | known & figures
    verb = verb_stem(word, language)
    beginnings = (verb,) if len(verb) >= _SHORTEST_VERB_BEGINNING else ()
    others = _words_beginning(known, (*beginnings, *_synonyms_of(word, language, known)))
    return SearchTerm(word, named, named | others)


def _words_of_stem(word: str, language: str, known: frozenset[str]) -> frozenset[str]:
    """Return known words of the same stem, or beginning with the noun's."""
    verb, noun = verb_stem(word, language), noun_stem(word, language)
    forms = {
        candidate
        for candidate in known
        if (verb and verb == verb_stem(candidate, language))
        or (len(noun) >= _SHORTEST_NOUN_STEM and noun == noun_stem(candidate, language))
    }
    if verb or noun == word or len(noun) < _SHORTEST_NOUN_STEM:
        return frozenset(forms)
    return _words_beginning(known, (noun,)) | forms


def _words_beginning(known: frozenset[str], beginnings: tuple[str, ...]) -> frozenset[str]:
    return frozenset(word for word in known if word.startswith(beginnings))


def _synonyms_of(word: str, language: str, known: frozenset[str]) -> Iterator[str]:
    for synonym in SYNONYMS:
        if word.startswith(plain_words(synonym.typed_words.in_language(language))):
            synonyms = plain_words(synonym.book_words.in_language(language))
            if synonym.fallback_words and not _words_beginning(known, synonyms):
                synonyms = plain_words(synonym.fallback_words.in_language(language))
            yield from synonyms
