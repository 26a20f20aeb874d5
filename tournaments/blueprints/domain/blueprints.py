from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from rules.games import game_of
from tournaments.accounts.domain.club_members import lock_club
from tournaments.blueprints.domain.contents import (
    LONGEST_NAME,
    BlueprintSettings,
    settings_from_blueprint,
    settings_of_blueprint,
)
from tournaments.blueprints.domain.event_dates import ANNOUNCED_PERIOD, series_days
from tournaments.calendar_revisions import revise_events
from tournaments.clubs.domain import notify_pages
from tournaments.database.row_locks import lock_rows
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Blueprint, Club, Evening
from tournaments.naming.invisible_characters import one_line
from tournaments.naming.names import fold
from tournaments.refusals import Refused, refuse_concurrent_change
from tournaments.setup.domain.tournament_settings import refuse_settings

MOST_BLUEPRINTS, MOST_WEEKS = 40, 8
_DAYS = range(7)


class BlueprintNameMissing(Refused):
    code = "blueprint_name_missing"
    template = _("A template needs a name of at most %(most)s characters.")


class BlueprintNameTaken(Refused):
    code = "blueprint_name_taken"
    template = _("The club already has a template called “%(name)s”.")

    def __init__(self, namesake: Blueprint) -> None:
        super().__init__(name=namesake.name)
        self.namesake = namesake


class TooManyBlueprints(Refused):
    code = "too_many_blueprints"
    template = _("A club can have at most %(most)s templates. Delete one first.")


class BlueprintDeleted(Refused):
    """Also of one that has ended."""

    code = "blueprint_gone"
    template = _("This template has been deleted.")


class SeriesNotPossible(Refused):
    code = "series_not_possible"
    template = _(
        "Club nights need at least one day of the week, a first day, hours, and a rhythm of 1 to %(weeks)s "
        "weeks."
    )


@transaction.atomic
def save_blueprint(
    *, blueprint: Blueprint, settings: BlueprintSettings, by: Actor, at: datetime
) -> Blueprint:
    """Store and log an unsaved blueprint with `settings`; notify the club's pages.

    Raises BlueprintNameMissing, BlueprintNameTaken, TooManyBlueprints, SeriesNotPossible, and what
    refuse_settings raises.
    """
    club = lock_club(blueprint.club_id)
    settings = _tidy_settings(club, settings)
    if club.blueprints.in_use().count() >= MOST_BLUEPRINTS:
        raise TooManyBlueprints(most=MOST_BLUEPRINTS)
    _set_columns(blueprint, settings, at=at)
    blueprint.save()
    made_from = {"of": str(blueprint.made_from.public_id)} if blueprint.made_from else {}
    log_and_publish(
        "blueprint_saved",
        by=by,
        at=at,
        club=club,
        subject=blueprint.public_id,
        after=settings.log_details | made_from,
    )
    notify_pages(club)
    return blueprint


@transaction.atomic
def change_blueprint(
    *,
    blueprint: Blueprint,
    settings: BlueprintSettings,
    by: Actor,
    at: datetime,
    seen: BlueprintSettings | None = None,
) -> None:
    """Store a change, if any, and notify the club's pages; created tournaments don't change.

    Announced nights on days that it no longer has are stored as dropped. `seen` are the settings that the
    edit started from.

    Raises BlueprintDeleted, ChangedMeanwhile, and what save_blueprint raises.
    """
    locked = lock_blueprint(blueprint)
    settings = _tidy_settings(locked.club, settings, blueprint=locked)
    before = settings_of_blueprint(locked)
    if before == settings:
        return
    refuse_concurrent_change(seen, before)
    announced = _announced_days(locked, at=at)
    _set_columns(locked, settings, at=at)
    revise_events(Blueprint.objects.filter(pk=locked.pk), at=at, **settings.columns)
    _cross_out_dropped_nights(locked, announced, at=at)
    log_and_publish(
        "blueprint_changed",
        by=by,
        at=at,
        club=locked.club,
        subject=locked.public_id,
        before=before.log_details,
        after=settings.log_details,
    )
    notify_pages(locked.club)


