"""Finding what the book says of something, by the words that somebody types in a hurry."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from rules.sentences import Cited, Sentence
from rules.text import Text
from scoring.rulebook.queries.book_page import Asked, Book
from scoring.rulebook.queries.search_terms import Sought, sought, words_of
from tournaments.naming.names import plain_words

_ONLY_ASK: Final = frozenset({"mi", "mu"})
"""The Turkish words, plain, that make a question and are part of no answer."""
_COMMON: Final = 8
"""A word that more than one in so many sentences and questions bear says little of what is sought."""
_FEW: Final = 10
"""How much is shown of what bears nothing but common words of several."""

Bears = tuple[int, int, int]
"""How many numbers that were typed something bears, how many words, and how many common ones."""
One = TypeVar("One", Asked, Cited)


@dataclass(frozen=True)
class Found:
    """What bears the words that were typed: situations, and what the book says."""

    asked: Sequence[Asked]
    cited: Sequence[Cited]

    def __bool__(self) -> bool:
        return bool(self.asked or self.cited)


def find(book: Book, wanted: str, language: str) -> Found:
    """What bears all words that are typed, or their beginnings; where nothing does, what bears most of them.

    Then numbers weigh most and common words least. What the book calls otherwise is found by players' words
    too. First stands what has the words themselves, then what has them whole in its name, then whole in its
    words. An accent or an apostrophe that is left out makes no other word, nor does the passive. A number of
    the book finds what bears that number.
    """
    cited = [one for chapter in book.chapters for one in chapter.cited]
    if numbered := [one for one in cited if one.number == wanted.strip()]:
        return Found([], numbered)
    asked = [one for about in book.situations for one in about.asked]
    by_asked = [(one, words_of(one.question.in_language(language))) for one in asked]
    by_cited = [(one, words_of(_all_told(one, language))) for one in cited]
    every = [words for _one, words in (*by_asked, *by_cited)]
    typed = _sought(wanted, language, every)
    common = {one for one in typed if sum(map(one.is_borne, every)) * _COMMON > len(every)}

    def bears(words: frozenset[str]) -> Bears:
        borne = [one for one in typed if one.is_borne(words)]
        numbers, commons = sum(one.is_number for one in borne), len(common.intersection(borne))
        return numbers, len(borne) - numbers - commons, commons

    most = max(map(bears, every), default=(0, 0, 0))
    if not any(most):
        return Found([], [])
    few = _FEW if len(typed) > 1 and not any(most[:2]) and most[2] < len(typed) else None

    def first(ones: Sequence[tuple[One, frozenset[str]]], text: Callable[[One], Text]) -> list[One]:
        borne = [(one, words) for one, words in ones if bears(words) == most]
        borne.sort(key=lambda each: _far(text(each[0]), each[1], typed, language))
        return [one for one, _words in borne[:few]]

    return Found(first(by_asked, lambda one: one.question), first(by_cited, lambda one: one.text))


def _sought(wanted: str, language: str, every: Sequence[frozenset[str]]) -> frozenset[Sought]:
    words = frozenset(plain_words(wanted))
    return sought(words - _ONLY_ASK or words, language, frozenset().union(*every))


def _far(text: Text, words: frozenset[str], typed: frozenset[Sought], language: str) -> tuple[int, ...]:
    """How far something stands from the first place: by what it bears as it was typed, and where."""
    said = text.in_language(language)
    whole = {one.word for one in typed}
    places = map(words_of, (_name(said), said))
    return -sum(one.is_named(words) for one in typed), *(-len(whole & place) for place in places)


def _name(text: str) -> str:
    """What a definition is of, or a row of a table; nothing where a text begins with no name."""
    name, colon, _says = text.partition(":")
    return name if colon else ""


def _all_told(cited: Cited, language: str) -> str:
    """Everything that stands there, one beneath the other."""
    return "\n".join(text.in_language(language) for text in _texts(cited))


def _texts(cited: Cited) -> Iterator[Text]:
    yield cited.text
    if isinstance(cited, Sentence) and cited.case:
        yield from (cited.case.told, cited.case.result)
    if cited.against:
        yield cited.against.says
