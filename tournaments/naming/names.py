from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache

from tournaments.naming.unicode_forms import normalize_unicode, without_accents

MAX_NAME_LENGTH = 80
LONG_WORD_LENGTH = 4
"""Words of this length are also found inside others: Kayalar, TanKaya; but not Er in Erciyes."""
BETWEEN_PLAYERS = " – "
BETWEEN_SIDES = " · "
_LETTERS = re.compile(r"[^\W\d_]+")
_NUMERALS = frozenset(("II", "III", "IV"))


def fold(name: str) -> str:
    """Ignore case, spacing and encoding of accents; I/ı, İ/i differ."""
    normalized_name = normalize_unicode("NFC", name)
    return " ".join(normalized_name.replace("İ", "i").replace("I", "ı").lower().split())


def capital_initial(word: str) -> str:
    """Return İ for i, I for ı."""
    letter = normalize_unicode("NFC", word)[:1]
    return {"i": "İ", "ı": "I"}.get(letter, letter.upper()[:1])


def pair_name(players: Sequence[str]) -> str:
    """Return both surnames, or “Ayşe – Can Uz” if shared and not too long; of one player the whole name."""
    if len(players) == 1:
        return players[0]
    split_names = [player.rsplit(maxsplit=1) for player in players]
    if (
        all(len(words) > 1 for words in split_names)
        and len({fold(surname) for _first, surname in split_names}) == 1
    ):
        shared = f"{BETWEEN_PLAYERS.join(first for first, _surname in split_names)} {split_names[-1][-1]}"
        if len(shared) <= MAX_NAME_LENGTH:
            return shared
    return join_surnames(players)


def automatic_names(players: Sequence[str]) -> tuple[str, str]:
    """Return the name of an entrant without one of its own, and the one it has if that is taken."""
    return pair_name(players), BETWEEN_PLAYERS.join(players)[:MAX_NAME_LENGTH]


def free_name(players: Sequence[str], taken: Collection[str]) -> str:
    """Return the first automatic name that isn't `taken` (folded), else a number is added."""
    usual, longer = automatic_names(players)
    return make_unique(longer, taken) if fold(usual) in taken else usual


def join_surnames(players: Iterable[str]) -> str:
    return BETWEEN_PLAYERS.join(player.split()[-1] for player in players)


def join_sides(sides: Iterable[str]) -> str:
    return BETWEEN_SIDES.join(sides)


def with_initial(name: str, letters: int = 1) -> str:
    """Return “Ayşe K.”; a single word becomes its initial. Two letters are “Ayşe Ka.”."""
    *first, last = name.split()
    return " ".join([*first, f"{capital_initial(last)}{fold(last)[1:letters]}."])


def initials(name: str) -> str:
    return " ".join(f"{capital_initial(word)}." for word in name.split())


def title_case(name: str) -> str:
    """Write words in capitals as names, by Turkish rules: “ŞULE IŞIK” becomes “Şule Işık”."""
    return _LETTERS.sub(lambda word: _title_word(word[0]), normalize_unicode("NFC", name))


def repair_case(name: str) -> str:
    """Write a name typed all in small letters, or all in capitals, as names are written; leave others."""
    if name.islower():
        return _LETTERS.sub(
            lambda word: capital_initial(word[0]) + word[0][1:], normalize_unicode("NFC", name)
        )
    return title_case(name) if name.isupper() else name


def surname_last(name: str) -> str:
    """Turn round a name that begins with its surname: one word, or all words in capitals."""
    words = name.split()
    capitals = next((place for place, word in enumerate(words) if not _is_in_capitals(word)), 0)
    surname = max(1, capitals)
    return " ".join([*words[surname:], *words[:surname]])


def begins_with_capitals(name: str) -> bool:
    """Return whether a surname in capitals comes first: “KAYA Ali”."""
    words = [_is_in_capitals(word) for word in name.split()]
    return len(words) > 1 and words[0] and not words[-1]


def turn_comma_name(name: str) -> str:
    """“Kaya, Ali” becomes “Ali Kaya”; two whole names stay as they are."""
    parts = [part.split() for part in name.split(",")]
    if len(parts) != len("SF") or not all(parts) or all(len(part) > 1 for part in parts):
        return name
    if not all(any(map(str.isalpha, word)) for part in parts for word in part):
        return name
    surname, first_names = parts
    return " ".join([*first_names, *surname])


def _title_word(word: str) -> str:
    return word[0] + fold(word[1:]) if _is_in_capitals(word) and word not in _NUMERALS else word


def _is_in_capitals(word: str) -> bool:
    return len(word) > 1 and word.isupper()


def anonymous_name(number: object) -> str:
    """Return “#17”, the same in all languages."""
    return f"#{number}"


def is_anonymous_name(name: str) -> bool:
    return name[:1] == "#" and name[1:].isdecimal()


def without_turkish_letters(text: str) -> str:
    return without_accents(fold(text).replace("ı", "i"))


def find_words(text: str) -> Iterator[re.Match[str]]:
    """An ending after an apostrophe is a word of its own."""
    return re.finditer(r"[^\W_]+", text)


def split_by_capitals(word: str) -> set[str]:
    """“TanKaya” is also Tan and Kaya."""
    starts = [
        0,
        *(index for index in range(1, len(word)) if word[index - 1].islower() and word[index].isupper()),
    ]
    parts = (word[begin:end] for begin, end in zip(starts, [*starts[1:], len(word)], strict=True))
    return {without_turkish_letters(word), *map(without_turkish_letters, parts)}


def name_words(name: str) -> list[str]:
    return [word for word in plain_words(name) if len(word) > 1]


def normalize_nfc(text: str) -> str:
    return normalize_unicode("NFC", text)


def contains_name(text: str, words: str) -> bool:
    """Long words are also found inside others: “Kayalar”, “TanKaya”."""
    identifying_words = name_words(words)
    text_words = set().union(*(split_by_capitals(match[0]) for match in find_words(normalize_nfc(text))))
    return any(
        part == word or (len(word) >= LONG_WORD_LENGTH and word in part)
        for part in text_words
        for word in identifying_words
    )


def apply_correction(text: str, before: str, after: str, *, partner_words: Collection[str] = ()) -> str:
    """Replace in a pair's name (`text`) the whole words that a player's corrected name changes.

    `partner_words` stay. A changed number or order of words changes nothing.
    """
    old, new = before.split(), after.split()
    pairs = zip(old, new, strict=True) if len(old) == len(new) else ()
    changed = {
        old_word: new_word
        for old_word, new_word in pairs
        if old_word not in new and new_word not in old and old_word not in partner_words
    }
    return re.sub(r"[^\W_]+", lambda word: changed.get(word[0], word[0]), text) if changed else text


def make_unique(name: str, taken: Collection[str]) -> str:
    """Add a number: “Ayşe K. (2)”."""
    number, candidate = 1, name
    while fold(candidate) in taken:
        number += 1
        candidate = f"{name[: MAX_NAME_LENGTH - len(str(number)) - 3]} ({number})"
    return candidate


def matches_search(search: str, names: Iterable[str]) -> bool:
    """Every typed word begins a word of a name; signs alone find nothing."""
    prefixes = plain_words(search)
    if not prefixes:
        return not search.split()
    words = [word for name in names for word in plain_words(name)]
    return all(any(word.startswith(prefix) for word in words) for prefix in prefixes)


@lru_cache(maxsize=50_000)
def plain_words(text: str) -> tuple[str, ...]:
    return tuple(without_turkish_letters(match[0]) for match in find_words(normalize_nfc(text)))
