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
    """Change who enters and which stages are played in tournaments that start from a template.

    Existing tournaments don't change. Where singles enter instead of pairs, or pairs instead of singles, the
    rules become the ones for them. `seen` is the value of `stages_standing` when editing began; None skips
    the check. Raises TemplateGone, SettingsNotPossible, what check_chain raises, TemplateChangedMeanwhile.
    """
    club = hold_club(template.club_id)
    locked = hold_template(template)
    game = game_of(locked.rule_book.rule_set_id)
    refuse_settings(settings, game)
    before = _stages_told(locked)
    if (locked.kind, stages_in(locked)) == (settings.kind, settings.stages):
        return
    refuse_unseen(seen, stages_standing(locked))
    if locked.kind != settings.kind:
        rules = game.read_rules(locked.rule_book.content)
        singles = settings.kind == EntrantKind.SINGLES
        locked.rule_book = rule_book_for(game.rules_for(rules, singles), at=at)
    locked.kind, locked.stages = settings.kind, written_stages(settings.stages)
    locked.save(update_fields=["kind", "stages", "rule_book"])
    audit_log.write(
        "template_stages_changed",
        by=by,
        at=at,
        club=club,
        subject=locked.public_id,
        before=before,
        after=_stages_told(locked),
    )


@transaction.atomic
def change_template_terms(
    *, template: SetupTemplate, terms: Terms, by: Actor, at: datetime, seen: str | None = None
) -> None:
    """Change the sign-up terms of tournaments that start from a template; they apply once sign-up opens.

    `seen` is the value of `terms_standing` when editing began; None skips the check. Raises TemplateGone,
    TemplateChangedMeanwhile.
    """
    club = hold_club(template.club_id)
    locked = hold_template(template)
    before, written = terms_in(locked), written_terms(terms)
    if locked.sign_up == written:
        return
    refuse_unseen(seen, terms_standing(locked))
    locked.sign_up = written
    locked.save(update_fields=["sign_up"])
    audit_log.write(
        "template_sign_up_changed",
        by=by,
        at=at,
        club=club,
        subject=locked.public_id,
        before={"name": locked.name} | (terms_told(before) if before else {}),
        after={"name": locked.name} | terms_told(terms),
    )


def _stages_told(template: SetupTemplate) -> dict[str, Any]:
    """Return the stages for the log, with the rule set, whose game determines how lengths are shown."""
    return {
        "name": template.name,
        "kind": template.kind,
        "stages": [asdict(stage) for stage in stages_in(template)],
        "rule_set": template.rule_book.rule_set_id,
    }
