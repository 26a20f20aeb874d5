"""Chosen reasons are stored as marks, “⟦mistyped⟧”, and translated."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scoring.enums import CorrectionReason
from tournaments.enums import SideLetter
from tournaments.naming.names import placeholder, replace_placeholders

CORRECTED_BY_REFEREE = placeholder("corrected")
"""The answer of a referee who corrected the hand."""


def protest_reason(side: str) -> str:
    return placeholder(_protest_key(side))


def join_reason(*parts: str) -> str:
    return ": ".join(part for part in parts if part)


def reason_texts() -> dict[str, str]:
    texts = {reason.value: str(reason.label) for reason in CorrectionReason}
    texts |= {
        _protest_key(side): _("Corrected by the referee after the protest of side %(side)s") % {"side": side}
        for side in SideLetter.values
    }
    return texts | {"corrected": _("The referee corrected the hand")}


def with_reason_texts(text: str) -> str:
    """Marks for names remain."""
    if "⟦" not in text:
        return text
    texts = reason_texts()
    return replace_placeholders(text, lambda key: texts.get(key, placeholder(key)))


def _protest_key(side: str) -> str:
    return f"protest_{side}"
