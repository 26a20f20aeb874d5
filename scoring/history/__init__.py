"""The log of play: actions of this app, their codes in words, and the page a row links to."""

from __future__ import annotations

from django.urls import reverse

from tournaments.history.log_actions import PlayLog, RowValues
from tournaments.models import LogRow

from .log_actions import ACTIONS
from .log_values import word_values


def _history_url(row: LogRow, after: RowValues) -> str:
    if not row.action.startswith("hand_") or "match" not in after or "deal" not in after:
        return ""
    return reverse("scoring:hand_history", args=[row.subject, after["match"], after["deal"]])


PLAY_LOG = PlayLog(ACTIONS, word_values, _history_url)
