"""The codes of one-time links to accounts: for a link, a QR code, and to be read aloud."""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import Final

from tournaments.models.table import SHORT_CODE_LETTERS

LETTERS: Final = 12
"""So many of 23 letters: 54 bits, valid for an hour. A million tries a second find one of 200 in an hour
with a chance of 1 in 30,000."""
_PART: Final = 4


def new_code(letters: int = LETTERS) -> str:
    return "".join(secrets.choice(SHORT_CODE_LETTERS) for _letter in range(letters))


def digest_of(typed: str) -> str:
    """What is kept of a code, and looked for: capitals or not, blanks and signs anywhere."""
    return sha256(f"account|{plain(typed)}".encode()).hexdigest()


def plain(typed: str) -> str:
    """A code as it is made, from what somebody typed."""
    return "".join(filter(str.isalnum, typed)).upper()


def spaced(code: str) -> str:
    """A code in parts, which are easier to read aloud and to type."""
    return " ".join(code[begin : begin + _PART] for begin in range(0, len(code), _PART))
