from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from datetime import date, datetime, time
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.domain.club_members import lock_club
from tournaments.calendar_revisions import revise_events
from tournaments.clubs.domain import notify_pages
from tournaments.database.row_locks import lock_rows
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Club, Evening, Series, SetupTemplate, Tournament
from tournaments.naming.invisible_characters import one_line
from tournaments.refusals import Refused, refuse_concurrent_change
from tournaments.series.domain.event_dates import ANNOUNCED_PERIOD, series_days
from tournaments.setup.domain.templates import lock_template

LONGEST_NAME, MOST_WEEKS, MOST_SERIES = 100, 8, 20
_DAYS = range(7)


class SeriesNotPossible(Refused):
    code = "series_not_possible"
    template = _(
        "Club nights need a name, at least one day of the week, and a rhythm of 1 to %(weeks)s weeks."
    )


class SeriesNeedsSource(Refused):
    code = "series_needs_source"
    template = _("Choose a template, or a tournament of the club from which the first evening is set up.")


class TooManySeries(Refused):
    code = "too_many_series"
    template = _("A club can have at most %(most)s kinds of club nights. End one first.")


class SeriesEnded(Refused):
    code = "series_ended"
    template = _("These club nights have ended.")


@dataclass(frozen=True)
class SeriesSettings:
    name: str
    weekdays: tuple[int, ...]
    every: int
    first_day: date
    begins: time
    ends: time
    template: SetupTemplate | None = None
    like: Tournament | None = None


@transaction.atomic
def start_series(*, club: Club, settings: SeriesSettings, by: Actor, at: datetime) -> Series:
    """Store and log a series with tidied settings; notify the club's pages.

    Raises SeriesNotPossible, SeriesNeedsSource, TemplateDeleted, TooManySeries.
    """
    locked = lock_club(club.pk)
    settings = _validate_settings(locked, settings)
    if locked.series.filter(ended_at=None).count() >= MOST_SERIES:
        raise TooManySeries(most=MOST_SERIES)
    series = Series.objects.create(club=locked, created_at=at, revised_at=at, **_columns(settings))
    log_and_publish(
        "series_started", by=by, at=at, club=locked, subject=series.public_id, after=_log_details(settings)
    )
    notify_pages(locked)
    return series


@transaction.atomic
def change_series(
    *,
    series: Series,
    settings: SeriesSettings,
    seen: SeriesSettings | None = None,
    by: Actor,
    at: datetime,
) -> None:
    """Store a change, if any, and notify the club's pages; created tournaments don't change.

    Announced nights on days that the series no longer has are stored as dropped.

    Raises SeriesEnded, SeriesNotPossible, SeriesNeedsSource, TemplateDeleted, ChangedMeanwhile.
    """
    locked = lock_series(series)
    settings, before = _validate_settings(locked.club, settings), settings_of_series(locked)
    if settings == before:
        return
    refuse_concurrent_change(seen, before)
    announced = _announced_days(locked, at=at)
    revise_events(Series.objects.filter(pk=locked.pk), at=at, **_columns(settings))
    _cross_out_dropped_nights(locked, announced, at=at)
    log_and_publish(
        "series_changed",
        by=by,
        at=at,
        club=locked.club,
        subject=locked.public_id,
        before=_log_details(before),
        after=_log_details(settings),
    )
    notify_pages(locked.club)


@transaction.atomic
def end_series(*, series: Series, by: Actor, at: datetime) -> None:
    """End a series, release its template, and notify the club's pages; its announced nights are dropped.

    Raises SeriesEnded.
    """
    locked = lock_series(series)
    announced = _announced_days(locked, at=at)
    revise_events(Series.objects.filter(pk=locked.pk), at=at, ended_at=at, template=None)
    _cross_out_dropped_nights(locked, announced, at=at)
    log_and_publish(
        "series_ended",
        by=by,
        at=at,
        club=locked.club,
        subject=locked.public_id,
        before={"name": locked.title},
    )
    notify_pages(locked.club)


def settings_of_series(series: Series) -> SeriesSettings:
    return SeriesSettings(
        series.name,
        series.days_of_week,
        series.every,
        series.first_day,
        series.begins,
        series.ends,
        series.template,
        series.like,
    )


def lock_series(series: Series) -> Series:
    lock_club(series.club_id)
    locked = lock_rows(Series.objects.select_related("club", "template", "like")).get(pk=series.pk)
    if locked.ended_at is not None:
        raise SeriesEnded
    return locked


def _announced_days(series: Series, *, at: datetime) -> set[date]:
    """Return the days that calendars have, without an end of the series."""
    today = timezone.localdate(at, ZoneInfo(series.club.time_zone))
    return set(series_days(series, start=today, until=today + ANNOUNCED_PERIOD))


def _cross_out_dropped_nights(series: Series, announced: set[date], *, at: datetime) -> None:
    """Store dropped nights, so that calendars cross them out; plan returning ones again, unless skipped."""
    series.refresh_from_db()
    days = set() if series.ended_at else _announced_days(series, at=at)
    series.evenings.filter(skipped=False, tournament=None, day__in=days).delete()
    decided = set(series.evenings.values_list("day", flat=True))
    dropped = sorted(announced - days - decided)
    Evening.objects.bulk_create(Evening(series=series, day=day) for day in dropped)


def _validate_settings(club: Club, settings: SeriesSettings) -> SeriesSettings:
    """Tidy name and weekdays; lock the template.

    Raises SeriesNotPossible, TemplateDeleted, SeriesNeedsSource (also for another club's source).
    """
    settings = replace(settings, name=one_line(settings.name), weekdays=tuple(sorted({*settings.weekdays})))
    fits = settings.weekdays and all(day in _DAYS for day in settings.weekdays) and settings.name
    if not fits or len(settings.name) > LONGEST_NAME or not 1 <= settings.every <= MOST_WEEKS:
        raise SeriesNotPossible(weeks=MOST_WEEKS)
    sources = [source for source in (settings.template, settings.like) if source is not None]
    if not sources or any(source.club_id != club.pk for source in sources):
        raise SeriesNeedsSource
    if settings.template is not None:
        lock_template(settings.template)
    return settings


def _columns(settings: SeriesSettings) -> dict[str, object]:
    columns = {field: getattr(settings, field) for field in SeriesSettings.__dataclass_fields__}
    return {**columns, "weekdays": "".join(map(str, settings.weekdays))}


def _log_details(settings: SeriesSettings) -> dict[str, object]:
    plain = asdict(replace(settings, template=None, like=None))
    return plain | {"template": settings.template.name if settings.template else ""}
