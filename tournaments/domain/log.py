"""The one history: a row for every domain call that changed something."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from tournaments.models import Club, LogRow, Tournament

from .actor import Actor


def write(
    action: str,
    *,
    by: Actor,
    at: datetime,
    tournament: Tournament | None = None,
    club: Club | None = None,
    subject: object = "",
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
) -> None:
    """Add a row. `subject` is the public id of what was changed; `before` and `after` become JSON text."""
    row_of(
        action, by=by, at=at, tournament=tournament, club=club, subject=subject, before=before, after=after
    ).save()


def row_of(
    action: str,
    *,
    by: Actor,
    at: datetime,
    tournament: Tournament | None = None,
    club: Club | None = None,
    subject: object = "",
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
) -> LogRow:
    """A row as `write` adds it, for those who add many at once."""
    return LogRow(
        action=action,
        at=at,
        tournament=tournament,
        club_id=club.pk if club else tournament.club_id if tournament else None,
        subject=str(subject),
        before=_text(before),
        after=_text(after),
        user=by.user,
        table_link=by.table_link,
        sides_link=by.sides_link,
        keeper=by.keeper,
        device=by.device,
    )


def _text(value: dict[str, Any] | None) -> str:
    return "" if value is None else json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)
