"""Finding what the book says of something, by the words that somebody types in a hurry."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rules.sentences import Cited, Sentence
from rules.text import Text
from scoring.rulebook.queries.book import Asked, Book
from tournaments.naming.names import plain_words

_ONLY_ASK: Final = frozenset({"mi", "mu"})
"""The Turkish words, plain, that make a question and are part of no answer."""
_PAST: Final = re.compile(r"(.{2,}?)(?:[iu][ln]|n)?[dt][iu]")
"""A plain Turkish verb of the past, active or passive: *attı* and *atıldı* have one stem."""


@dataclass(frozen=True)
class Found:
    """What bears the words that were typed: situations, and what the book says."""

    asked: Sequence[Asked]
    cited: Sequence[Cited]

    def __bool__(self) -> bool:
        return bool(self.asked or self.cited)


def find(book: Book, wanted: str, language: str) -> Found:
    """What bears all words that are typed, or their beginnings; where nothing does, what bears most of them.

    First stands what has them whole in its name, then what has them whole in its words. An accent or an
    apostrophe that is left out makes no other word, nor does the passive. A number of the book finds what
    bears that number.
    """
    cited = [one for chapter in book.chapters for one in chapter.cited]
    if numbered := [one for one in cited if one.number == wanted.strip()]:
        return Found([], numbered)
    begun = frozenset(plain_words(wanted))
    begun = begun - _ONLY_ASK or begun
    asked = [one for about in book.situations for one in about.asked]

    def borne(texts: Iterable[Text]) -> int:
        words = {word for text in texts for word in _words(text.in_language(language))}
        stems = {_stem(word) for word in words}
        return sum(_stem(one) in stems or any(word.startswith(one) for word in words) for one in begun)

    def far(text: Text) -> tuple[int, ...]:
        words = text.in_language(language)
        return tuple(-len(begun & {*_words(part)}) for part in (_name(words), words))

    by_asked = [(borne([one.question]), one) for one in asked]
    by_cited = [(borne(_texts(one)), one) for one in cited]
    most = max((count for count, _one in (*by_asked, *by_cited)), default=0)
    if not most:
        return Found([], [])
    return Found(
        sorted((one for count, one in by_asked if count == most), key=lambda one: far(one.question)),
        sorted((one for count, one in by_cited if count == most), key=lambda one: far(one.text)),
    )


def _name(text: str) -> str:
    """What a definition is of, or a row of a table; nothing where a text begins with no name."""
    name, colon, _says = text.partition(":")
    return name if colon else ""


def _words(text: str) -> Iterator[str]:
    """The plain words of a text; what follows an apostrophe stands alone and joined to what precedes it."""
    yield from plain_words(text)
    yield from plain_words(text.replace("’", "").replace("'", ""))


def _stem(word: str) -> str:
    past = _PAST.fullmatch(word)
    return past[1] if past else word


def _texts(cited: Cited) -> Iterator[Text]:
    yield cited.text
    if isinstance(cited, Sentence) and cited.case:
        yield from (cited.case.told, cited.case.result)
    if cited.against:
        yield cited.against.says
