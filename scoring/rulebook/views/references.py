"""Where the rule book says what the tile referee only names."""

from __future__ import annotations

from typing import Final

from rules.games.okey101.rulesets import RuleSet
from scoring.reading.cited import cited
from tournaments.models import Tournament

_ASKED: Final = ("meld", "opening.series", "opening.pairs", "finish.direct")
"""What the page's script names, beside the infractions."""


def addresses(rules: RuleSet, tournament: Tournament | None) -> dict[str, dict[str, str]]:
    """Number and address of each sentence that judges tiles, in the tournament's book or the bare one."""
    asked = (*_ASKED, *(f"infraction.{code}" for code in rules.infractions))
    found = {key: cited(tournament or rules, key) for key in asked}
    return {key: {"number": one.number, "address": one.address} for key, one in found.items() if one}
