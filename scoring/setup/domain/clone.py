from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from django.db import transaction

from scoring.models import ScreenSettings
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Tournament
from tournaments.setup.domain import clone


@transaction.atomic
def clone_tournament(
    *,
    tournament: Tournament,
    name: str,
    first_day: date,
    last_day: date,
    with_entrants: bool,
    changed_settings: Mapping[str, Any] | None = None,
    by: Actor,
    at: datetime,
) -> Tournament:
    """Create a draft with the same settings and slides; `changed_settings` are common settings by name.

    Raises as in `tournaments`; then nothing is stored.
    """
    cloned = clone.clone_tournament(
        tournament=tournament,
        name=name,
        first_day=first_day,
        last_day=last_day,
        with_entrants=with_entrants,
        changed_settings=changed_settings,
        by=by,
        at=at,
    )
    chosen = ScreenSettings.objects.filter(tournament=tournament).first()
    usual = ScreenSettings(tournament=cloned)
    if chosen is not None and chosen.settings_token != usual.settings_token:
        _copy_screen_settings(cloned, chosen, usual, by=by, at=at)
    return cloned


def _copy_screen_settings(
    cloned: Tournament, chosen: ScreenSettings, usual: ScreenSettings, *, by: Actor, at: datetime
) -> None:
    """Copy the chosen slides and log them with the usual ones, without comparing."""
    copied = ScreenSettings.objects.create(
        tournament=cloned, kinds=chosen.kinds, order=chosen.order, seconds=chosen.seconds
    )
    before, after = (
        {"kinds": settings.shown_kinds, "seconds": settings.seconds} for settings in (usual, copied)
    )
    log_and_publish("screen_changed", by=by, at=at, tournament=cloned, before=before, after=after)
