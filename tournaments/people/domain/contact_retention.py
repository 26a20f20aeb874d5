"""How people are reached is kept as long as the club said, since they played or were written down last."""

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

from tournaments.accounts.domain.club_members import hold_club
from tournaments.log import audit_log
from tournaments.log.actor import CONSOLE, Actor
from tournaments.models import Club, EntrantPlayer, PersonCard, Player, Tournament
from tournaments.models.people import FEWEST_MONTHS, MOST_MONTHS
from tournaments.people.domain import contact_details
from tournaments.refusals import Refused

_MONTHS = 12
_SLACK = timedelta(days=4)
"""Months are of unequal length: so much earlier a card is looked at."""


class MonthsOutOfRange(Refused):
    code = "months_out_of_range"
    template = _("Contacts are kept for %(fewest)s to %(most)s months.")


@dataclass(frozen=True)
class HeldCard:
    """A person with a card, the last day on which he played or is to play, and until when it is kept."""

    person: Player
    last: date | None
    until: date


@transaction.atomic
def set_months(*, club: Club, months: int, by: Actor, at: datetime) -> bool:
    """Say how long a club keeps how to reach people who play no more; whether that is a change.

    What is due by it is forgotten by the next look, not by this. Raises MonthsOutOfRange.
    """
    if not FEWEST_MONTHS <= months <= MOST_MONTHS:
        raise MonthsOutOfRange(fewest=FEWEST_MONTHS, most=MOST_MONTHS)
    held = hold_club(club.pk)
    before = held.forget_months
    if before == months:
        return False
    held.forget_months = club.forget_months = months
    held.save(update_fields=["forget_months"])
    audit_log.write(
        "forgetting_changed",
        by=by,
        at=at,
        club=held,
        before={"months": before},
        after={"months": months},
    )
    return True


def held_cards(club: Club, *, until: date | None = None, person: Player | None = None) -> Sequence[HeldCard]:
    """The people of a club of whom a card is kept, soonest forgotten first; one query.

    With `until` those whose card is kept no longer than to that day; of a `person` alone.
    """
    found = PersonCard.objects.filter(player__club=club).select_related("player")
    found = found.annotate(last=Subquery(_last_day(), output_field=DateField()))
    if person is not None:
        found = found.filter(player=person)
    if until is not None:
        day = moved(until, -club.forget_months) + _SLACK
        found = found.filter(Q(last=None) | Q(last__lt=day), changed_at__date__lt=day)
    zone = ZoneInfo(club.time_zone)
    held = [_held(card, club, zone) for card in found.order_by("pk")]
    return sorted(
        (one for one in held if until is None or one.until <= until),
        key=lambda one: (one.until, one.person.pk),
    )


def forget_due(*, at: datetime) -> int:
    """Forget the cards that are kept no longer, a club at a time; how many that were."""
    earliest = at - timedelta(days=28 * FEWEST_MONTHS)
    clubs = Club.objects.filter(
        pk__in=PersonCard.objects.filter(changed_at__lt=earliest).values("player__club")
    )
    return sum(_forget(club, at=at) for club in clubs.order_by("pk"))


@transaction.atomic
def _forget(club: Club, *, at: datetime) -> int:
    yesterday = at.astimezone(ZoneInfo(club.time_zone)).date() - timedelta(days=1)
    if not held_cards(club, until=yesterday):
        return 0
    held = hold_club(club.pk)
    people = [one.person for one in held_cards(held, until=yesterday)]
    contact_details.forget(people)
    audit_log.write_many(
        [
            audit_log.row_of("person_card_forgotten", by=CONSOLE, at=at, club=held, subject=person.public_id)
            for person in people
        ]
    )
    return len(people)


def moved(day: date, months: int) -> date:
    """The same day so many months later, or the last of a shorter month."""
    years, month = divmod(day.month - 1 + months, _MONTHS)
    year = day.year + years
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def _held(card: PersonCard, club: Club, zone: ZoneInfo) -> HeldCard:
    last: date | None = getattr(card, "last", None)
    changed = card.changed_at.astimezone(zone).date()
    return HeldCard(card.player, last, moved(max(changed, last or changed), club.forget_months))


def _last_day() -> QuerySet[EntrantPlayer, Any]:
    """The last day of whatever a person is or was entered in, under any name."""
    standing = Tournament.objects.standing()
    seats = EntrantPlayer.objects.filter(entrant__tournament__in=standing)
    own = seats.annotate(who=Coalesce("player__same_as", "player")).filter(who=OuterRef("player"))
    days = own.annotate(day=F("entrant__tournament__last_day")).order_by("-day", "-pk")
    return days.values("day")[:1]
