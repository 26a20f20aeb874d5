"""Log labels of play: each action of this app and the page its row links to."""

from __future__ import annotations

from collections import ChainMap

from django.urls import reverse

from scoring.models.reasons import reason_texts
from tournaments.history.details.row_context import ActionDescriptions, DetailDescriptions, RowValues
from tournaments.models import LogRow

from . import bell_rows, encounter_rows, entrant_rows, hand_rows, rule_rows, screen_rows, tournament_rows
from .log_actions import ACTION_KINDS, ACTIONS

_SUBJECTS = (bell_rows, encounter_rows, entrant_rows, hand_rows, rule_rows, screen_rows, tournament_rows)
_DETAILS: DetailDescriptions = ChainMap(*(dict(subject.DETAIL_DESCRIPTIONS) for subject in _SUBJECTS))


def _history_url(row: LogRow, after: RowValues) -> str:
    if not row.action.startswith("hand_") or "match" not in after or "deal" not in after:
        return ""
    return reverse("scoring:hand_history", args=[row.subject, after["match"], after["deal"]])


LABELS = ActionDescriptions(ACTIONS, _DETAILS, _history_url, reason_texts, ACTION_KINDS)
