from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from scoring.enums import CallState
from scoring.models import Call
from scoring.officials.queries.referee_calls import calls_at, waiting_calls
from scoring.play.calls import is_own_call
from tournaments import access
from tournaments.clock_tolerance import is_recent
from tournaments.models import Table, Tournament
from tournaments.web.client import device_of

ANSWER_SHOWN_FOR = timedelta(minutes=5)
"""How long a table and its sides see an answer."""


def calls_waiting(context: dict[str, Any], tournament: Tournament) -> list[Call]:
    """Read once per request."""
    cached: dict[int, list[Call]] = context["request"].__dict__.setdefault("calls_waiting", {})
    if tournament.pk not in cached:
        cached[tournament.pk] = waiting_calls(tournament)
    return cached[tournament.pk]


def calls_of_table(context: dict[str, Any], table: Table) -> list[tuple[Call, bool]]:
    """Return calls open or answered within ANSWER_SHOWN_FOR, each with whether the visitor made it."""
    recent = calls_at(table, since=timezone.now() - ANSWER_SHOWN_FOR)
    visible = [call for call in recent if call.state != CallState.CLOSED or answered_just_now(call)]
    if not visible:
        return []
    request = context["request"]
    token = request.COOKIES.get(access.table_cookie_name(table.public_id))
    _table, actor = access.table_or_404(request.user, table.public_id, token, device_of(request))
    return [(call, is_own_call(call, actor)) for call in visible]


def answered_just_now(call: Call) -> bool:
    closed, now = call.closed_at, timezone.now()
    return bool(call.is_answered and closed and is_recent(closed, at=now, within=ANSWER_SHOWN_FOR))


def may_rule(context: dict[str, Any], tournament: Tournament) -> bool:
    return access.may_rule(context["request"].user, tournament)
