"""Where the rule book says what the tile referee only names."""

from __future__ import annotations

from typing import Final

from django.urls import reverse

from rules.games.okey101.rulesets import RuleSet
from rules.rulebook import references
from tournaments.models import Tournament

_ASKED: Final = ("meld", "opening.series", "opening.pairs", "finish.direct")
"""What the page's script names, beside the infractions."""


def addresses(rules: RuleSet, tournament: Tournament | None) -> dict[str, dict[str, str]]:
    """Number and address of each sentence that judges tiles; none where there is no book to open."""
    if tournament is None:
        return {}
    book = reverse("scoring:rules", args=[tournament.public_id])
    known = references(rules)
    asked = (*_ASKED, *(f"infraction.{code}" for code in rules.infractions))
    return {
        key: {"number": known[key].number, "address": f"{book}#{known[key].anchor}"}
        for key in asked
        if key in known
    }
