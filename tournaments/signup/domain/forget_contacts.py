from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction

from tournaments.database.row_locks import lock_rows
from tournaments.log.actor import CONSOLE
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import SignUp, Tournament
from tournaments.signup.domain import notifications


def delete_due_contacts(*, at: datetime) -> int:
    """Return the number of applications."""
    waiting = SignUp.objects.filter(
        tournament__applications__forgotten_at=None,
        tournament__applications__isnull=False,
        tournament__last_day__lt=at.date(),
    )
    terms = waiting.select_related("tournament__club").distinct().order_by("pk")
    return sum(_delete_contacts(sign_up.tournament, at=at) for sign_up in terms if _is_due(sign_up, at=at))


def delete_applicant_data(tournament: Tournament, *, at: datetime) -> int:
    """Delete pending emails, too. Must run in a transaction."""
    notifications.drop_application_emails(tournament)
    empty_columns = {"contact": "", "answers": "[]", "player_1": "", "player_2": ""}
    return tournament.applications.filter(forgotten_at=None).update(forgotten_at=at, **empty_columns)


def _is_due(terms: SignUp, *, at: datetime) -> bool:
    today = at.astimezone(ZoneInfo(terms.tournament.club.time_zone)).date()
    return today > terms.tournament.last_day + timedelta(days=terms.forget_days)


@transaction.atomic
def _delete_contacts(tournament: Tournament, *, at: datetime) -> int:
    """Blank applicants' data, delete queued emails, log; return the number of applications, 0 if erased."""
    locked = lock_rows(Tournament.objects.not_erased()).filter(pk=tournament.pk).first()
    if locked is None:
        return 0
    notifications.drop_tournament_emails(locked)
    count = delete_applicant_data(locked, at=at)
    if count:
        log_and_publish(
            "contact_details_deleted", by=CONSOLE, at=at, tournament=locked, after={"forgotten": count}
        )
    return count
