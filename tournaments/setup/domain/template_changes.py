from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import Any

from django.db import transaction

from rules.games import game_of
from tournaments.accounts.domain.club_members import lock_club
from tournaments.enums import EntrantKind
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import SetupTemplate
from tournaments.refusals import refuse_concurrent_change
from tournaments.setup.domain.template_contents import (
    serialize_stages,
    serialize_terms,
    stages_of_template,
    terms_of_template,
)
from tournaments.setup.domain.templates import lock_template
from tournaments.setup.domain.tournament_settings import TournamentSettings, refuse_settings, store_rule_book
from tournaments.signup.domain.terms import Terms, log_details


@transaction.atomic
def change_template_stages(
    *,
    template: SetupTemplate,
    settings: TournamentSettings,
    by: Actor,
    at: datetime,
    seen: TournamentSettings | None = None,
) -> None:
    """`seen` has kind and stages that the edit started from.

    Raises TemplateDeleted, ChangedMeanwhile, SettingsNotPossible, what check_stage_flow raises.
    """
    club = lock_club(template.club_id)
    locked = lock_template(template)
    game = game_of(locked.rule_book.rule_set_id)
    refuse_settings(settings, game)
    before = _log_details(locked)
    stored = (locked.kind, stages_of_template(locked))
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
        "template_stages_changed",
        by=by,
        at=at,
        club=club,
        subject=locked.public_id,
        before=before,
        after=_log_details(locked),
    )


@transaction.atomic
def change_template_sign_up_terms(
    *, template: SetupTemplate, terms: Terms, by: Actor, at: datetime, seen: Terms | None = None
) -> None:
    """Replace the terms; only a change is stored and logged.

    Raises TemplateDeleted, and ChangedMeanwhile if others than `seen` are stored.
    """
    club = lock_club(template.club_id)
    locked = lock_template(template)
    before, serialized = terms_of_template(locked), serialize_terms(terms)
    if locked.sign_up == serialized:
        return
    if before is not None:
        refuse_concurrent_change(seen, before)
    locked.sign_up = serialized
    locked.save(update_fields=["sign_up"])
    log_and_publish(
        "template_sign_up_changed",
        by=by,
        at=at,
        club=club,
        subject=locked.public_id,
        before={"name": locked.name} | (log_details(before) if before else {}),
        after={"name": locked.name} | log_details(terms),
    )


def _log_details(template: SetupTemplate) -> dict[str, Any]:
    return {
        "name": template.name,
        "kind": template.kind,
        "stages": [asdict(stage) for stage in stages_of_template(template)],
        "rule_set": template.rule_book.rule_set_id,
    }
