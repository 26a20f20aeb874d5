"""What the log says of play: each action of this app in words, and where its row leads."""

from __future__ import annotations

from collections import ChainMap

from django.urls import reverse

from scoring.models.reasons import chosen_words
from tournaments.models import LogRow
from tournaments.views.particulars.told import Particulars, Told, Words

from . import bells, encounters, entrants, hands, rules, screen, tournaments
from .actions import ACTIONS, KINDS

_SUBJECTS = (bells, encounters, entrants, hands, rules, screen, tournaments)
_PARTICULARS: Particulars = ChainMap(*(dict(subject.PARTICULARS) for subject in _SUBJECTS))


def _history(row: LogRow, after: Told) -> str:
    """The address of the history of the hand that a row is about."""
    if not row.action.startswith("hand_") or "match" not in after or "deal" not in after:
        return ""
    return reverse("scoring:hand_history", args=[row.subject, after["match"], after["deal"]])


WORDS = Words(ACTIONS, _PARTICULARS, _history, chosen_words, KINDS)
