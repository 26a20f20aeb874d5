"""Where a rule book says what the tile referee only names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.rulesets import RuleSet
from scoring.queries.rule_references import cited
from tournaments.models import Tournament


def said_by(of: Tournament | RuleSet, asked: Mapping[str, Sequence[str]]) -> dict[str, dict[str, str]]:
    """Number and address of the sentence for each name: the first of its keys that is in the book."""
    found = {name: next(filter(None, (cited(of, key) for key in keys)), None) for name, keys in asked.items()}
    return {name: {"number": one.number, "address": one.address} for name, one in found.items() if one}
