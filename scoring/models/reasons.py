"""What is chosen instead of typed: it is kept as a mark, “⟦mistyped⟧”, and read in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scoring.enums import Reason
from tournaments.enums import SideLetter
from tournaments.naming.names import mark, read_marks

CORRECTED = mark("corrected")
"""The answer of a referee who corrected the hand."""


def on_protest_of(side: str) -> str:
    """The reason of a hand that a referee corrected because a side protested."""
    return mark(_protest(side))


def joined(*parts: str) -> str:
    """What was chosen and what was typed, as one reason."""
    return ": ".join(part for part in parts if part)


def chosen_words() -> dict[str, str]:
    """What each mark says, in the language of now."""
    words = {reason.value: str(reason.label) for reason in Reason}
    words |= {
        _protest(side): _("Corrected by the referee on the protest of side %(side)s") % {"side": side}
        for side in SideLetter.values
    }
    return words | {"corrected": _("The referee corrected the hand")}


def with_chosen_read(text: str) -> str:
    """A reason or an answer with its words; marks that stand for names stay as they are."""
    if "⟦" not in text:
        return text
    words = chosen_words()
    return read_marks(text, lambda key: words.get(key, mark(key)))


def _protest(side: str) -> str:
    return f"protest_{side}"
