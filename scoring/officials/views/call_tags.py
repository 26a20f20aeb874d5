"""What any page may ask of calls: those of a tournament, those of a table."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from scoring.enums import CallState
from scoring.models import Call
from scoring.officials.queries.referee_calls import calls_at, waiting_calls
from scoring.play.calls import is_own
from tournaments import access
from tournaments.clocks import is_recent
from tournaments.models import Table, Tournament
from tournaments.web.client import device_of

ANSWER_STANDS = timedelta(minutes=5)
"""How long a table and its sides read what the referee answered."""


def calls_waiting(context: dict[str, Any], tournament: Tournament) -> list[Call]:
    """The calls and protests that are not answered yet, the oldest first; read once for each page."""
    read: dict[int, list[Call]] = context["request"].__dict__.setdefault("calls_waiting", {})
    if tournament.pk not in read:
        read[tournament.pk] = waiting_calls(tournament)
    return read[tournament.pk]


def calls_of_table(context: dict[str, Any], table: Table) -> list[tuple[Call, bool]]:
    """The calls of a table that are not answered yet or were just now, each with whether it is one's own."""
    shown = calls_at(table, since=timezone.now() - ANSWER_STANDS)
    asked = [call for call in shown if call.state != CallState.CLOSED or answered_just_now(call)]
    if not asked:
        return []
    request = context["request"]
    token = request.COOKIES.get(access.cookie_name(table.public_id))
    _table, actor = access.table_or_404(request.user, table.public_id, token, device_of(request))
    return [(call, is_own(call, actor)) for call in asked]


def answered_just_now(call: Call) -> bool:
    """Whether the referee answered a call so lately that whoever called still reads it."""
    closed, now = call.closed_at, timezone.now()
    return bool(call.answer and closed and is_recent(closed, at=now, within=ANSWER_STANDS))


def may_rule(context: dict[str, Any], tournament: Tournament) -> bool:
    """Whether who looks may rule on hands of a tournament."""
    return access.may_rule(context["request"].user, tournament)
