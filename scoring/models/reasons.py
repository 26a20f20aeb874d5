"""Reasons chosen from a list: stored as a mark, “⟦mistyped⟧”, and translated for the reader."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scoring.enums import Reason
from tournaments.enums import SideLetter
from tournaments.naming.names import mark, read_marks

CORRECTED = mark("corrected")
"""The answer of a referee who corrected the hand."""


def on_protest_of(side: str) -> str:
    return mark(_protest(side))


def joined(*parts: str) -> str:
    return ": ".join(part for part in parts if part)


def chosen_words() -> dict[str, str]:
    """Return the text of each mark in the current language."""
    words = {reason.value: str(reason.label) for reason in Reason}
    words |= {
        _protest(side): _("Corrected by the referee on the protest of side %(side)s") % {"side": side}
        for side in SideLetter.values
    }
    return words | {"corrected": _("The referee corrected the hand")}


def with_chosen_read(text: str) -> str:
    """Replace the marks of chosen reasons by their text; marks that stand for names remain."""
    if "⟦" not in text:
        return text
    words = chosen_words()
    return read_marks(text, lambda key: words.get(key, mark(key)))


def _protest(side: str) -> str:
    return f"protest_{side}"
