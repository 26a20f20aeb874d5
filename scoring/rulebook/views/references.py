"""Where the rule book says what a page only names: the one place that knows its numbers and anchors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.urls import reverse

from rules.games.okey101.rulesets import RuleSet
from tournaments.models import Tournament


@dataclass(frozen=True)
class Reference:
    """A sentence of the book by its number, and the anchor of it or of its chapter on the book's page."""

    number: str
    anchor: str


_OF_OPENINGS: Final = Reference("", "opening")
_OF_INFRACTIONS: Final = Reference("", "infractions")


def references(rules: RuleSet) -> Mapping[str, Reference]:
    """The sentences that judge tiles, by the key of the rule."""
    return {
        "meld": Reference("", "melds"),
        "opening.series": _OF_OPENINGS,
        "opening.pairs": _OF_OPENINGS,
        "finish.direct": _OF_OPENINGS,
        **{f"infraction.{code}": _OF_INFRACTIONS for code in rules.infractions},
    }


def addresses(rules: RuleSet, tournament: Tournament | None) -> dict[str, dict[str, str]]:
    """The same as a page's script takes it; none where there is no book that one could open."""
    if tournament is None:
        return {}
    book = reverse("scoring:rules", args=[tournament.public_id])
    return {
        key: {"number": found.number, "address": f"{book}#{found.anchor}"}
        for key, found in references(rules).items()
    }
