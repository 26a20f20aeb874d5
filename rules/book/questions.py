from __future__ import annotations

from typing import Final

from rules.sentences import Situation
from rules.text import Text

PARTNERS: Final = "word-partner"
"""The sentence that only a book for pairs has."""


def question(
    tr: str, en: str, *answers: str, otherwise: tuple[str, ...] = (), needs: str | None = None
) -> Situation:
    """Return a question; ``otherwise`` answers it if the book lacks the first answer."""
    return Situation(Text(tr, en), answers, otherwise, needs)
