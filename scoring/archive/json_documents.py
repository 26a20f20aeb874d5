"""JSON texts within an archive: reports, lines, draws, standings, rule books, texts of the log."""

from __future__ import annotations

import json
from typing import Any, Final, NoReturn

from scoring.archive.errors import BadArchive
from scoring.archive.verify import once

DEEPEST: Final = 20
"""Ours have six levels at most."""
MOST_DIGITS: Final = 40
"""Of a number: what lots of a draw are worked out from has more than a column holds."""


def read_document(text: str, place: str) -> Any:
    """Read JSON with whole numbers, names that occur once and texts that databases store.

    Raises BadArchive for anything else, and for more than DEEPEST levels.
    """
    try:
        document = json.loads(
            text, object_pairs_hook=once, parse_int=_integer, parse_float=_refuse, parse_constant=_refuse
        )
    except RecursionError:
        raise BadArchive(place, "is nested too deep") from None
    except ValueError as error:
        raise BadArchive(place, f"is no JSON: {error}") from None
    _check(document, place, 0)
    return document


def is_storable(text: str) -> bool:
    """Whether both databases store a text: neither stores NUL or half of a surrogate pair."""
    return "\0" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)


def _integer(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise ValueError(f"a number has more than {MOST_DIGITS} digits")
    return int(digits)


def _refuse(literal: str) -> NoReturn:
    raise ValueError(f"{literal[:20]} is no whole number")


def _check(value: Any, place: str, depth: int) -> None:
    if depth > DEEPEST:
        raise BadArchive(place, "is nested too deep")
    if isinstance(value, str) and not is_storable(value):
        raise BadArchive(place, "has a letter that no database keeps")
    inner = (*value.keys(), *value.values()) if isinstance(value, dict) else value
    if isinstance(value, (dict, list)):
        for one in inner:
            _check(one, place, depth + 1)
