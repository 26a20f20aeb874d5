from __future__ import annotations

import json
from typing import Any, Final, NoReturn

from scoring.archive.errors import ArchiveRefused
from scoring.archive.verify import require_unique_names

MAX_DEPTH: Final = 20
"""Our own documents have at most six levels."""
MAX_DIGITS: Final = 40
"""Numbers in the lots of a draw are larger than any column."""


def read_document(text: str, place: str) -> Any:
    """Parse JSON.

    Raises ArchiveRefused for invalid JSON, fractions, repeated names, unstorable texts or over MAX_DEPTH
    levels.
    """
    try:
        document = json.loads(
            text,
            object_pairs_hook=require_unique_names,
            parse_int=_integer,
            parse_float=_refuse,
            parse_constant=_refuse,
        )
    except RecursionError:
        raise ArchiveRefused(place, "is nested too deep") from None
    except ValueError as error:
        raise ArchiveRefused(place, f"is no JSON: {error}") from None
    _check_value(document, place, 0)
    return document


def is_storable(text: str) -> bool:
    """Whether it has neither NUL nor surrogates."""
    return "\0" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)


def _integer(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise ValueError(f"a number has more than {MAX_DIGITS} digits")
    return int(digits)


def _refuse(literal: str) -> NoReturn:
    raise ValueError(f"{literal[:20]} is no whole number")


def _check_value(value: Any, place: str, depth: int) -> None:
    if depth > MAX_DEPTH:
        raise ArchiveRefused(place, "is nested too deep")
    if isinstance(value, str) and not is_storable(value):
        raise ArchiveRefused(place, "has a letter that no database keeps")
    inner = (*value.keys(), *value.values()) if isinstance(value, dict) else value
    if isinstance(value, (dict, list)):
        for item in inner:
            _check_value(item, place, depth + 1)
