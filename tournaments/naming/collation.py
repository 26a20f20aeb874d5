from __future__ import annotations

from functools import lru_cache
from typing import Final

from tournaments.naming.names import capital_initial, fold
from tournaments.naming.unicode_forms import without_accents

ALPHABET: Final = "abcçdefgğhıijklmnoöpqrsştuüvwxyz"
"""Turkish letters, plus q, w and x where a Turkish telephone book puts them."""

_PLACES: Final = {letter: place for place, letter in enumerate(ALPHABET)}
_BEFORE_LETTERS, _AFTER_LETTERS = -1, len(ALPHABET)


@lru_cache(maxsize=50_000)
def turkish_order(name: str) -> tuple[tuple[tuple[int, str], ...], str]:
    """Turkish letters in order; signs and digits first, other alphabets last."""
    return tuple(_place(letter) for letter in _letters(fold(name))), name


def initial(name: str) -> str:
    """Return a capital, or "#"."""
    first = _letters(fold(name)[:1])[:1]
    return capital_initial(first) if first in _PLACES else "#"


def _letters(folded: str) -> str:
    return "".join(letter if letter in _PLACES else _strip_accents(letter) for letter in folded)


def _strip_accents(letter: str) -> str:
    return without_accents(letter) or letter


def _place(letter: str) -> tuple[int, str]:
    if letter in _PLACES:
        return _PLACES[letter], ""
    return (_AFTER_LETTERS if letter.isalpha() else _BEFORE_LETTERS), letter
