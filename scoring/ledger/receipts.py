from __future__ import annotations

from typing import Final

from tournaments.models.table import SHORT_CODE_LETTERS

RECEIPT_LENGTH: Final = 8
"""With 23 letters, two different seals share a receipt once in 78,310,985,281 pairs."""


def receipt(seal: str) -> str:
    """Return "K7PM 3XRD"."""
    if not seal:
        return ""
    number, letters = int(seal, 16), ""
    for _place in range(RECEIPT_LENGTH):
        number, letter = divmod(number, len(SHORT_CODE_LETTERS))
        letters += SHORT_CODE_LETTERS[letter]
    return f"{letters[: RECEIPT_LENGTH // 2]} {letters[RECEIPT_LENGTH // 2 :]}"
