"""Taking names out of texts that people typed, or that were kept while names still stood in them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from tournaments.naming.names import ANY_MARK, LONG_WORD, composed, name_words, parts_of, plain, words_in

LEFT_OUT = "…"
"""Stands for a name in what people typed."""
_UUID = re.compile(r"[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}")
_BETWEEN_WORDS = re.compile(r'[^",:;{}\[\]⟦⟧\\]*')
_ENDINGS = frozenset("aceıidglmnstuy")
"""With these an ending of a name begins: Kaya'nın, Kayadan, Kayalar; karar is none of Kara."""
Span = tuple[int, int]


@dataclass(frozen=True)
class Erasing:
    """Names and what is to stand in their place: `instead` of a text that is one, `between` within others.

    All are compared without case, accents and Turkish marks. `sequences` are names that are found word by
    word, by their first one. `people` are the words of names by each word of the surname: where a surname
    stands, with any ending, the other words of the name go with it; a first name alone may be anybody's.
    """

    instead: str
    between: str
    whole: frozenset[str] = frozenset()
    sequences: Mapping[str, Sequence[Sequence[str]]] = field(default_factory=dict)
    people: Mapping[str, Sequence[frozenset[str]]] = field(default_factory=dict)

    def within(self, text: str) -> str:
        """A text without the names; one that bears none is as it was."""
        if plain(text) in self.whole:
            return self.instead
        if not (self.sequences or self.people) or _UUID.fullmatch(text):
            return text
        told = composed(text)
        marks = [found.span() for found in re.finditer(ANY_MARK, told)]
        words = [one for one in words_in(told) if not any(a <= one.start() < b for a, b in marks)]
        spans = sorted({*self._sequences_in(told, words), *self._people_in(words)})
        return _without(told, spans, self.between) if spans else text

    def inside(self, told: Any) -> Any:
        """The same of all texts of something kept as JSON, however deep."""
        if isinstance(told, str):
            return self.within(told)
        if isinstance(told, dict):
            return {key: self.inside(value) for key, value in told.items()}
        return [self.inside(one) for one in told] if isinstance(told, list) else told

    def _sequences_in(self, text: str, words: Sequence[re.Match[str]]) -> Iterator[Span]:
        said = [plain(word[0]) for word in words]
        for at, begun in enumerate(said):
            for start in {begun, *_prefixes(begun)}:
                for name in self.sequences.get(start, ()):
                    here = words[at : at + len(name)]
                    if _says(said[at : at + len(name)], name) and _adjacent(text, here):
                        yield here[0].start(), here[-1].end()

    def _people_in(self, words: Sequence[re.Match[str]]) -> Iterator[Span]:
        if not self.people:
            return
        parts = [parts_of(word[0]) for word in words]
        everything = set().union(*parts)
        gone: set[str] = set()
        for part in everything:
            for surname in _prefixes(part):
                for name in self.people.get(surname, ()):
                    beside = any(_is(other, one) for other in everything for one in name - {surname})
                    if _is(part, surname) or beside:
                        gone |= {part, *(one for one in everything if any(_is(one, own) for own in name))}
        for word, own in zip(words, parts, strict=True):
            if own & gone:
                yield word.span()


def erasing(
    names: Iterable[str] = (),
    *,
    instead: str,
    between: str | None = None,
    anywhere: Iterable[str] = (),
    people: Iterable[str] = (),
) -> Erasing:
    """What takes names out of texts.

    A name of several words is found wherever it stands; one of a single word may be anybody's, and is meant
    only where a text is nothing else, unless it is one of `anywhere`. `people` are found by their surnames.
    """
    sequences: defaultdict[str, list[Sequence[str]]] = defaultdict(list)
    everywhere = {name for name in anywhere if name.strip()}
    listed = {name for name in names if name.strip()} | everywhere
    for name in sorted(listed):
        words = [plain(word[0]) for word in words_in(composed(name))]
        if len(words) > 1 or (words and name in everywhere):
            sequences[words[0]].append(words)
    by_surname: defaultdict[str, list[frozenset[str]]] = defaultdict(list)
    for name in people:
        words = name_words(name)
        for surname in name_words(name.split()[-1]) if words else ():
            by_surname[surname].append(frozenset(words))
    whole = frozenset(plain(name) for name in listed)
    return Erasing(instead, instead if between is None else between, whole, sequences, by_surname)


def _prefixes(word: str) -> Iterator[str]:
    return (word[:length] for length in range(2, len(word) + 1))


def _is(here: str, word: str) -> bool:
    """Whether a word is that of a name; a long one also with an ending."""
    if here == word:
        return True
    return len(word) >= LONG_WORD and here.startswith(word) and here[len(word)] in _ENDINGS


def _says(words: Sequence[str], name: Sequence[str]) -> bool:
    """Whether words are those of a name, the last one with any ending."""
    if len(words) != len(name) or list(words[:-1]) != list(name[:-1]):
        return False
    return _is(words[-1], name[-1])


def _adjacent(text: str, words: Sequence[re.Match[str]]) -> bool:
    gaps = (text[one.end() : other.start()] for one, other in pairwise(words))
    return all(_BETWEEN_WORDS.fullmatch(gap) for gap in gaps)


def _without(text: str, spans: Iterable[Span], between: str) -> str:
    """A text with one sign for all that stood in spans that touch."""
    merged: list[Span] = []
    for start, end in spans:
        if merged and (start <= merged[-1][1] or text[merged[-1][1] : start].isspace()):
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    kept = [0, *(at for span in merged for at in span), len(text)]
    pieces = (text[begin:end] for begin, end in zip(kept[::2], kept[1::2], strict=True))
    return between.join(pieces)
