"""Organizers create tournaments from a blueprint: a ready plan’s, a tournament’s, or a stored one."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import date, datetime
from uuid import UUID

from django.db import transaction

from rules.games import game_of
from scoring.models import ScreenSettings
from tournaments.accounts.domain.club_members import lock_club
from tournaments.blueprints.domain import contents
from tournaments.blueprints.domain.blueprints import lock_blueprint
from tournaments.blueprints.domain.contents import (
    settings_from_blueprint,
    stages_of_blueprint,
    terms_of_blueprint,
)
from tournaments.blueprints.domain.event_dates import event_name
from tournaments.blueprints.domain.planned_events import lock_event, record_created_event
from tournaments.entrants.domain import entry_list
from tournaments.entrants.domain.returning_entrants import ReturningEntrant, returning_entrants
from tournaments.enums import Visibility
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Blueprint, Tournament
from tournaments.setup.domain import tournament_settings
from tournaments.setup.domain.tournament_settings import TournamentSettings
from tournaments.signup.domain.terms import set_terms


def blueprint_of(tournament: Tournament, *, at: datetime) -> Blueprint:
    """Return an unsaved blueprint of its rules, stages, tables, settings, sign-up terms and slides."""
    blueprint = contents.blueprint_of(tournament, at=at)
    chosen = ScreenSettings.objects.filter(tournament=tournament).first()
    if chosen is not None and chosen.settings_token != ScreenSettings().settings_token:
        blueprint.slides = {"kinds": chosen.kinds, "order": chosen.order, "seconds": chosen.seconds}
    return blueprint


def last_tournament(blueprint: Blueprint) -> Tournament | None:
    """Return the newest evening that isn't erased, else the tournament that the blueprint was made from."""
    if blueprint.is_stored:
        visible = Tournament.objects.not_erased()
        newest = visible.filter(evening__blueprint=blueprint).order_by("-evening__day", "-pk").first()
        if newest is not None:
            return newest
    made_from = blueprint.made_from
    return made_from if made_from is not None and made_from.visibility != Visibility.ERASED else None


def current_blueprint(blueprint: Blueprint, *, at: datetime) -> Blueprint:
    """Return what the next tournament starts from: that of the evening before if each is like it."""
    last = last_tournament(blueprint) if blueprint.is_copied_from_previous else None
    return blueprint if last is None else blueprint_of(last, at=at)


def returning_entrants_of(blueprint: Blueprint) -> list[ReturningEntrant]:
    """Present ones of the last tournament first; none if other entrants play now."""
    last = last_tournament(blueprint)
    if last is None or (not blueprint.is_copied_from_previous and blueprint.kind != last.kind):
        return []
    return returning_entrants(last)


def event_settings(blueprint: Blueprint, day: date, *, at: datetime) -> TournamentSettings:
    """Return settings with the announced name and hours; doors that would open later are left out."""
    settings = settings_from_blueprint(
        current_blueprint(blueprint, at=at), name=event_name(blueprint, day), day=day
    )
    begins, doors = blueprint.begins, settings.common["doors"]
    opens = doors if doors and begins and doors <= begins else None
    return settings.with_common(begins=begins, ends=blueprint.ends, doors=opens)


@transaction.atomic
def create_event(
    *,
    blueprint: Blueprint,
    day: date,
    settings: TournamentSettings | None = None,
    returning: Collection[UUID] = (),
    by: Actor,
    at: datetime,
) -> Tournament:
    """Create a draft for `day`, as announced without `settings`.

    Raises BlueprintDeleted, NoSuchEvent, EventAlreadyCreated, and what create_tournament raises.
    """
    locked = lock_event(blueprint, day)
    tournament = create_tournament(
        blueprint=locked,
        settings=settings or event_settings(locked, day, at=at),
        returning=returning,
        by=by,
        at=at,
    )
    record_created_event(blueprint=locked, day=day, tournament=tournament)
    return tournament


@transaction.atomic
def create_tournament(
    *,
    blueprint: Blueprint,
    settings: TournamentSettings,
    returning: Collection[UUID] = (),
    by: Actor,
    at: datetime,
) -> Tournament:
    """Create a draft with `settings`, but the blueprint's rules, kind, stages, closed sign-up and slides.

    `returning` are ids of entrants of its last tournament, who enter in the same order; others are ignored.
    Raises BlueprintDeleted, and what creating a tournament and add_entrants raise.
    """
    lock_club(blueprint.club_id)
    stored = lock_blueprint(blueprint) if blueprint.is_stored else blueprint
    source = current_blueprint(stored, at=at)
    tournament = tournament_settings.create_tournament(
        club=source.club,
        settings=replace(settings, kind=source.kind, stages=stages_of_blueprint(source)),
        rules=game_of(source.rule_book.rule_set_id).read_rules(source.rule_book.content),
        cloned_from=None if source.is_stored else source.made_from,
        by=by,
        at=at,
    )
    if (terms := terms_of_blueprint(source)) is not None:
        set_terms(tournament=tournament, terms=terms, by=by, at=at)
    if source.slides:
        _set_slides(tournament, source, by=by, at=at)
    coming = [member for member in returning_entrants_of(stored) if member.entrant.public_id in returning]
    coming.sort(key=lambda member: member.entrant.number)
    if coming:
        entry_list.add_entrants(
            tournament=tournament, entries=[member.entry for member in coming], by=by, at=at
        )
    return tournament


def _set_slides(tournament: Tournament, blueprint: Blueprint, *, by: Actor, at: datetime) -> None:
    usual = ScreenSettings(tournament=tournament)
    copied = ScreenSettings.objects.create(tournament=tournament, **blueprint.slides)
    before, after = (
        {"kinds": settings.shown_kinds, "seconds": settings.seconds} for settings in (usual, copied)
    )
    log_and_publish("screen_changed", by=by, at=at, tournament=tournament, before=before, after=after)
