"""Chosen reasons are stored as codes beside the typed text, and worded when shown."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from scoring.enums import CorrectionReason
from tournaments.enums import SideLetter

CORRECTED_BY_REFEREE: Final = "corrected"
"""The answer of a referee who corrected the hand."""


def protest_reason(side: str) -> str:
    return f"protest_{side}"


REASON_CODES: Final = frozenset(
    {CORRECTED_BY_REFEREE, *CorrectionReason.values, *map(protest_reason, SideLetter.values)}
)


def require_reason_codes(codes: Collection[str]) -> None:
    """Raises ValidationError for unknown codes."""
    if unknown := sorted({*codes} - REASON_CODES):
        raise ValidationError(f"is unknown: {unknown[0][:40]!r}")


def reason_labels() -> dict[str, str]:
    labels = {reason.value: str(reason.label) for reason in CorrectionReason}
    labels |= {
        protest_reason(side): _("Corrected by the referee after the protest of side %(side)s")
        % {"side": side}
        for side in SideLetter.values
    }
    return labels | {CORRECTED_BY_REFEREE: _("The referee corrected the hand")}


def word_reason(codes: Collection[str], typed: str) -> str:
    """Return known codes in words, then the typed text."""
    if not codes:
        return typed
    labels = reason_labels()
    return ": ".join(part for part in (*(labels.get(code, "") for code in codes), typed) if part)
