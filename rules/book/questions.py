"""A question as a row of a table: its words in both languages, and the sentences that answer it."""

from __future__ import annotations

from typing import Final

from rules.sentences import Situation
from rules.text import Text

PARTNERS: Final = "word-partner"
"""The sentence that only a book of pairs has."""


def asked(
    tr: str, en: str, *answers: str, otherwise: tuple[str, ...] = (), needs: str | None = None
) -> Situation:
    """Put a question; ``otherwise`` answers it where the book lacks the first of the answers."""
    return Situation(Text(tr, en), answers, otherwise, needs)
