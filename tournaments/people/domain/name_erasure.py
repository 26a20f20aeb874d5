from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from tournaments.naming.names import (
    LONG_WORD_LENGTH,
    PLACEHOLDER_PATTERN,
    find_words,
    name_words,
    normalize_nfc,
    split_by_capitals,
    without_turkish_letters,
)

ERASED = "…"
"""Replaces a name in typed texts."""
_UUID = re.compile(r"[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}")
_BETWEEN_WORDS = re.compile(r'[^",:;{}\[\]⟦⟧\\]*')
_ENDINGS = frozenset("aceıidglmnstuy")
"""First letters of endings: Kaya'nın, Kayadan, Kayalar; but karar is not Kara."""
Span = tuple[int, int]


@dataclass(frozen=True)
class NameEraser:
    """A text that is a name becomes `replacement`, a name within a text `inner_replacement`.

    Case, accents and Turkish letters don't count. `sequences` are by first word, `people` by each word of
    the surname: where it occurs, with any ending, their other words are erased, too; a first name alone
    may be anyone's.
    """

    replacement: str
    inner_replacement: str
    whole_names: frozenset[str] = frozenset()
    sequences: Mapping[str, Sequence[Sequence[str]]] = field(default_factory=dict)
    people: Mapping[str, Sequence[frozenset[str]]] = field(default_factory=dict)

    def erase_text(self, text: str) -> str:
        """Return the text with names replaced; ids and placeholders stay."""
        if without_turkish_letters(text) in self.whole_names:
            return self.replacement
        if not (self.sequences or self.people) or _UUID.fullmatch(text):
            return text
        text_nfc = normalize_nfc(text)
        marks = [match.span() for match in re.finditer(PLACEHOLDER_PATTERN, text_nfc)]
        words = [
            word
            for word in find_words(text_nfc)
            if not any(begin <= word.start() < end for begin, end in marks)
        ]
        spans = sorted({*self._sequences_in(text_nfc, words), *self._people_in(words)})
        return _replace_spans(text_nfc, spans, self.inner_replacement) if spans else text

    def erase_payload(self, payload: Any) -> Any:
        if isinstance(payload, str):
            return self.erase_text(payload)
        if isinstance(payload, dict):
            return {key: self.erase_payload(value) for key, value in payload.items()}
        return [self.erase_payload(item) for item in payload] if isinstance(payload, list) else payload

    def _sequences_in(self, text: str, words: Sequence[re.Match[str]]) -> Iterator[Span]:
        """Yield spans where all words of a name follow each other."""
        plain_words = [without_turkish_letters(word[0]) for word in words]
        for index, first_word in enumerate(plain_words):
            for start in {first_word, *_prefixes(first_word)}:
                for name in self.sequences.get(start, ()):
                    matches = words[index : index + len(name)]
                    if _matches_name(plain_words[index : index + len(name)], name) and _are_adjacent(
                        text, matches
                    ):
                        yield matches[0].start(), matches[-1].end()

    def _people_in(self, words: Sequence[re.Match[str]]) -> Iterator[Span]:
        """Yield spans of name words of people whose surname occurs.

        A word that only begins with it counts beside another of their names.
        """
        if not self.people:
            return
        parts = [split_by_capitals(word[0]) for word in words]
        all_parts = set().union(*parts)
        erased: set[str] = set()
        for part in all_parts:
            for surname in _prefixes(part):
                for name in self.people.get(surname, ()):
                    other_word_occurs = any(
                        _matches_word(other, word_part)
                        for other in all_parts
                        for word_part in name - {surname}
                    )
                    if _matches_word(part, surname) or other_word_occurs:
                        erased |= {
                            part,
                            *(
                                word_part
                                for word_part in all_parts
                                if any(_matches_word(word_part, word_parts) for word_parts in name)
                            ),
                        }
        for word, word_parts in zip(words, parts, strict=True):
            if word_parts & erased:
                yield word.span()


def build_name_eraser(
    names: Iterable[str] = (),
    *,
    replacement: str,
    inner_replacement: str | None = None,
    anywhere: Iterable[str] = (),
    people: Iterable[str] = (),
) -> NameEraser:
    """Find names of several words, and names in `anywhere`, within texts.

    Other single words count only as the whole text. `people` are found by surname.
    """
    sequences: defaultdict[str, list[Sequence[str]]] = defaultdict(list)
    everywhere = {name for name in anywhere if name.strip()}
    listed = {name for name in names if name.strip()} | everywhere
    for name in sorted(listed):
        words = [without_turkish_letters(word[0]) for word in find_words(normalize_nfc(name))]
        if len(words) > 1 or (words and name in everywhere):
            sequences[words[0]].append(words)
    by_surname: defaultdict[str, list[frozenset[str]]] = defaultdict(list)
    for name in people:
        words = name_words(name)
        for surname in name_words(name.split()[-1]) if words else ():
            by_surname[surname].append(frozenset(words))
    whole = frozenset(without_turkish_letters(name) for name in listed)
    return NameEraser(
        replacement,
        replacement if inner_replacement is None else inner_replacement,
        whole,
        sequences,
        by_surname,
    )


def _prefixes(word: str) -> Iterator[str]:
    return (word[:length] for length in range(2, len(word) + 1))


def _matches_word(text_word: str, word: str) -> bool:
    """Long words may have an ending."""
    if text_word == word:
        return True
    return len(word) >= LONG_WORD_LENGTH and text_word.startswith(word) and text_word[len(word)] in _ENDINGS


def _matches_name(words: Sequence[str], name: Sequence[str]) -> bool:
    """The last word may have an ending."""
    if len(words) != len(name) or list(words[:-1]) != list(name[:-1]):
        return False
    return _matches_word(words[-1], name[-1])


def _are_adjacent(text: str, words: Sequence[re.Match[str]]) -> bool:
    gaps = (text[word.end() : following.start()] for word, following in pairwise(words))
    return all(_BETWEEN_WORDS.fullmatch(gap) for gap in gaps)


def _replace_spans(text: str, spans: Iterable[Span], replacement: str) -> str:
    """Replace sorted spans by `replacement`; spans with only spaces between them become one."""
    merged: list[Span] = []
    for start, end in spans:
        if merged and (start <= merged[-1][1] or text[merged[-1][1] : start].isspace()):
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    bounds = [0, *(position for span in merged for position in span), len(text)]
    pieces = (text[begin:end] for begin, end in zip(bounds[::2], bounds[1::2], strict=True))
    return replacement.join(pieces)
