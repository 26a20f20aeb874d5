from __future__ import annotations

import secrets
from hashlib import sha256
from typing import Final

from tournaments.models.table import SHORT_CODE_LETTERS

CODE_LENGTH: Final = 12
"""54 bits for an hour: a million attempts a second find one of 200 with a probability of 1 in 30,000."""
_BLOCK_LENGTH: Final = 4


def new_code(letters: int = CODE_LENGTH) -> str:
    return "".join(secrets.choice(SHORT_CODE_LETTERS) for _letter in range(letters))


def typed_code_digest(typed: str) -> str:
    """Ignore case, spaces and punctuation."""
    return sha256(f"account|{normalize_code(typed)}".encode()).hexdigest()


def normalize_code(typed: str) -> str:
    return "".join(filter(str.isalnum, typed)).upper()


def format_code(code: str) -> str:
    return " ".join(code[begin : begin + _BLOCK_LENGTH] for begin in range(0, len(code), _BLOCK_LENGTH))
