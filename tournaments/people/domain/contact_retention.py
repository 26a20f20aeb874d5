from __future__ import annotations

from calendar import monthrange
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import DateField, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.domain.club_members import lock_club
from tournaments.log import audit_log
from tournaments.log.actor import CONSOLE, Actor
from tournaments.log.log_and_publish import log_all_and_publish, log_and_publish
from tournaments.models import Club, EntrantPlayer, PersonCard, Player, Tournament
from tournaments.models.people import MAX_RETENTION_MONTHS, MIN_RETENTION_MONTHS
from tournaments.people.domain import contact_details
from tournaments.refusals import Refused, refuse_concurrent_change

_MONTHS = 12
_SLACK = timedelta(days=4)
"""Query margin, because months have different lengths."""


class MonthsOutOfRange(Refused):
    code = "months_out_of_range"
    template = _("Contact details are stored for %(fewest)s to %(most)s months.")


@dataclass(frozen=True)
class ExpiringDetails:
    person: Player
    last_played_on: date | None
    kept_until: date


@transaction.atomic
def set_retention(*, club: Club, months: int, seen: int | None = None, by: Actor, at: datetime) -> bool:
    """Store for how many months contact details are kept; only the next run deletes any.

    Return whether it changed. Raises MonthsOutOfRange, ChangedMeanwhile.
    """
    if not MIN_RETENTION_MONTHS <= months <= MAX_RETENTION_MONTHS:
        raise MonthsOutOfRange(fewest=MIN_RETENTION_MONTHS, most=MAX_RETENTION_MONTHS)
    locked = lock_club(club.pk)
    before = locked.forget_months
    if before == months:
        return False
    refuse_concurrent_change(seen, before)
    locked.forget_months = club.forget_months = months
    locked.save(update_fields=["forget_months"])
    log_and_publish(
        "contact_retention_changed",
        by=by,
        at=at,
        club=locked,
        before={"months": before},
        after={"months": months},
    )
    return True


def expiring_details(
    club: Club, *, until: date | None = None, person: Player | None = None
) -> Sequence[ExpiringDetails]:
    """Return details with their last day, earliest first, all of them or only up to `until`."""
    cards = PersonCard.objects.filter(player__club=club).select_related("player")
    cards = cards.annotate(last=Subquery(_last_played_day(), output_field=DateField()))
    if person is not None:
        cards = cards.filter(player=person)
    if until is not None:
        day = add_months(until, -club.forget_months) + _SLACK
        cards = cards.filter(Q(last=None) | Q(last__lt=day), changed_at__date__lt=day)
    zone = ZoneInfo(club.time_zone)
    all_details = [_expiry_of(card, club, zone) for card in cards.order_by("pk")]
    return sorted(
        (expiring for expiring in all_details if until is None or expiring.kept_until <= until),
        key=lambda expiring: (expiring.kept_until, expiring.person.pk),
    )


def delete_expired(*, at: datetime) -> int:
    """Lock one club at a time; return how many."""
    earliest = at - timedelta(days=28 * MIN_RETENTION_MONTHS)
    clubs = Club.objects.filter(
        pk__in=PersonCard.objects.filter(changed_at__lt=earliest).values("player__club")
    )
    return sum(_delete_expired_of(club, at=at) for club in clubs.order_by("pk"))


@transaction.atomic
def _delete_expired_of(club: Club, *, at: datetime) -> int:
    """Delete and log details that expired before today in the club's time zone; return how many."""
    yesterday = at.astimezone(ZoneInfo(club.time_zone)).date() - timedelta(days=1)
    if not expiring_details(club, until=yesterday):
        return 0
    locked = lock_club(club.pk)
    people = [details.person for details in expiring_details(locked, until=yesterday)]
    contact_details.delete_details(people)
    log_all_and_publish(
        [
            audit_log.build_log_row(
                "person_details_expired", by=CONSOLE, at=at, club=locked, subject=person.public_id
            )
            for person in people
        ]
    )
    return len(people)


def add_months(day: date, months: int) -> date:
    """Return the same day, or the last of a shorter month."""
    years, month = divmod(day.month - 1 + months, _MONTHS)
    year = day.year + years
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def _expiry_of(card: PersonCard, club: Club, zone: ZoneInfo) -> ExpiringDetails:
    last: date | None = getattr(card, "last", None)
    changed = card.changed_at.astimezone(zone).date()
    return ExpiringDetails(card.player, last, add_months(max(changed, last or changed), club.forget_months))


def _last_played_day() -> QuerySet[EntrantPlayer, Any]:
    active = Tournament.objects.not_erased()
    seats = EntrantPlayer.objects.filter(entrant__tournament__in=active)
    by_person = seats.annotate(who=Coalesce("player__same_as", "player")).filter(who=OuterRef("player"))
    days = by_person.annotate(day=F("entrant__tournament__last_day")).order_by("-day", "-pk")
    return days.values("day")[:1]
