from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import Any

from django.db import transaction

from rules.games import game_of
from tournaments.blueprints.domain.blueprints import lock_blueprint
from tournaments.blueprints.domain.contents import (
    serialize_terms,
    stages_of_blueprint,
    terms_of_blueprint,
)
from tournaments.enums import EntrantKind
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Blueprint
from tournaments.refusals import refuse_concurrent_change
from tournaments.setup.domain.tournament_settings import TournamentSettings, refuse_settings, store_rule_book
from tournaments.signup.domain.terms import Terms, log_details
from tournaments.stages.stage_settings import serialize_stages


@transaction.atomic
def change_blueprint_stages(
    *,
    blueprint: Blueprint,
    settings: TournamentSettings,
    by: Actor,
    at: datetime,
    seen: TournamentSettings | None = None,
) -> None:
    """`seen` has kind and stages that the edit started from.

    Raises BlueprintDeleted, ChangedMeanwhile, SettingsNotPossible, what check_stage_flow raises.
    """
    locked = lock_blueprint(blueprint)
    game = game_of(locked.rule_book.rule_set_id)
    refuse_settings(settings, game)
    before = _log_details(locked)
    stored = (locked.kind, stages_of_blueprint(locked))
    if stored == (settings.kind, settings.stages):
        return
    refuse_concurrent_change(seen and (seen.kind, seen.stages), stored)
    if locked.kind != settings.kind:
        rules = game.read_rules(locked.rule_book.content)
        singles = settings.kind == EntrantKind.SINGLES
        locked.rule_book = store_rule_book(game.rules_for(rules, singles), at=at)
    locked.kind, locked.stages = settings.kind, serialize_stages(settings.stages)
    locked.save(update_fields=["kind", "stages", "rule_book"])
    log_and_publish(
        "blueprint_stages_changed",
        by=by,
        at=at,
        club=locked.club,
        subject=locked.public_id,
        before=before,
        after=_log_details(locked),
    )


@transaction.atomic
def change_blueprint_terms(
    *, blueprint: Blueprint, terms: Terms, by: Actor, at: datetime, seen: Terms | None = None
) -> None:
    """Replace the terms; only a change is stored and logged.

    Raises BlueprintDeleted, and ChangedMeanwhile if others than `seen` are stored.
    """
    locked = lock_blueprint(blueprint)
    before, serialized = terms_of_blueprint(locked), serialize_terms(terms)
    if locked.sign_up == serialized:
        return
    if before is not None:
        refuse_concurrent_change(seen, before)
    locked.sign_up = serialized
    locked.save(update_fields=["sign_up"])
    log_and_publish(
        "blueprint_sign_up_changed",
        by=by,
        at=at,
        club=locked.club,
        subject=locked.public_id,
        before={"name": locked.name} | (log_details(before) if before else {}),
        after={"name": locked.name} | log_details(terms),
    )


def _log_details(blueprint: Blueprint) -> dict[str, Any]:
    return {
        "name": blueprint.name,
        "kind": blueprint.kind,
        "stages": [asdict(stage) for stage in stages_of_blueprint(blueprint)],
        "rule_set": blueprint.rule_book.rule_set_id,
    }
