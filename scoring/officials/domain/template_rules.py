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
from tournaments.domain import log
from tournaments.domain.actor import Actor
from tournaments.domain.people import hold_club
from tournaments.domain.plans.setup import rule_book_for
from tournaments.domain.plans.templates import hold_template
from tournaments.models import SetupTemplate


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
    log.write(
        "template_rules_changed",
        by=by,
        at=at,
        club=club,
        subject=held.public_id,
        before={"name": held.name} | book_told(before),
        after={"name": held.name, "switches": switches_changed(was, rules)} | book_told(held.rule_book),
    )
