from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import log
from typing import Final, Generic, TypeVar

from rules.book.synonyms import SPOKEN_FILLERS
from rules.localized_text import Text
from rules.sentences import CitableRule, Sentence
from scoring.rulebook.queries.book_page import AnsweredSituation, Book
from scoring.rulebook.queries.search_terms import SearchTerm, index_words, search_terms
from tournaments.naming.names import plain_words

_SYNONYM_WEIGHT: Final = 0.75
"""Of a match that isn't the typed word."""
_NUMBER_WEIGHT: Final = 2
_LEAST_SHARE: Final = 0.5
"""Of the best score; texts below it are left out."""
_COMMON_WORD_DIVISOR: Final = 8
"""A word in more than one in so many texts counts as common."""
_MAX_COMMON_RESULTS: Final = 10
"""Number of results if only common words match, and not all of them."""

SearchItem = TypeVar("SearchItem", AnsweredSituation, CitableRule)


@dataclass(frozen=True)
class SearchResults:
    questions: Sequence[AnsweredSituation]
    citations: Sequence[CitableRule]

    def __bool__(self) -> bool:
        return bool(self.questions or self.citations)


@dataclass(frozen=True)
class Ranking:
    """What each typed word is worth, the best score of any text, and how many results to show."""

    weights: Mapping[SearchTerm, float]
    best_score: float
    limit: int | None

    def score(self, words: frozenset[str]) -> float:
        return sum(
            weight * (1 if term.has_direct_match(words) else _SYNONYM_WEIGHT)
            for term, weight in self.weights.items()
            if term.has_match(words)
        )

    def select(self, candidates: Sequence[Indexed[SearchItem]]) -> list[SearchItem]:
        """Best first; of equals by their key, then in the book's order."""
        scored = [(self.score(candidate.words), candidate) for candidate in candidates]
        found = [entry for entry in scored if entry[0] and entry[0] >= _LEAST_SHARE * self.best_score]
        found.sort(key=lambda entry: (-entry[0], entry[1].sort_key(self.weights)))
        return [candidate.item for _score, candidate in found[: self.limit]]


@dataclass(frozen=True)
class Indexed(Generic[SearchItem]):
    item: SearchItem
    words: frozenset[str]
    content: str
    name: str | None = None
    """None for a question."""

    def sort_key(self, typed: Iterable[SearchTerm]) -> tuple[int, ...]:
        """Whole words in the name, then in the text; of questions the shortest."""
        whole = {term.word for term in typed}
        if self.name is None:
            return -len(whole & self.words), len(self.words)
        direct = sum(term.has_direct_match(self.words) for term in typed)
        in_name, in_text = (len(whole & index_words(place)) for place in (self.name, self.content))
        return -direct, -in_name, -in_text


def search_book(book: Book, search_text: str, language: str) -> SearchResults:
    """Return what contains the typed words, their forms or synonyms, best matches first.

    Rare words and numbers weigh most. A sentence's number finds only that sentence.
    """
    cited = [citation for chapter in book.chapters for citation in chapter.citable_rules]
    if numbered := [citation for citation in cited if citation.number == search_text.strip()]:
        return SearchResults([], numbered)
    questions = [
        _index_question(situation, language) for about in book.situations for situation in about.questions
    ]
    sentences = [_index_sentence(citation, language) for citation in cited]
    all_words = [*(question.words for question in questions), *(sentence.words for sentence in sentences)]
    ranking = _build_ranking(_search_terms(search_text, language, all_words), all_words)
    return SearchResults(ranking.select(questions), ranking.select(sentences))


def _index_question(situation: AnsweredSituation, language: str) -> Indexed[AnsweredSituation]:
    content = situation.question.in_language(language)
    return Indexed(situation, index_words(content), content)


def _index_sentence(citation: CitableRule, language: str) -> Indexed[CitableRule]:
    content = citation.text.in_language(language)
    return Indexed(citation, index_words(_full_text(citation, language)), content, _name(content))


def _search_terms(
    search_text: str, language: str, all_words: Sequence[frozenset[str]]
) -> frozenset[SearchTerm]:
    words = frozenset(plain_words(search_text))
    fillers = frozenset(plain_words(SPOKEN_FILLERS.in_language(language)))
    meaningful = {word for word in words - fillers if len(word) > 1 or word.isdecimal()}
    return search_terms(meaningful or words, language, frozenset().union(*all_words))


def _build_ranking(typed: frozenset[SearchTerm], all_words: Sequence[frozenset[str]]) -> Ranking:
    """Weigh terms by inverse document frequency, numbers more.

    Limit the results if a term isn't found and none is rare.
    """
    texts = {term: sum(map(term.has_match, all_words)) for term in typed}
    weights = {
        term: log(1 + len(all_words) / count) * (_NUMBER_WEIGHT if term.is_number else 1)
        for term, count in texts.items()
        if count
    }
    rare = any(0 < count * _COMMON_WORD_DIVISOR <= len(all_words) for count in texts.values())
    ranking = Ranking(weights, 0, None if rare or all(texts.values()) else _MAX_COMMON_RESULTS)
    return replace(ranking, best_score=max(map(ranking.score, all_words), default=0))


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
