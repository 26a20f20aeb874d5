"""Contacts that are kept no longer than the club said."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction

from tournaments.database.row_locks import hold
from tournaments.log import audit_log
from tournaments.log.actor import CONSOLE
from tournaments.models import SignUp, Tournament
from tournaments.signup.domain import notifications


def forget_due(*, at: datetime) -> int:
    """Forget whatever is due by now, a tournament at a time; of how many applications that was."""
    waiting = SignUp.objects.filter(
        tournament__applications__forgotten_at=None,
        tournament__applications__isnull=False,
        tournament__last_day__lt=at.date(),
    )
    terms = waiting.select_related("tournament__club").distinct().order_by("pk")
    return sum(_forget(one.tournament, at=at) for one in terms if _is_due(one, at=at))


def take_words(tournament: Tournament, *, at: datetime) -> int:
    """Leave nothing of what those who signed up typed, nor mails about it; gives how many they were.

    Within a transaction.
    """
    notifications.forget(tournament)
    nothing = {"contact": "", "answers": "[]", "player_1": "", "player_2": ""}
    return tournament.applications.filter(forgotten_at=None).update(forgotten_at=at, **nothing)


def _is_due(terms: SignUp, *, at: datetime) -> bool:
    today = at.astimezone(ZoneInfo(terms.tournament.club.time_zone)).date()
    return today > terms.tournament.last_day + timedelta(days=terms.forget_days)


@transaction.atomic
def _forget(tournament: Tournament, *, at: datetime) -> int:
    """Names of entrants stay where they are shown; of who never was one nothing stays."""
    held = hold(Tournament.objects.standing()).filter(pk=tournament.pk).first()
    if held is None:
        return 0
    notifications.forget_notices(held)
    count = take_words(held, at=at)
    if count:
        audit_log.write("contacts_forgotten", by=CONSOLE, at=at, tournament=held, after={"forgotten": count})
    return count
