from __future__ import annotations

from datetime import date, datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.blueprints.domain.blueprints import lock_blueprint
from tournaments.blueprints.domain.event_dates import series_days, tournaments_in_period
from tournaments.calendar_revisions import revise_events
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Blueprint, Evening, Tournament
from tournaments.refusals import Refused


class NoSuchEvent(Refused):
    code = "no_such_series_event"
    template = _("There is no club night on this day.")


class EventAlreadyCreated(Refused):
    code = "series_event_already_created"
    template = _("This evening is already created.")


@transaction.atomic
def skip_event(*, blueprint: Blueprint, day: date, skip: bool, by: Actor, at: datetime) -> None:
    """Skip a day's event, or undo that, with a new revision for calendars; a repeat changes nothing.

    Raises BlueprintDeleted, NoSuchEvent, EventAlreadyCreated.
    """
    locked = lock_event(blueprint, day)
    decided = locked.evenings.filter(day=day)
    if skip == decided.exists():
        return
    if skip:
        Evening.objects.create(blueprint=locked, day=day, skipped=True)
    else:
        decided.delete()
    revise_events(Blueprint.objects.filter(pk=locked.pk), at=at)
    summary = {"name": locked.title, "first_day": day}
    if skip:
        log_and_publish(
            "evening_skipped", by=by, at=at, club=locked.club, subject=locked.public_id, after=summary
        )
    else:
        log_and_publish(
            "evening_skip_undone",
            by=by,
            at=at,
            club=locked.club,
            subject=locked.public_id,
            after=summary,
        )


def record_created_event(*, blueprint: Blueprint, day: date, tournament: Tournament) -> None:
    """Caller holds the lock."""
    _evening, created = Evening.objects.update_or_create(
        blueprint=blueprint, day=day, defaults={"tournament": tournament, "skipped": False}
    )
    if not created:  # it was skipped, and calendars had struck it out
        revise_events(Blueprint.objects.filter(pk=blueprint.pk), at=tournament.created_at)


def lock_event(blueprint: Blueprint, day: date) -> Blueprint:
    """Raise BlueprintDeleted, NoSuchEvent, EventAlreadyCreated."""
    locked = lock_blueprint(blueprint)
    moved_here = Q(
        tournament__in=tournaments_in_period(locked.club, first=day, last=day), tournament__first_day=day
    )
    if locked.evenings.filter(Q(day=day, tournament__isnull=False) | moved_here).exists():
        raise EventAlreadyCreated
    if day not in series_days(locked, start=day, until=day):
        raise NoSuchEvent
    return locked
