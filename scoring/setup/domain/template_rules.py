"""Changing the rules by which tournaments are played that begin with a template."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from rules.rulesets import RuleSet
from scoring.ledger.refusals import OtherRuleSet
from scoring.ledger.rulebooks import (
    book_told,
    game_played,
    refuse_partners_in_singles,
    rules_of,
    switches_changed,
)
from scoring.officials.domain.amendments import RulesChangedMeanwhile
from tournaments.accounts.domain.club_members import hold_club
from tournaments.log import audit_log
from tournaments.log.actor import Actor
from tournaments.models import SetupTemplate
from tournaments.setup.domain.templates import hold_template
from tournaments.setup.domain.tournament_settings import rule_book_for


@transaction.atomic
def change_template_rules(
    *, template: SetupTemplate, rules: RuleSet, by: Actor, at: datetime, seen: str | None = None
) -> None:
    """Let tournaments begin with other rules, of whatever rule set of the template's game.

    Those that have begun keep theirs. `seen` is the digest of the rule book that the change was made in;
    None takes any. Raises TemplateGone, RulesChangedMeanwhile, OtherRuleSet, NoPartnersInSingles.
    """
    club = hold_club(template.club_id)
    held = hold_template(template)
    before = held.rule_book
    if seen not in (None, before.digest):
        raise RulesChangedMeanwhile
    was = rules_of(before)
    if game_played(rules) is not game_played(was):
        raise OtherRuleSet(rule_set=was.id)
    if rules == was:
        return
    refuse_partners_in_singles(rules, held.kind)
    held.rule_book = rule_book_for(rules, at=at)
    held.save(update_fields=["rule_book"])
    audit_log.write(
        "template_rules_changed",
        by=by,
        at=at,
        club=club,
        subject=held.public_id,
        before={"name": held.name} | book_told(before),
        after={"name": held.name, "switches": switches_changed(was, rules)} | book_told(held.rule_book),
    )
