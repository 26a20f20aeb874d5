"""Rule books as the rules core reads them."""

from __future__ import annotations

from functools import lru_cache

from rules.games.okey101.rulesets import RuleSet
from tournaments.models import RuleBook


def rules_of(book: RuleBook) -> RuleSet:
    """The rule set that a rule book froze; read once for each content."""
    return _read(book.digest, book.content)


@lru_cache(maxsize=64)
def _read(_digest: str, content: str) -> RuleSet:
    return RuleSet.from_json(content)
