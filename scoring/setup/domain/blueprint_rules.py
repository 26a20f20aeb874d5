from __future__ import annotations

from datetime import datetime

from django.db import transaction

from rules.rulesets import RuleSet
from scoring.ledger.refusals import OtherRuleSet
from scoring.ledger.rulebooks import (
    changed_switches,
    game_of_rules,
    refuse_partners_in_singles,
    rule_book_details,
    rules_of,
)
from scoring.officials.domain.amendments import RulesChangedMeanwhile
from tournaments.blueprints.domain.blueprints import lock_blueprint
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Blueprint
from tournaments.setup.domain.tournament_settings import store_rule_book


@transaction.atomic
def change_blueprint_rules(
    *, blueprint: Blueprint, rules: RuleSet, by: Actor, at: datetime, seen: str | None = None
) -> None:
    """Use any rule set of the blueprint's game; tournaments keep theirs.

    `seen` is the edited rule book's digest; None skips the check. The same rules change nothing. Raises
    BlueprintDeleted, RulesChangedMeanwhile, OtherRuleSet, NoPartnersInSingles.
    """
    locked = lock_blueprint(blueprint)
    before = locked.rule_book
    if seen not in (None, before.digest):
        raise RulesChangedMeanwhile
    current_rules = rules_of(before)
    if game_of_rules(rules) is not game_of_rules(current_rules):
        raise OtherRuleSet(rule_set=current_rules.id)
    if rules == current_rules:
        return
    refuse_partners_in_singles(rules, locked.kind)
    locked.rule_book = store_rule_book(rules, at=at)
    locked.save(update_fields=["rule_book"])
    log_and_publish(
        "blueprint_rules_changed",
        by=by,
        at=at,
        club=locked.club,
        subject=locked.public_id,
        before={"name": locked.name} | rule_book_details(before),
        after={"name": locked.name, "switches": changed_switches(current_rules, rules)}
        | rule_book_details(locked.rule_book),
    )
