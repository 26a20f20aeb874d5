from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from django.db import transaction

from scoring.models import ScreenSettings
from tournaments.log import audit_log
from tournaments.log.actor import Actor
from tournaments.models import Tournament
from tournaments.setup.domain.clone import clone_tournament as set_up_again


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
    """Create a draft with the same settings and slides.

    Raises what `tournaments` `clone_tournament` raises; then nothing is stored.
    """
    clone = set_up_again(
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
    usual = ScreenSettings(tournament=clone)
    if chosen is not None and chosen.settings_token != usual.settings_token:
        _show_on_screen(clone, chosen, usual, by=by, at=at)
    return clone


def _show_on_screen(
    clone: Tournament, chosen: ScreenSettings, usual: ScreenSettings, *, by: Actor, at: datetime
) -> None:
    """Log differences from the usual settings."""
    copied = ScreenSettings.objects.create(
        tournament=clone, kinds=chosen.kinds, order=chosen.order, seconds=chosen.seconds
    )
    before, after = (
        {"kinds": settings.shown_kinds, "seconds": settings.seconds} for settings in (usual, copied)
    )
    audit_log.write("screen_changed", by=by, at=at, tournament=clone, before=before, after=after)
