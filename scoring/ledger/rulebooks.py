from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from django.http import Http404

from rules.games import game_of
from rules.games.game import Game
from rules.games.okey101.rulesets import RuleSet
from rules.hands import Report
from rules.rulesets import RuleSet as AnyRuleSet
from rules.strict_json import decode
from scoring.ledger.refusals import NoPartnersInSingles
from scoring.ledger.rule_history import Switches
from scoring.models import Entry
from tournaments.enums import EntrantKind
from tournaments.models import RuleBook


class NotInThisGame(Http404):
    pass


def rules_of(book: RuleBook) -> Any:
    """Return the rule set, cached by content."""
    return _parse_rules(book.digest, book.content)


def game_of_rules(rules: AnyRuleSet) -> Game[Any, Any]:
    return game_of(rules.id)


def rules_of_101(book: RuleBook) -> RuleSet:
    """Return the rule set of the 101 family. Raises NotInThisGame."""
    rules = rules_of(book)
    if not isinstance(rules, RuleSet):
        raise NotInThisGame
    return rules


def report_of(entry: Entry) -> Report:
    report: Report = game_of_rules(rules_of(entry.rule_book)).parse_report(decode(entry.report))
    return report


def changed_switches(old_rules: AnyRuleSet, new_rules: AnyRuleSet) -> Switches:
    old, new = old_rules.to_dict(), new_rules.to_dict()
    return {name: [old[name], new[name]] for name in old_rules.switch_names() if old[name] != new[name]}


def refuse_partners_in_singles(rules: AnyRuleSet, kind: str) -> None:
    singles = kind == EntrantKind.SINGLES
    if singles and rules != game_of_rules(rules).rules_for(rules, singles):
        raise NoPartnersInSingles


def rule_book_details(book: RuleBook) -> dict[str, Any]:
    return {"rule_set": book.rule_set_id, "digest": book.digest}


@lru_cache(maxsize=64)
def _parse_rules(_digest: str, content: str) -> Any:
    return game_of(json.loads(content)["id"]).read_rules(content)
