from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.rulesets import RuleSet
from scoring.queries.rule_references import find_citation
from tournaments.models import Tournament


def citations_by_name(
    source: Tournament | RuleSet, keys_by_name: Mapping[str, Sequence[str]]
) -> dict[str, dict[str, str]]:
    """Return number and address of each name's first key that the book has; leave out names without one."""
    citations = {
        name: next(filter(None, (find_citation(source, key) for key in keys)), None)
        for name, keys in keys_by_name.items()
    }
    return {
        name: {"number": citation.number, "address": citation.address}
        for name, citation in citations.items()
        if citation
    }
