"""What tournaments that begin with a template are given, changed: its stages, its terms of sign-up."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import Any

from django.db import transaction

from rules.games import game_of
from tournaments.accounts.domain.club_members import hold_club
from tournaments.enums import EntrantKind
from tournaments.log import audit_log
from tournaments.log.actor import Actor
from tournaments.models import SetupTemplate
from tournaments.setup.domain.template_contents import (
    stages_in,
    stages_standing,
    terms_in,
    terms_standing,
    written_stages,
    written_terms,
)
from tournaments.setup.domain.templates import hold_template, refuse_unseen
from tournaments.setup.domain.tournament_settings import TournamentSettings, refuse_settings, rule_book_for
from tournaments.signup.domain.terms import Terms, terms_told


@transaction.atomic
def change_template_stages(
    *, template: SetupTemplate, settings: TournamentSettings, by: Actor, at: datetime, seen: str | None = None
) -> None:
    """Let tournaments that begin with a template be entered and played by the stages of these settings.

    Those that have begun stay as they are. Where singles enter now instead of pairs, or pairs instead of
    singles, its rules become those by which they play. `seen` is what `stages_standing` said when the change
    was begun; None takes any. Raises TemplateGone, SettingsNotPossible, what check_chain raises,
    TemplateChangedMeanwhile.
    """
    club = hold_club(template.club_id)
    held = hold_template(template)
    game = game_of(held.rule_book.rule_set_id)
    refuse_settings(settings, game)
    before = _stages_told(held)
    if (held.kind, stages_in(held)) == (settings.kind, settings.stages):
        return
    refuse_unseen(seen, stages_standing(held))
    if held.kind != settings.kind:
        rules = game.read_rules(held.rule_book.content)
        singles = settings.kind == EntrantKind.SINGLES
        held.rule_book = rule_book_for(game.rules_for(rules, singles), at=at)
    held.kind, held.stages = settings.kind, written_stages(settings.stages)
    held.save(update_fields=["kind", "stages", "rule_book"])
    audit_log.write(
        "template_stages_changed",
        by=by,
        at=at,
        club=club,
        subject=held.public_id,
        before=before,
        after=_stages_told(held),
    )


@transaction.atomic
def change_template_terms(
    *, template: SetupTemplate, terms: Terms, by: Actor, at: datetime, seen: str | None = None
) -> None:
    """Let tournaments that begin with a template ask these terms of whoever signs up, once that is opened.

    `seen` is what `terms_standing` said when the change was begun; None takes any. Raises TemplateGone,
    TemplateChangedMeanwhile.
    """
    club = hold_club(template.club_id)
    held = hold_template(template)
    before, written = terms_in(held), written_terms(terms)
    if held.sign_up == written:
        return
    refuse_unseen(seen, terms_standing(held))
    held.sign_up = written
    held.save(update_fields=["sign_up"])
    audit_log.write(
        "template_sign_up_changed",
        by=by,
        at=at,
        club=club,
        subject=held.public_id,
        before={"name": held.name} | (terms_told(before) if before else {}),
        after={"name": held.name} | terms_told(terms),
    )


def _stages_told(template: SetupTemplate) -> dict[str, Any]:
    """As the log keeps them, with the rule set, by whose game lengths are told."""
    return {
        "name": template.name,
        "kind": template.kind,
        "stages": [asdict(stage) for stage in stages_in(template)],
        "rule_set": template.rule_book.rule_set_id,
    }
