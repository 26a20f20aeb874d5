"""The rule book of a tournament, for everybody."""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from django.http import HttpResponse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from scoring.ledger.rule_history import history
from scoring.live.queries.watching import counter_of_tournament
from scoring.live.views.pages import follow
from scoring.reading.frame import read_frame
from scoring.rulebook.queries.book import rule_book_of
from scoring.rulebook.queries.finding import find
from scoring.rulebook.views.words import between, changed
from tournaments.views.http import PageRequest

LONGEST: Final = 80
"""More letters are no question to a rule book."""


@require_safe
def rules(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """The whole book; with the words `q` only what it says of them."""

    def read() -> dict[str, Any]:
        frame = read_frame(tournament_id)
        book, wanted = rule_book_of(frame), request.GET.get("q", "")[:LONGEST].strip()
        return {
            "frame": frame,
            "tournament": frame.tournament,
            "tab": "rules",
            "book": book,
            "own": len(between(frame.rules.preset, frame.rules)),
            "changes": [(row, changed(row.switches)) for row in history(frame.tournament) if row.amended],
            "wanted": wanted,
            "found": find(book, wanted, get_language() or "tr") if wanted else None,
        }

    counter = counter_of_tournament(tournament_id, request.user)
    return follow(request, counter, "scoring/rulebook/rules.html", read, words=("q",))
