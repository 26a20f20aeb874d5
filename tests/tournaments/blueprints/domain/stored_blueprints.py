"""Blueprints that a club keeps, as its organizers make them."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, time
from typing import Any

from scoring.setup.domain.new_tournaments import blueprint_of, create_tournament
from tests.factories import NOW
from tournaments.blueprints.domain.blueprints import change_blueprint, save_blueprint
from tournaments.blueprints.domain.contents import settings_from_blueprint, settings_of_blueprint
from tournaments.log.actor import CONSOLE
from tournaments.models import Blueprint, LogRow, Tournament
from tournaments.models.common_settings import COMMON_SETTINGS

DAY = date(2026, 12, 1)
"""A Tuesday."""
WEEKLY: dict[str, Any] = {
    "weekdays": (1,),
    "every": 1,
    "first_day": DAY,
    "begins": time(19),
    "ends": time(23),
}


def keep(tournament: Tournament, name: str = "Salı", **changes: Any) -> Blueprint:
    blueprint = blueprint_of(tournament, at=NOW)
    settings = _changed(blueprint, {"name": name} | changes)
    return save_blueprint(blueprint=blueprint, settings=settings, by=CONSOLE, at=NOW)


def keep_weekly(tournament: Tournament, name: str = "Salı gecesi {tarih}", **changes: Any) -> Blueprint:
    return keep(tournament, name, **WEEKLY | changes)


def change(blueprint: Blueprint, *, at: datetime = NOW, **changes: Any) -> None:
    change_blueprint(blueprint=blueprint, settings=_changed(blueprint, changes), by=CONSOLE, at=at)


def use(blueprint: Blueprint) -> Tournament:
    settings = settings_from_blueprint(blueprint, name="Salı gecesi", day=DAY)
    return create_tournament(blueprint=blueprint, settings=settings, by=CONSOLE, at=NOW)


def actions(blueprint: Blueprint) -> list[str]:
    rows = LogRow.objects.filter(club=blueprint.club_id, tournament=None).order_by("pk")
    return list(rows.values_list("action", flat=True))


def _changed(blueprint: Blueprint, changes: dict[str, Any]) -> Any:
    present = settings_of_blueprint(blueprint)
    common = {name: value for name, value in changes.items() if name in COMMON_SETTINGS}
    own = {name: value for name, value in changes.items() if name not in COMMON_SETTINGS}
    return replace(present, common={**present.common, **common}, **own)
