"""What the form of a hand asks alike of everybody, in a file that a phone fetches once and keeps.

A form that tells nothing yet brings its hand and the names of its players; a script puts the rest in from
this file. Without a script, and where something was told already, the page has all of it.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_safe

from scoring.ledger.rulebooks import rules_of
from scoring.ledger.seating import seats_in
from scoring.live.release import release
from scoring.table.views.games import entering_of
from scoring.table.views.seat_labels import unnamed
from scoring.table.views.table_access import at_table
from tournaments.log.actor import Actor
from tournaments.models import Table, Tournament

FOR_GOOD = "private, max-age=31536000, immutable"
ASKED_ANEW = "private, no-cache"
LETTERS = 12
SPOKEN = "scoring/table/_spoken.html"
ANOTHER_LAPTOP = "scoring/table/_another_laptop.html"


def address_of(table: Table) -> str:
    """Where the pieces of a table's form are; another address as soon as they are others."""
    return reverse("scoring:pieces", args=[table.public_id, version_of(table.tournament)])


def version_of(tournament: Tournament) -> str:
    """What the pieces depend on beside the language. A rule book never changes: a tournament gets another."""
    by = f"{release()} {tournament.rule_book_id} {tournament.kind}"
    return sha256(by.encode()).hexdigest()[:LETTERS]


@require_safe
@at_table
def show_pieces(request: HttpRequest, table: Table, actor: Actor, *, version: str) -> HttpResponse:
    """The pieces as they are now, as a module that hands them over.

    A page of an older release gets them too, but nothing keeps them for it.
    """
    told = [static("js/pieces.js"), request.path, pieces_of(request, table.tournament)]
    script = "import {{ bring }} from {};\nbring({}, {});\n".format(*map(json.dumps, told))
    response = HttpResponse(script, content_type="text/javascript; charset=utf-8")
    response.headers["Cache-Control"] = FOR_GOOD if version == version_of(table.tournament) else ASKED_ANEW
    return response


def pieces_of(request: HttpRequest, tournament: Tournament) -> dict[str, str]:
    """Each piece by its name, with a mark where a seat's player is named."""
    rules, playing = rules_of(tournament.rule_book), seats_in(tournament)
    entering, seats = entering_of(rules), unnamed(playing)
    form = entering.form(rules=rules, playing=playing)
    context: dict[str, Any] = {"entering": entering, "form": form, "screen": {"seats": seats}}
    context |= {"tournament": tournament, **entering.beside(form, seats, tournament)}
    pieces = {"questions": entering.questions, "asked-last": entering.asked_last, "spoken": SPOKEN}
    pieces["another-laptop"] = ANOTHER_LAPTOP
    made = {name: render_to_string(of, context, request) for name, of in pieces.items() if of}
    return made | entering.drawn(form)
