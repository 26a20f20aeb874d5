"""A club's series of nights: begun, changed, ended, and a night of it left out."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from datetime import date, datetime, time

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.domain.club_members import hold_club
from tournaments.clubs.domain.profile import tell_pages
from tournaments.database.row_locks import hold
from tournaments.log import audit_log
from tournaments.log.actor import Actor
from tournaments.models import Club, Evening, Series, SetupTemplate, Tournament
from tournaments.naming.invisible_characters import one_line
from tournaments.refusals import Refused
from tournaments.series.domain.event_dates import days_of
from tournaments.setup.domain.templates import hold_template

LONGEST_NAME, MOST_WEEKS, MOST_SERIES = 100, 8, 20
_DAYS = range(7)


class SeriesNotPossible(Refused):
    code = "series_not_possible"
    template = _(
        "Club nights have a name, one day of the week at least, and come every 1 to %(weeks)s weeks."
    )


class NothingToBeginWith(Refused):
    code = "nothing_to_begin_with"
    template = _("Choose a template, or a tournament of the club as which the first evening is set up.")


class TooManySeries(Refused):
    code = "too_many_series"
    template = _("A club has at most %(most)s kinds of club nights. End one first.")


class SeriesEnded(Refused):
    code = "series_ended"
    template = _("These club nights have ended.")


class NoSuchNight(Refused):
    code = "no_such_night"
    template = _("There is no club night on this day.")


class NightIsMade(Refused):
    code = "night_is_made"
    template = _("This evening is made already.")


@dataclass(frozen=True)
class Rhythm:
    """How the nights are called, when they are, and as what they are set up; as in `Series`."""

    name: str
    weekdays: tuple[int, ...]
    every: int
    first_day: date
    begins: time
    ends: time
    template: SetupTemplate | None = None
    like: Tournament | None = None


@transaction.atomic
def start_series(*, club: Club, rhythm: Rhythm, by: Actor, at: datetime) -> Series:
    """Let evenings come again and again.

    Raises SeriesNotPossible, NothingToBeginWith, TemplateGone, TooManySeries.
    """
    held = hold_club(club.pk)
    rhythm = _checked(held, rhythm)
    if held.series.filter(ended_at=None).count() >= MOST_SERIES:
        raise TooManySeries(most=MOST_SERIES)
    made = Series.objects.create(club=held, created_at=at, changed_at=at, **_columns(rhythm))
    audit_log.write("series_started", by=by, at=at, club=held, subject=made.public_id, after=_told(rhythm))
    tell_pages(held)
    return made


@transaction.atomic
def change_series(*, series: Series, rhythm: Rhythm, by: Actor, at: datetime) -> None:
    """Call the nights otherwise, or put them on other days; those that are made stay as they are.

    Raises SeriesEnded, SeriesNotPossible, NothingToBeginWith, TemplateGone.
    """
    held = _held(series)
    rhythm, before = _checked(held.club, rhythm), rhythm_of(held)
    if rhythm == before:
        return
    Series.objects.filter(pk=held.pk).update(changed_at=at, **_columns(rhythm))
    audit_log.write(
        "series_changed",
        by=by,
        at=at,
        club=held.club,
        subject=held.public_id,
        before=_told(before),
        after=_told(rhythm),
    )
    tell_pages(held.club)


@transaction.atomic
def end_series(*, series: Series, by: Actor, at: datetime) -> None:
    """No more nights from now on; those that are made stay. Raises SeriesEnded."""
    held = _held(series)
    Series.objects.filter(pk=held.pk).update(ended_at=at, changed_at=at, template=None)
    audit_log.write(
        "series_ended", by=by, at=at, club=held.club, subject=held.public_id, before={"name": held.title}
    )
    tell_pages(held.club)


@transaction.atomic
def skip_night(*, series: Series, day: date, skip: bool, by: Actor, at: datetime) -> None:
    """Leave a night out, or have it after all. Where it is so already nothing changes.

    Raises SeriesEnded, NoSuchNight, NightIsMade.
    """
    held = hold_night(series, day)
    there = held.evenings.filter(day=day)
    if skip == there.exists():
        return
    if skip:
        Evening.objects.create(series=held, day=day, skipped=True)
    else:
        there.delete()
    Series.objects.filter(pk=held.pk).update(changed_at=at)
    told = {"name": held.title, "first_day": day}
    if skip:
        audit_log.write("night_skipped", by=by, at=at, club=held.club, subject=held.public_id, after=told)
    else:
        audit_log.write("night_not_skipped", by=by, at=at, club=held.club, subject=held.public_id, after=told)


def note_made(*, series: Series, day: date, tournament: Tournament) -> None:
    """Say which tournament the night of a day is. Caller has held the night."""
    Evening.objects.update_or_create(
        series=series, day=day, defaults={"tournament": tournament, "skipped": False}
    )


def hold_night(series: Series, day: date) -> Series:
    """The series as it is now, of which nobody else makes this night, nor leaves it out, until commit.

    Raises SeriesEnded, NoSuchNight, NightIsMade.
    """
    held = _held(series)
    if held.evenings.filter(day=day, skipped=False).exists():
        raise NightIsMade
    if day not in days_of(held, start=day, until=day):
        raise NoSuchNight
    return held


def rhythm_of(series: Series) -> Rhythm:
    """What of a series is typed, as it stands."""
    return Rhythm(
        series.name,
        series.days_of_week,
        series.every,
        series.first_day,
        series.begins,
        series.ends,
        series.template,
        series.like,
    )


def _held(series: Series) -> Series:
    hold_club(series.club_id)
    found = hold(Series.objects.select_related("club", "template", "like")).get(pk=series.pk)
    if found.ended_at is not None:
        raise SeriesEnded
    return found


def _checked(club: Club, rhythm: Rhythm) -> Rhythm:
    rhythm = replace(rhythm, name=one_line(rhythm.name), weekdays=tuple(sorted({*rhythm.weekdays})))
    fits = rhythm.weekdays and all(day in _DAYS for day in rhythm.weekdays) and rhythm.name
    if not fits or len(rhythm.name) > LONGEST_NAME or not 1 <= rhythm.every <= MOST_WEEKS:
        raise SeriesNotPossible(weeks=MOST_WEEKS)
    chosen = [one for one in (rhythm.template, rhythm.like) if one is not None]
    if not chosen or any(one.club_id != club.pk for one in chosen):
        raise NothingToBeginWith
    if rhythm.template is not None:
        hold_template(rhythm.template)
    return rhythm


def _columns(rhythm: Rhythm) -> dict[str, object]:
    columns = {field: getattr(rhythm, field) for field in Rhythm.__dataclass_fields__}
    return {**columns, "weekdays": "".join(map(str, rhythm.weekdays))}


def _told(rhythm: Rhythm) -> dict[str, object]:
    plain = asdict(replace(rhythm, template=None, like=None))
    return plain | {"template": rhythm.template.name if rhythm.template else ""}
