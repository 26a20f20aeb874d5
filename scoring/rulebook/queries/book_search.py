from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from rules.localized_text import Text
from rules.sentences import CitableRule, Sentence
from scoring.rulebook.queries.book_page import AnsweredSituation, Book
from scoring.rulebook.queries.search_terms import SearchTerm, index_words, search_terms
from tournaments.naming.names import plain_words

_QUESTION_PARTICLES: Final = frozenset({"mi", "mu"})
"""Folded Turkish question particles, which are part of no answer."""
_COMMON_WORD_DIVISOR: Final = 8
"""A word in more than one in so many texts counts as common."""
_MAX_COMMON_RESULTS: Final = 10
"""Number of results if only common words match, and not all of them."""

MatchCounts = tuple[int, int, int]
"""The match of a text: how many numbers, words and common words it contains."""
SearchItem = TypeVar("SearchItem", AnsweredSituation, CitableRule)


@dataclass(frozen=True)
class SearchResults:
    questions: Sequence[AnsweredSituation]
    citations: Sequence[CitableRule]

    def __bool__(self) -> bool:
        return bool(self.questions or self.citations)


def search_book(book: Book, search_text: str, language: str) -> SearchResults:
    """Return what contains all typed words or their beginnings, else most of them.

    Of partial matches numbers weigh most, common words least. Words as typed come first, then whole words
    in a name. A sentence's number finds it.
    """
    cited = [citation for chapter in book.chapters for citation in chapter.citable_rules]
    if numbered := [citation for citation in cited if citation.number == search_text.strip()]:
        return SearchResults([], numbered)
    situations = [situation for about in book.situations for situation in about.questions]
    situations_with_words = [
        (situation, index_words(situation.question.in_language(language))) for situation in situations
    ]
    citations_with_words = [(citation, index_words(_full_text(citation, language))) for citation in cited]
    all_words = [words for _source, words in (*situations_with_words, *citations_with_words)]
    typed = _search_terms(search_text, language, all_words)
    common = {
        term for term in typed if sum(map(term.has_match, all_words)) * _COMMON_WORD_DIVISOR > len(all_words)
    }

    def bears(words: frozenset[str]) -> MatchCounts:
        borne = [term for term in typed if term.has_match(words)]
        numbers, commons = sum(term.is_number for term in borne), len(common.intersection(borne))
        return numbers, len(borne) - numbers - commons, commons

    best_counts = max(map(bears, all_words), default=(0, 0, 0))
    if not any(best_counts):
        return SearchResults([], [])
    limit = (
        _MAX_COMMON_RESULTS
        if len(typed) > 1 and not any(best_counts[:2]) and best_counts[2] < len(typed)
        else None
    )

    def first(
        candidates: Sequence[tuple[SearchItem, frozenset[str]]], text: Callable[[SearchItem], Text]
    ) -> list[SearchItem]:
        best = [(item, words) for item, words in candidates if bears(words) == best_counts]
        best.sort(key=lambda each: _sort_key(text(each[0]), each[1], typed, language))
        return [item for item, _words in best[:limit]]

    return SearchResults(
        first(situations_with_words, lambda situation: situation.question),
        first(citations_with_words, lambda citation: citation.text),
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
    places = map(index_words, (_name(content), content))
    return -sum(term.has_direct_match(words) for term in typed), *(-len(whole & place) for place in places)


def _name(text: str) -> str:
    name, colon, _says = text.partition(":")
    return name if colon else ""


def _full_text(cited: CitableRule, language: str) -> str:
    return "\n".join(text.in_language(language) for text in _texts(cited))


def _texts(cited: CitableRule) -> Iterator[Text]:
    yield cited.text
    if isinstance(cited, Sentence) and cited.case:
        yield from (cited.case.description, cited.case.result)
    if cited.against:
        yield cited.against.statement
