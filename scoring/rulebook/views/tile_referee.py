"""The referee's page for any phone: the rules by which its browser judges tiles, and all its words."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from rules.games.okey101.infractions import INFRACTIONS
from rules.games.okey101.openings import ALL_IN_HAND
from rules.games.okey101.playable.handed_down import fault_words, switches
from rules.games.okey101.rulesets import DEFAULT_RULE_SET, PRESETS, RuleSet, rule_set
from rules.text import grouped
from scoring.ledger.rulebooks import rules_of_101
from scoring.rulebook.views.references import addresses
from scoring.rulebook.words import tile_referee_words
from scoring.table.views.worker import keeping
from tournaments.access import shown_tournament_or_404
from tournaments.models import Tournament
from tournaments.modules import with_imports
from tournaments.views.http import PageRequest

FILES = (
    "css/istaka.css",
    "css/table/tiles.css",
    "css/rulebook/tile-referee.css",
    "icon.svg",
    "django_htmx/htmx-2.min.js",
    "js/theme.js",
    *with_imports("js/page.js", "js/rulebook/tile-referee.js"),
)
JUDGED = ("invalid_opening", "invalid_meld")
"""What tiles that lie there can show of infractions."""


@require_safe
def tile_referee(
    request: PageRequest, tournament_id: UUID | None = None, rule_set_id: str = DEFAULT_RULE_SET
) -> HttpResponse:
    """Tiles to tap, judged by the rules of a tournament or by a set of them; nothing comes back here."""
    tournament = shown_tournament_or_404(request.user, tournament_id) if tournament_id else None
    rules = rules_of_101(tournament.rule_book) if tournament else rule_set(rule_set_id)
    context = {"tournament": tournament, "rules": rules, "told": _told(rules, tournament)}
    return render(request, "scoring/rulebook/tile_referee.html", context)


@require_safe
def worker(
    request: PageRequest, tournament_id: UUID | None = None, rule_set_id: str = DEFAULT_RULE_SET
) -> HttpResponse:
    """The script that keeps the page for when there is no network; its address lies in the page's own."""
    if tournament_id:
        shown_tournament_or_404(request.user, tournament_id)
        page = reverse("scoring:tournament_tile_referee", args=[tournament_id])
    else:
        page = _address(rule_set_id)
    return keeping(request, f"^{page}$", FILES, at_once=[page])


def bare_tile_referee(rule_set_id: str) -> str | None:
    """The address of the page that judges by a set of rules which nobody changed; None where none does."""
    return _address(rule_set_id) if rule_set_id in PRESETS else None


def _address(rule_set_id: str) -> str:
    if rule_set_id == DEFAULT_RULE_SET:
        return reverse("scoring:tile_referee")
    return reverse("scoring:bare_tile_referee", kwargs={"rule_set_id": rule_set_id})


def _told(rules: RuleSet, tournament: Tournament | None) -> dict[str, Any]:
    """Everything that the page's script knows, as JSON can hold it."""
    language = get_language() or "tr"
    return {
        "rules": judged_by(rules),
        "infractions": {
            code: {
                "name": INFRACTIONS[code].name.in_language(language),
                "amount": grouped(rules.infractions[code], language),
            }
            for code in JUDGED
            if code in rules.infractions
        },
        "faults": fault_words(language),
        "sentences": addresses(rules, tournament),
        "words": tile_referee_words(),
    }


def judged_by(rules: RuleSet) -> dict[str, Any]:
    """What the judge takes of a rule set, and what an end in one turn rests on besides."""
    return switches(rules) | {
        "most": ALL_IN_HAND,
        "doubleOkey": rules.double_okey,
        "doubleOkeyWithPairs": rules.double_okey_with_pairs_allowed,
        "directBelowThreshold": rules.direct_below_threshold,
    }
