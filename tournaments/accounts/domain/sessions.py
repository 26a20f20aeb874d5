from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from tournaments.clock_tolerance import CLOCK_TOLERANCE
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import SessionRecord, User
from tournaments.refusals import Refused

LONGEST_DEVICE = 200


class SessionEnded(Refused):
    code = "session_ended"
    template = _("This browser is already signed out.")


def record(*, user: User, session_key: str, device: str, at: datetime) -> None:
    SessionRecord.objects.create(
        session_id=session_key, user=user, device=device[:LONGEST_DEVICE], since=at, seen_at=at
    )


def record_use(*, session_key: str, at: datetime) -> None:
    SessionRecord.objects.filter(session=session_key).update(seen_at=at)


def active_for_user(*, user: User, at: datetime) -> QuerySet[SessionRecord]:
    """The last used first."""
    signed_in = SessionRecord.objects.filter(user=user, session__expire_date__gt=at)
    return signed_in.order_by("-seen_at", "-pk")


@transaction.atomic
def end(*, user: User, public_id: UUID, by: Actor, at: datetime) -> None:
    """Raises SessionEnded."""
    if not _delete_sessions(SessionRecord.objects.filter(user=user, public_id=public_id)):
        raise SessionEnded
    log_and_publish("signed_out_elsewhere", by=by, at=at, subject=user.pk)


@transaction.atomic
def end_others(*, user: User, current_key: str, by: Actor, at: datetime) -> int:
    ended = end_all(user=user, current_key=current_key)
    if ended:
        log_and_publish("signed_out_elsewhere", by=by, at=at, subject=user.pk)
    return ended


def end_all(*, user: User, current_key: str = "") -> int:
    return _delete_sessions(SessionRecord.objects.filter(user=user).exclude(session=current_key))


def shorten_long_sessions(*, at: datetime) -> int:
    """Shorten sessions that a wrong clock made too long."""
    latest = at + timedelta(seconds=settings.SESSION_COOKIE_AGE)
    too_long = Session.objects.filter(expire_date__gt=latest + CLOCK_TOLERANCE)
    return too_long.update(expire_date=latest)


def _delete_sessions(signed_in: QuerySet[SessionRecord]) -> int:
    keys = list(signed_in.values_list("session_id", flat=True))
    Session.objects.filter(pk__in=keys).delete()
    return len(keys)
