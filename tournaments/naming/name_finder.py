from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.naming.names import (
    LONG_WORD_LENGTH,
    PLACEHOLDER_PATTERN,
    find_words,
    name_words,
    normalize_nfc,
    plain_words,
    split_by_capitals,
    without_turkish_letters,
)

ERASED = "…"
"""Replaces a typed text that contains an erased name."""
_IDS = re.compile(rf"{PLACEHOLDER_PATTERN}|[0-9a-f]{{8}}-(?:[0-9a-f]{{4}}-){{3}}[0-9a-f]{{12}}")


@dataclass(frozen=True)
class NameFinder:
    """Finds full names, and surnames of people, as words of a text.

    Case, accents, Turkish letters and what follows an apostrophe don't count. As many people write no
    apostrophe, a word that begins with a long surname counts, too.
    """

    names: Mapping[str, tuple[str, ...]]
    """By their first letters, as a club may hide thousands."""

    def finds(self, text: str) -> bool:
        words = _words(text) if self.names else ""
        starts = (space.start() for space in re.finditer(" ", words))
        return any(words.startswith(self.names.get(_first_letters(words, at), ()), at) for at in starts)

    def finds_in(self, payload: Any) -> bool:
        if isinstance(payload, str):
            return self.finds(payload)
        values = payload.values() if isinstance(payload, dict) else payload
        return isinstance(payload, (dict, list)) and any(map(self.finds_in, values))

    def erase(self, payload: Any) -> Any:
        """Return the payload with each text that contains a name replaced whole."""
        if isinstance(payload, str):
            return ERASED if self.finds(payload) else payload
        if isinstance(payload, dict):
            return {key: self.erase(value) for key, value in payload.items()}
        return [self.erase(item) for item in payload] if isinstance(payload, list) else payload


def build_name_finder(people: Collection[str], others: Collection[str] = ()) -> NameFinder:
    """`others` are names without a surname: of pairs, and public names."""
    names: defaultdict[str, tuple[str, ...]] = defaultdict(tuple)
    for name in {*_full_names([*people, *others]), *_surnames(people)}:
        names[_first_letters(name)] += (name,)
    return NameFinder(names)


def _full_names(names: Collection[str]) -> Iterator[str]:
    return (_spaced(*words) for name in names if (words := plain_words(name)))


def _surnames(people: Collection[str]) -> Iterator[str]:
    surnames = (name.split()[-1] for name in people if name.strip())
    return (_spaced(word) for surname in surnames for word in name_words(surname))


def _spaced(*words: str) -> str:
    """A long last word, or one behind a first name, may be the beginning of a word."""
    least = LONG_WORD_LENGTH if len(words) == 1 else 2
    return f" {' '.join(words)}" + ("" if len(words[-1]) >= least else " ")


def _first_letters(words: str, at: int = 0) -> str:
    return words[at : at + 3]


def _words(text: str) -> str:
    words = [word[0] for word in find_words(normalize_nfc(_IDS.sub(" ", text)))]
    parts = (part for word in words for part in split_by_capitals(word))
    return " ".join(["", *map(without_turkish_letters, words), "", *parts, ""])
