from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from rules.games import GAMES, game_of
from rules.rulebook import switches
from scoring.ledger.rule_history import rule_changes_of
from scoring.ledger.rulebooks import game_of_rules, rules_of
from scoring.live.queries.topics import Kind, Topic
from scoring.live.views.live_pages import follow
from scoring.queries.rule_references import book_of, tile_referee_of
from scoring.queries.tournament_context import read_tournament_context
from scoring.rulebook.queries.book_page import Book, rule_book_of
from scoring.rulebook.queries.book_page import default_book as bare_book
from scoring.rulebook.queries.book_search import search_book
from scoring.rulebook.views.ruleset_differences import between, changed
from tournaments.web.http import PageRequest

LONGEST: Final = 80


@require_safe
def rules(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    def read() -> dict[str, Any]:
        context = read_tournament_context(tournament_id)
        book, rules = rule_book_of(context), rules_of(context.tournament.rule_book)
        return {
            "frame": context,
            "tournament": context.tournament,
            "tab": "rules",
            "own": len(between(rules.preset, rules)),
            "changes": [
                (row, changed(row.switches, switches(rules)))
                for row in rule_changes_of(context.tournament)
                if row.amended
            ],
            "tiles_are_judged": bool(game_of_rules(rules).tile_questions),
            **_opened(request, book, book_of(context.tournament)),
        }

    topic = Topic(Kind.RESULTS, tournament_id)
    return follow(request, topic, "scoring/rulebook/rules.html", read, parameters=("q",))


@require_safe
def default_book(request: PageRequest, rule_set_id: str) -> HttpResponse:
    rules = game_of(rule_set_id).presets[rule_set_id]
    other_books = [
        (preset.names, book_of(preset))
        for game in GAMES
        for preset in game.presets.values()
        if preset != rules
    ]
    context = _opened(request, bare_book(rules), book_of(rules))
    context |= {"others": other_books, "referee": tile_referee_of(rules)}
    return render(request, "scoring/rulebook/bare_book.html", context)


def _opened(request: PageRequest, book: Book, address: str) -> dict[str, Any]:
    search_text = request.GET.get("q", "")[:LONGEST].strip()
    results = search_book(book, search_text, get_language() or "tr") if search_text else None
    return {"book": book, "address": address, "wanted": search_text, "found": results}
