"""Log labels of play: each action of this app and the page its row links to."""

from __future__ import annotations

from collections import ChainMap

from django.urls import reverse

from scoring.models.reasons import chosen_words
from tournaments.history.details.row_context import Particulars, Told, Words
from tournaments.models import LogRow

from . import bell_rows, encounter_rows, entrant_rows, hand_rows, rule_rows, screen_rows, tournament_rows
from .log_actions import ACTIONS, KINDS

_SUBJECTS = (bell_rows, encounter_rows, entrant_rows, hand_rows, rule_rows, screen_rows, tournament_rows)
_PARTICULARS: Particulars = ChainMap(*(dict(subject.PARTICULARS) for subject in _SUBJECTS))


def _history(row: LogRow, after: Told) -> str:
    if not row.action.startswith("hand_") or "match" not in after or "deal" not in after:
        return ""
    return reverse("scoring:hand_history", args=[row.subject, after["match"], after["deal"]])


WORDS = Words(ACTIONS, _PARTICULARS, _history, chosen_words, KINDS)
