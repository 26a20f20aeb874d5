from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from tournaments.live import counters
from tournaments.log import audit_log
from tournaments.log.actor import Actor
from tournaments.models import Club, LogRow, Tournament


def log_and_publish(
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
    """Add a row to the tournament's log and notify its pages, or add one to the club's log.

    Lock no other row after it. Raises TournamentErased.
    """
    row = audit_log.build_log_row(
        action, by=by, at=at, tournament=tournament, club=club, subject=subject, before=before, after=after
    )
    log_all_and_publish([row])


def log_all_and_publish(rows: Sequence[LogRow]) -> None:
    """Like `log_and_publish`, for several rows of one tournament or club."""
    if not rows:
        return
    tournament = rows[0].tournament
    audit_log.lock(tournament, rows[0].club_id)
    audit_log.write(rows)
    if tournament is not None:
        counters.notify(tournament)
