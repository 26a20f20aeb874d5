from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date, datetime, timedelta
from typing import Any

from rules.games import game_of
from tournaments.enums import EntrantKind
from tournaments.models import Blueprint, Club, RuleBook, Tournament
from tournaments.models.common_settings import common_settings_of, flatten_common_settings
from tournaments.setup.domain.tournament_settings import TournamentSettings, settings_of, store_rule_book
from tournaments.signup.domain.terms import Terms, closed_copy, terms_for_clone
from tournaments.stages.stage_settings import StageSettings, serialize_stages, stage_from_log

LONGEST_NAME = 100


@dataclass(frozen=True)
class BlueprintSettings:
    """What people type on a blueprint's page; without `weekdays` it doesn't repeat."""

    name: str
    tables: int
    common: Mapping[str, Any]
    weekdays: tuple[int, ...] = ()
    every: int = 1
    first_day: date | None = None
    like_previous: bool = False

    @property
    def values(self) -> dict[str, Any]:
        return flatten_common_settings(asdict(self))

    @property
    def log_details(self) -> dict[str, Any]:
        """Return all values, those of the rhythm only if it repeats."""
        rhythm = ("weekdays", "every", "first_day", "like_previous")
        return {name: value for name, value in self.values.items() if self.weekdays or name not in rhythm}

    @property
    def columns(self) -> dict[str, Any]:
        return self.values | {"weekdays": "".join(map(str, self.weekdays))}


def settings_of_blueprint(blueprint: Blueprint) -> BlueprintSettings:
    return BlueprintSettings(
        name=blueprint.name,
        tables=blueprint.tables,
        common=common_settings_of(blueprint),
        weekdays=blueprint.days_of_week,
        every=blueprint.every,
        first_day=blueprint.first_day,
        like_previous=blueprint.like_previous,
    )


def build_blueprint(
    club: Club,
    settings: TournamentSettings,
    rule_book: RuleBook,
    *,
    terms: Terms | None = None,
    made_from: Tournament | None = None,
    at: datetime,
) -> Blueprint:
    """Return an unsaved blueprint."""
    return Blueprint(
        club=club,
        name=settings.name,
        rule_book=rule_book,
        kind=settings.kind,
        stages=serialize_stages(settings.stages),
        tables=settings.tables,
        days=(settings.last_day - settings.first_day).days + 1,
        sign_up=serialize_terms(terms) if terms else "",
        made_from=made_from,
        created_at=at,
        revised_at=at,
        **settings.common,
    )


def blueprint_of_plan(
    club: Club, settings: TournamentSettings, rule_set_id: str, *, at: datetime
) -> Blueprint:
    """Return an unsaved blueprint that plays by a rule set, adapted to singles if they enter."""
    game = game_of(rule_set_id)
    rules = game.rules_for(game.presets[rule_set_id], settings.kind == EntrantKind.SINGLES)
    return build_blueprint(club, settings, store_rule_book(rules, at=at), at=at)


def blueprint_of(tournament: Tournament, *, at: datetime) -> Blueprint:
    """Return an unsaved blueprint with everything but the large screen's slides."""
    return build_blueprint(
        tournament.club,
        settings_of(tournament),
        tournament.rule_book,
        terms=terms_for_clone(tournament),
        made_from=tournament,
        at=at,
    )


def settings_from_blueprint(blueprint: Blueprint, *, name: str, day: date) -> TournamentSettings:
    """Return settings of a tournament from `day` on."""
    return TournamentSettings(
        name=name,
        first_day=day,
        last_day=day + timedelta(days=blueprint.days - 1),
        tables=blueprint.tables,
        stages=stages_of_blueprint(blueprint),
        kind=blueprint.kind,
        common=common_settings_of(blueprint),
    )


def stages_of_blueprint(blueprint: Blueprint) -> tuple[StageSettings, ...]:
    return tuple(stage_from_log(settings) for settings in json.loads(blueprint.stages))


def terms_of_blueprint(blueprint: Blueprint) -> Terms | None:
    if not blueprint.sign_up:
        return None
    fields = json.loads(blueprint.sign_up)
    return Terms(**{**fields, "questions": tuple(fields["questions"])})


def serialize_terms(terms: Terms) -> str:
    return json.dumps(asdict(closed_copy(terms)), ensure_ascii=False)
