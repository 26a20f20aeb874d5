"""Names of people and pairs, by Turkish rules of casing; and what the public reads of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache

from tournaments.naming.unicode_forms import normalized, without_accents

LONGEST_NAME = 80
LONG_WORD = 4
"""A word of so many letters is known again inside another: Kayalar, TanKaya; Er is not in Erciyes."""
BETWEEN_PLAYERS = " – "
BETWEEN_SIDES = " · "
ANY_MARK = "⟦([^⟦⟧]+)⟧"
_MARK = re.compile(ANY_MARK)


def fold(name: str) -> str:
    """A name for comparing: case, spacing and how accents are encoded don't count; I/ı, İ/i differ."""
    composed = normalized("NFC", name)
    return " ".join(composed.replace("İ", "i").replace("I", "ı").lower().split())


def capital(word: str) -> str:
    """The first letter of a word as a capital: İ of i, I of ı."""
    letter = normalized("NFC", word)[:1]
    return {"i": "İ", "ı": "I"}.get(letter, letter.upper()[:1])


def pair_name(players: Sequence[str]) -> str:
    """The usual name of a pair, in the order entered: both surnames, or “Ayşe – Can Uz” where they share one.

    Where that would be longer than a name may be, the surname stands twice.
    """
    apart = [player.rsplit(maxsplit=1) for player in players]
    if all(len(words) > 1 for words in apart) and len({fold(surname) for _first, surname in apart}) == 1:
        together = f"{BETWEEN_PLAYERS.join(first for first, _surname in apart)} {apart[-1][-1]}"
        if len(together) <= LONGEST_NAME:
            return together
    return surnames(players)


def surnames(players: Iterable[str]) -> str:
    """Both surnames, in the order entered."""
    return BETWEEN_PLAYERS.join(player.split()[-1] for player in players)


def versus(sides: Iterable[str]) -> str:
    """An encounter by its sides, parted by another mark than the players of a pair."""
    return BETWEEN_SIDES.join(sides)


def with_initial(name: str) -> str:
    """All but the last word, and the capital of that: “Ayşe K.”. A name of one word is its capital alone."""
    *first, last = name.split()
    return " ".join([*first, f"{capital(last)}."])


def mark(key: object) -> str:
    """What stands in a stored text for a name that is looked up when it is read."""
    return f"⟦{key}⟧"


def read_marks(text: str, name_of: Callable[[str], str]) -> str:
    """A stored text with the names in place of its marks."""
    return _MARK.sub(lambda found: name_of(found[1]), text)


def marks_in(text: str) -> list[str]:
    """What the marks of a text stand for, in their order."""
    return _MARK.findall(text)


def plain(text: str) -> str:
    """Small letters without accents, with i for ı, as who has no Turkish keyboard types them."""
    return without_accents(fold(text).replace("ı", "i"))


def words_in(text: str) -> Iterator[re.Match[str]]:
    """The words of a composed text where they stand, an ending after an apostrophe apart."""
    return re.finditer(r"[^\W_]+", text)


def parts_of(word: str) -> set[str]:
    """A word plain, and what capitals divide it into: “TanKaya” is also Tan and Kaya."""
    divided = [0, *(at for at in range(1, len(word)) if word[at - 1].islower() and word[at].isupper())]
    apart = (word[begin:end] for begin, end in zip(divided, [*divided[1:], len(word)], strict=True))
    return {plain(word), *map(plain, apart)}


def name_words(name: str) -> list[str]:
    """The words by which a name is known again, plain; a single letter is nobody's name."""
    return [word for word in plain_words(name) if len(word) > 1]


def composed(text: str) -> str:
    """A text with each letter and its accents as one."""
    return normalized("NFC", text)


def without_brackets(text: str) -> str:
    """A text in which nothing is a mark."""
    return text.replace("⟦", "").replace("⟧", "")


def bears(text: str, words: str) -> bool:
    """Whether one of some words of a name stands in a text, with or without its accents.

    A longer one is also found inside another: “Kayalar”, “TanKaya”.
    """
    wanted = name_words(words)
    here = set().union(*(parts_of(one[0]) for one in words_in(composed(text))))
    return any(part == word or (len(word) >= LONG_WORD and word in part) for part in here for word in wanted)


def renamed_within(text: str, before: str, after: str, *, but: Collection[str] = ()) -> str:
    """The name of a pair in which a player's words follow the correction of his name: “Ayse & Ece”.

    Words alone are exchanged, never parts of them, and none that is also `but`, a partner's. Where words were
    added to the name, left out or turned round nothing can be said of a single one.
    """
    old, new = before.split(), after.split()
    pairs = zip(old, new, strict=True) if len(old) == len(new) else ()
    changed = {one: other for one, other in pairs if one not in new and other not in old and one not in but}
    return re.sub(r"[^\W_]+", lambda word: changed.get(word[0], word[0]), text) if changed else text


def unlike(name: str, taken: Collection[str]) -> str:
    """A name that none of those taken, folded, is: “Ayşe K.”, or with a free number, “Ayşe K. (2)”."""
    number, tried = 1, name
    while fold(tried) in taken:
        number += 1
        tried = f"{name[: LONGEST_NAME - len(str(number)) - 3]} ({number})"
    return tried


def found_by(wanted: str, said: Iterable[str]) -> bool:
    """Whether somebody who is called so bears all words that are typed, or the beginnings of such words.

    An accent that is left out is no other letter, and a sign between two words none at all. Signs alone are
    borne by nobody.
    """
    begun = plain_words(wanted)
    if not begun:
        return not wanted.split()
    words = [word for name in said for word in plain_words(name)]
    return all(any(word.startswith(one) for word in words) for one in begun)


@lru_cache(maxsize=50_000)
def plain_words(text: str) -> tuple[str, ...]:
    """The words of a text, plain, in their order."""
    return tuple(plain(one[0]) for one in words_in(composed(text)))
