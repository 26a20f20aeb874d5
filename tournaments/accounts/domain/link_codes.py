from __future__ import annotations

import secrets
from hashlib import sha256
from typing import Final

from tournaments.models.table import SHORT_CODE_LETTERS

LETTERS: Final = 12
"""54 bits for an hour: a million attempts a second find one of 200 with a probability of 1 in 30,000."""
_PART: Final = 4


def new_code(letters: int = LETTERS) -> str:
    return "".join(secrets.choice(SHORT_CODE_LETTERS) for _letter in range(letters))


def digest_of(typed: str) -> str:
    """Ignore case, spaces and punctuation."""
    return sha256(f"account|{plain(typed)}".encode()).hexdigest()


def plain(typed: str) -> str:
    return "".join(filter(str.isalnum, typed)).upper()


def spaced(code: str) -> str:
    return " ".join(code[begin : begin + _PART] for begin in range(0, len(code), _PART))
