"""Full-text search in a rule book."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from rules.sentences import Cited, Sentence
from rules.text import Text
from scoring.rulebook.queries.book_page import AnsweredSituation, Book
from scoring.rulebook.queries.search_terms import SearchTerm, search_terms, words_of
from tournaments.naming.names import plain_words

_QUESTION_PARTICLES: Final = frozenset({"mi", "mu"})
"""Folded Turkish question particles, which are part of no answer."""
_COMMON_FROM: Final = 8
"""A word in more than one in so many texts counts as common."""
_MOST_COMMON_RESULTS: Final = 10
"""Number of results if only common words match, and not all of them."""

MatchCounts = tuple[int, int, int]
"""The match of a text: how many numbers, words and common words it contains."""
One = TypeVar("One", AnsweredSituation, Cited)


@dataclass(frozen=True)
class SearchResults:
    asked: Sequence[AnsweredSituation]
    cited: Sequence[Cited]

    def __bool__(self) -> bool:
        return bool(self.asked or self.cited)


def search_book(book: Book, search_text: str, language: str) -> SearchResults:
    """Return what contains all typed words or their beginnings, else what contains most of them.

    Among partial matches numbers weigh most and common words least. Words as typed come first, then whole
    words in a name. A sentence's number finds that sentence.
    """
    cited = [citation for chapter in book.chapters for citation in chapter.cited]
    if numbered := [citation for citation in cited if citation.number == search_text.strip()]:
        return SearchResults([], numbered)
    situations = [situation for about in book.situations for situation in about.asked]
    situations_with_words = [
        (situation, words_of(situation.question.in_language(language))) for situation in situations
    ]
    citations_with_words = [(citation, words_of(_full_text(citation, language))) for citation in cited]
    all_words = [words for _source, words in (*situations_with_words, *citations_with_words)]
    typed = _search_terms(search_text, language, all_words)
    common = {term for term in typed if sum(map(term.is_borne, all_words)) * _COMMON_FROM > len(all_words)}

    def bears(words: frozenset[str]) -> MatchCounts:
        borne = [term for term in typed if term.is_borne(words)]
        numbers, commons = sum(term.is_number for term in borne), len(common.intersection(borne))
        return numbers, len(borne) - numbers - commons, commons

    best_counts = max(map(bears, all_words), default=(0, 0, 0))
    if not any(best_counts):
        return SearchResults([], [])
    limit = (
        _MOST_COMMON_RESULTS
        if len(typed) > 1 and not any(best_counts[:2]) and best_counts[2] < len(typed)
        else None
    )

    def first(candidates: Sequence[tuple[One, frozenset[str]]], text: Callable[[One], Text]) -> list[One]:
        best = [(item, words) for item, words in candidates if bears(words) == best_counts]
        best.sort(key=lambda each: _sort_key(text(each[0]), each[1], typed, language))
        return [item for item, _words in best[:limit]]

    return SearchResults(
        first(situations_with_words, lambda one: one.question),
        first(citations_with_words, lambda one: one.text),
    )


def _search_terms(
    search_text: str, language: str, all_words: Sequence[frozenset[str]]
) -> frozenset[SearchTerm]:
    words = frozenset(plain_words(search_text))
    return search_terms(words - _QUESTION_PARTICLES or words, language, frozenset().union(*all_words))


def _sort_key(
    text: Text, words: frozenset[str], typed: frozenset[SearchTerm], language: str
) -> tuple[int, ...]:
    content = text.in_language(language)
    whole = {term.word for term in typed}
    places = map(words_of, (_name(content), content))
    return -sum(term.is_named(words) for term in typed), *(-len(whole & place) for place in places)


def _name(text: str) -> str:
    name, colon, _says = text.partition(":")
    return name if colon else ""


def _full_text(cited: Cited, language: str) -> str:
    return "\n".join(text.in_language(language) for text in _texts(cited))


def _texts(cited: Cited) -> Iterator[Text]:
    yield cited.text
    if isinstance(cited, Sentence) and cited.case:
        yield from (cited.case.told, cited.case.result)
    if cited.against:
        yield cited.against.says
