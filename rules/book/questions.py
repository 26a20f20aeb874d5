from __future__ import annotations

from typing import Final

from rules.localized_text import Text
from rules.sentences import Situation

PAIRS_ONLY_SENTENCE: Final = "word-partner"
"""The sentence that only a book for pairs has."""


def question(
    tr: str, en: str, *answers: str, otherwise: tuple[str, ...] = (), needs: str | None = None
) -> Situation:
    """Return a question; ``otherwise`` answers it if the book lacks the first answer."""
    return Situation(Text(tr, en), answers, otherwise, needs)
