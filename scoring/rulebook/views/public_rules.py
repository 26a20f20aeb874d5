from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from rules.book.text_changes import TEXT_VERSION
from rules.games import GAMES, game_of
from rules.rulebook import switches
from scoring.ledger.rule_history import rule_changes_of
from scoring.ledger.rulebooks import game_of_rules, rules_of
from scoring.live.queries.counters import results_topic
from scoring.live.views.live_pages import LivePage, live_page
from scoring.queries.rule_references import rule_book_address, tile_referee_of
from scoring.queries.tournament_context import read_tournament_context
from scoring.rulebook.queries.book_page import Book, default_book, tournament_rule_book
from scoring.rulebook.queries.book_search import search_book
from scoring.rulebook.views.ruleset_differences import compare_rule_sets, list_changed_rules
from tournaments.web.http import PageRequest

MAX_SEARCH_LENGTH: Final = 80


@live_page(results_topic, parameters=("q",))
def rules(request: PageRequest, tournament_id: UUID) -> LivePage:
    """Show a tournament's own book; `?q=` searches it.

    The book of its rule set gives the reasons.
    """
    context = read_tournament_context(tournament_id)
    book, rules = tournament_rule_book(context), rules_of(context.tournament.rule_book)
    return "scoring/rulebook/rules.html", {
        "tournament_context": context,
        "tournament": context.tournament,
        "tab": "rules",
        "own_change_count": len(compare_rule_sets(rules.preset, rules)),
        "changes": [
            (row, list_changed_rules(row.switches, switches(rules)))
            for row in rule_changes_of(context.tournament)
            if row.is_amendment
        ],
        "tiles_are_judged": bool(game_of_rules(rules).tile_questions),
        "reasons_address": f"{rule_book_address(rules.preset)}#reasons",
        **_book_context(request, book, rule_book_address(context.tournament)),
    }


@require_safe
def rule_set_book(request: PageRequest, rule_set_id: str) -> HttpResponse:
    """Show a preset's rule book without a tournament, and links to those of others; `?q=` searches it."""
    rules = game_of(rule_set_id).presets[rule_set_id]
    other_books = [
        (preset.names, rule_book_address(preset))
        for game in GAMES
        for preset in game.presets.values()
        if preset != rules
    ]
    context = _book_context(request, default_book(rules), rule_book_address(rules))
    context |= {
        "other_books": other_books,
        "tile_referee_url": tile_referee_of(rules),
        "shows_reasons": True,
    }
    return render(request, "scoring/rulebook/rule_set_book.html", context)


@require_safe
def text_changes(request: PageRequest) -> HttpResponse:
    """Show every sentence whose wording changed, the newest change first."""
    changes = [(game.names, list(reversed(game.book.changes))) for game in GAMES if game.book.changes]
    context = {"changes": changes, "text_version": TEXT_VERSION}
    return render(request, "scoring/rulebook/text_changes.html", context)


def _book_context(request: PageRequest, book: Book, address: str) -> dict[str, Any]:
    search_text = request.GET.get("q", "")[:MAX_SEARCH_LENGTH].strip()
    results = search_book(book, search_text, get_language() or "tr") if search_text else None
    return {"book": book, "address": address, "search_text": search_text, "results": results}
