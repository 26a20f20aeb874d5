"""Rule books as the rules core reads them, and the game that they are of."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from rules.games import game_of
from rules.games.game import Game
from rules.games.okey101.rulesets import RuleSet
from rules.hands import Report
from rules.shape import decode
from scoring.models import Entry
from tournaments.models import RuleBook


def rules_of(book: RuleBook) -> RuleSet:
    """The rule set that a rule book froze; read once for each content."""
    return _read(book.digest, book.content)


def game_played(rules: RuleSet) -> Game[Any, Any]:
    """The game whose rule set it is."""
    return game_of(rules.id)


def report_of(entry: Entry) -> Report:
    """What an entry reports, its rule book loaded."""
    report: Report = game_played(rules_of(entry.rule_book)).parse_report(decode(entry.report))
    return report


@lru_cache(maxsize=64)
def _read(_digest: str, content: str) -> RuleSet:
    return RuleSet.from_json(content)
