from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.naming.names import (
    LONG_WORD_LENGTH,
    find_words,
    name_words,
    normalize_nfc,
    plain_words,
    split_by_capitals,
    without_turkish_letters,
)

ERASED = "…"
"""Replaces a typed text that contains an erased name."""
_ENDING = re.compile("(?:l[ae]r)?(?:n?[iu]n|[yn]?[aeiu]|n?[dt][ae]n?|y?l[ae])? ")
"""Turkish case endings without Turkish letters, to the end of the word."""
_IDS = re.compile("[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}")


@dataclass(frozen=True)
class NameFinder:
    """Finds full names, and surnames of people, as words of a text.

    Upper case, accents, Turkish letters and what follows an apostrophe don't count. As many people write no
    apostrophe, a Turkish case ending behind a long surname doesn't count either.
    """

    names: Mapping[str, tuple[str, ...]]
    """By their first letters, as a club may hide thousands."""

    def finds(self, text: str) -> bool:
        words = _words(text) if self.names else ""
        starts = (space.start() for space in re.finditer(" ", words))
        return any(
            words.startswith(name, at) and _ends_word(words, at + len(name), name)
            for at in starts
            for name in self.names.get(_first_letters(words, at), ())
        )

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
    return f" {' '.join(words)}"


def _ends_word(words: str, end: int, name: str) -> bool:
    """Endings count behind a long surname, and behind any that follows a first name."""
    first, _space, last = name.strip().rpartition(" ")
    takes_endings = len(last) >= (2 if first else LONG_WORD_LENGTH)
    return words.startswith(" ", end) or (takes_endings and bool(_ENDING.match(words, end)))


def _first_letters(words: str, at: int = 0) -> str:
    return words[at : at + 3]


def _words(text: str) -> str:
    words = [word[0] for word in find_words(normalize_nfc(_IDS.sub(" ", text)))]
    parts = (part for word in words for part in split_by_capitals(word))
    return " ".join(["", *map(without_turkish_letters, words), "", *parts, ""])
