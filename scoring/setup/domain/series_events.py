from __future__ import annotations

from collections.abc import Collection
from datetime import date, datetime
from uuid import UUID

from django.db import transaction

from scoring.setup.domain.clone import clone_tournament
from tournaments.entrants.domain.entry_list import enter
from tournaments.entrants.domain.returning import ReturningEntrant
from tournaments.entrants.domain.returning import returning_entrants as returning
from tournaments.enums import Visibility
from tournaments.log.actor import Actor
from tournaments.models import Series, Tournament
from tournaments.series.domain.event_dates import name_of
from tournaments.series.domain.series_changes import SeriesNeedsSource, lock_event, record_created
from tournaments.setup.domain.template_contents import settings_from
from tournaments.setup.domain.templates import create_from_template


def last_event(series: Series) -> Tournament | None:
    """Return the newest event that was not erased, else the tournament it began with."""
    visible = Tournament.objects.standing()
    newest = visible.filter(evening__series=series).order_by("-evening__day", "-pk").first()
    like = series.like
    return newest or (like if like is not None and like.visibility != Visibility.ERASED else None)


def returning_entrants(series: Series) -> list[ReturningEntrant]:
    """Return the last event's entrants, present ones first; empty if the kinds differ."""
    last = last_event(series)
    if last is None or (series.template is not None and series.template.kind != last.kind):
        return []
    return returning(last)


@transaction.atomic
def create_event(
    *, series: Series, day: date, entrants: Collection[UUID], by: Actor, at: datetime
) -> Tournament:
    """Create a draft for a series event with the given entrants of the last one, in their order.

    Raises SeriesEnded, NoSuchEvent, EventAlreadyCreated, SeriesNeedsSource, and what cloning and entering
    raise; then nothing is stored.
    """
    locked = lock_event(series, day)
    coming = [
        returning_entrant
        for returning_entrant in returning_entrants(locked)
        if returning_entrant.entrant.public_id in entrants
    ]
    tournament = _set_up(locked, day, by=by, at=at)
    if coming:
        coming.sort(key=lambda one: one.entrant.number)
        enter(
            tournament=tournament,
            entries=[returning_entrant.entry for returning_entrant in coming],
            by=by,
            at=at,
        )
    record_created(series=locked, day=day, tournament=tournament)
    return tournament


def _set_up(series: Series, day: date, *, by: Actor, at: datetime) -> Tournament:
    name = name_of(series, day)
    if series.template is not None:
        settings = settings_from(series.template, name=name, day=day)
        return create_from_template(template=series.template, settings=settings, by=by, at=at)
    last = last_event(series)
    if last is None:
        raise SeriesNeedsSource
    return clone_tournament(
        tournament=last,
        name=name,
        first_day=day,
        last_day=day + (last.last_day - last.first_day),
        with_entrants=False,
        by=by,
        at=at,
    )