@transaction.atomic
def set_default_blueprint(*, club: Club, blueprint: Blueprint | None, by: Actor, at: datetime) -> None:
    """Set the default, None for none; only a change is stored and logged. Raises BlueprintDeleted."""
    lock_club(club.pk)
    current = club.blueprints.filter(is_default=True).first()
    chosen = lock_blueprint(blueprint) if blueprint is not None else None
    if current == chosen:
        return
    club.blueprints.filter(is_default=True).update(is_default=False)
    if chosen is not None:
        club.blueprints.filter(pk=chosen.pk).update(is_default=True)
    names = [{"name": default.name} if default else {} for default in (current, chosen)]
    log_and_publish("default_blueprint_chosen", by=by, at=at, club=club, before=names[0], after=names[1])


@transaction.atomic
def end_blueprint(*, blueprint: Blueprint, by: Actor, at: datetime) -> None:
    """Delete it; a series stays readable, but plans nothing, and its announced nights are dropped.

    Raises BlueprintDeleted.
    """
    locked = lock_blueprint(blueprint)
    is_series = Blueprint.objects.series().filter(pk=locked.pk).exists()
    log_and_publish(
        "blueprint_deleted",
        by=by,
        at=at,
        club=locked.club,
        subject=locked.public_id,
        before={"name": locked.title},
    )
    if not is_series:
        locked.delete()
        return
    announced = _announced_days(locked, at=at)
    revise_events(Blueprint.objects.filter(pk=locked.pk), at=at, ended_at=at, is_default=False)
    locked.ended_at = at
    _cross_out_dropped_nights(locked, announced, at=at)
    notify_pages(locked.club)


def lock_blueprint(blueprint: Blueprint) -> Blueprint:
    """Lock its club as well. Raises BlueprintDeleted."""
    lock_club(blueprint.club_id)
    rows = lock_rows(Blueprint.objects.in_use().select_related("club", "rule_book", "made_from"))
    locked = rows.filter(pk=blueprint.pk).first()
    if locked is None:
        raise BlueprintDeleted
    return locked


def _set_columns(blueprint: Blueprint, settings: BlueprintSettings, *, at: datetime) -> None:
    """Raises what refuse_settings raises."""
    for field, value in settings.columns.items():
        setattr(blueprint, field, value)
    day = settings.first_day or at.date()
    refuse_settings(
        settings_from_blueprint(blueprint, name=settings.name, day=day),
        game_of(blueprint.rule_book.rule_set_id),
    )


def _announced_days(blueprint: Blueprint, *, at: datetime) -> set[date]:
    """Return the days that calendars have."""
    today = timezone.localdate(at, ZoneInfo(blueprint.club.time_zone))
    return set(series_days(blueprint, start=today, until=today + ANNOUNCED_PERIOD))


def _cross_out_dropped_nights(blueprint: Blueprint, announced: set[date], *, at: datetime) -> None:
    """Store dropped nights, so that calendars cross them out; plan returning ones again, unless skipped."""
    days = _announced_days(blueprint, at=at)
    blueprint.evenings.filter(skipped=False, tournament=None, day__in=days).delete()
    decided = set(blueprint.evenings.values_list("day", flat=True))
    dropped = sorted(announced - days - decided)
    Evening.objects.bulk_create(Evening(blueprint=blueprint, day=day) for day in dropped)


def _tidy_settings(
    club: Club, settings: BlueprintSettings, blueprint: Blueprint | None = None
) -> BlueprintSettings:
    """Tidy name and weekdays; without any, drop the rhythm.

    Raises BlueprintNameMissing, BlueprintNameTaken, SeriesNotPossible.
    """
    name = one_line(settings.name)
    if not name or len(name) > LONGEST_NAME:
        raise BlueprintNameMissing(most=LONGEST_NAME)
    for other in club.blueprints.in_use():
        if other != blueprint and fold(other.name) == fold(name):
            raise BlueprintNameTaken(other)
    if not settings.weekdays:
        return replace(settings, name=name, every=1, first_day=None, like_previous=False)
    weekdays = tuple(sorted({*settings.weekdays}))
    hours = settings.common["begins"], settings.common["ends"]
    complete = settings.first_day is not None and None not in hours
    if not complete or any(day not in _DAYS for day in weekdays) or not 1 <= settings.every <= MOST_WEEKS:
        raise SeriesNotPossible(weeks=MOST_WEEKS)
    return replace(settings, name=name, weekdays=weekdays)
