"""A night of a series made: a tournament like the one before it, with whoever comes."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, datetime
from uuid import UUID

from django.db import transaction

from scoring.setup.domain.clone import hold_again
from tournaments.entrants.domain.entry_list import enter
from tournaments.entrants.domain.returning import Returning, returning
from tournaments.enums import Visibility
from tournaments.log.actor import Actor
from tournaments.models import Series, Tournament
from tournaments.series.domain.event_dates import name_of
from tournaments.series.domain.series_changes import NothingToBeginWith, hold_night, note_made
from tournaments.setup.domain.template_contents import settings_from
from tournaments.setup.domain.templates import create_from_template


def last_of(series: Series) -> Tournament | None:
    """The newest evening of a series that was not erased, else as which it began; nothing without either."""
    standing = Tournament.objects.standing()
    made = standing.filter(evening__series=series).order_by("-evening__day", "-pk").first()
    like = series.like
    return made or (like if like is not None and like.visibility != Visibility.ERASED else None)


def who_may_come(series: Series) -> list[Returning]:
    """Who was there the last time, who was in the room first; nobody where singles enter instead of pairs."""
    last = last_of(series)
    if last is None or (series.template is not None and series.template.kind != last.kind):
        return []
    return returning(last)


@transaction.atomic
def make_night(
    *, series: Series, day: date, entrants: Collection[UUID], by: Actor, at: datetime
) -> Tournament:
    """A draft for the night of a day, with those of the last time whose public ids are given, in their order.

    By the template, else as the evening before it. A night is made once. Raises SeriesEnded, NoSuchNight,
    NightIsMade, NothingToBeginWith, and what create_from_template, hold_again and enter raise; then nothing
    is stored.
    """
    held = hold_night(series, day)
    coming = [one for one in who_may_come(held) if one.entrant.public_id in entrants]
    made = _set_up(held, day, by=by, at=at)
    if coming:
        coming.sort(key=lambda one: one.entrant.number)
        enter(tournament=made, entries=[one.entry for one in coming], by=by, at=at)
    note_made(series=held, day=day, tournament=made)
    return made


def _set_up(series: Series, day: date, *, by: Actor, at: datetime) -> Tournament:
    name = name_of(series, day)
    if series.template is not None:
        settings = settings_from(series.template, name=name, day=day)
        return create_from_template(template=series.template, settings=settings, by=by, at=at)
    last = last_of(series)
    if last is None:
        raise NothingToBeginWith
    return hold_again(
        tournament=last,
        name=name,
        first_day=day,
        last_day=day + (last.last_day - last.first_day),
        with_entrants=False,
        by=by,
        at=at,
    )
