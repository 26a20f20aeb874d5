from __future__ import annotations

from collections.abc import Collection
from datetime import date, datetime, time
from uuid import UUID

from django.db import transaction

from scoring.setup.domain.clone import clone_tournament
from tournaments.entrants.domain.entry_list import add_entrants
from tournaments.entrants.domain.returning_entrants import ReturningEntrant, returning_entrants
from tournaments.enums import Visibility
from tournaments.log.actor import Actor
from tournaments.models import Series, Tournament
from tournaments.series.domain.event_dates import event_name
from tournaments.series.domain.planned_events import lock_event, record_created_event
from tournaments.series.domain.series_changes import SeriesNeedsSource
from tournaments.setup.domain.template_contents import settings_from_template
from tournaments.setup.domain.templates import create_from_template


def last_event(series: Series) -> Tournament | None:
    """Newest event not erased, else the tournament the series began with."""
    visible = Tournament.objects.not_erased()
    newest = visible.filter(evening__series=series).order_by("-evening__day", "-pk").first()
    like = series.like
    return newest or (like if like is not None and like.visibility != Visibility.ERASED else None)


def returning_entrants_of(series: Series) -> list[ReturningEntrant]:
    """Present ones first; empty if the kinds differ."""
    last = last_event(series)
    if last is None or (series.template is not None and series.template.kind != last.kind):
        return []
    return returning_entrants(last)


@transaction.atomic
def create_event(
    *, series: Series, day: date, entrants: Collection[UUID], by: Actor, at: datetime
) -> Tournament:
    """Create a draft with these entrants of the last event, in its order; others are ignored.

    Raises SeriesEnded, NoSuchEvent, EventAlreadyCreated, SeriesNeedsSource, and what cloning and entering
    raise.
    """
    locked = lock_event(series, day)
    coming = [
        returning_entrant
        for returning_entrant in returning_entrants_of(locked)
        if returning_entrant.entrant.public_id in entrants
    ]
    tournament = _create_tournament(locked, day, by=by, at=at)
    if coming:
        coming.sort(key=lambda member: member.entrant.number)
        add_entrants(
            tournament=tournament,
            entries=[returning_entrant.entry for returning_entrant in coming],
            by=by,
            at=at,
        )
    record_created_event(series=locked, day=day, tournament=tournament)
    return tournament


def _create_tournament(series: Series, day: date, *, by: Actor, at: datetime) -> Tournament:
    """Create from the series' template, else the last event without entrants.

    Raises SeriesNeedsSource without either.
    """
    name = event_name(series, day)
    if series.template is not None:
        settings = settings_from_template(series.template, name=name, day=day)
        settings = settings.with_common(**_event_hours(series, settings.common["doors"]))
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
        changed_settings=_event_hours(series, last.doors),
        by=by,
        at=at,
    )


def _event_hours(series: Series, doors: time | None) -> dict[str, time | None]:
    """Return the announced hours; doors that would open after the start are left out."""
    opens = doors if doors and doors <= series.begins else None
    return {"begins": series.begins, "ends": series.ends, "doors": opens}
