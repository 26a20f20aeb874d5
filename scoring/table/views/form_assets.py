"""Parts of a hand form that are the same for everyone, in a cached script.

Without scripts, or with values already entered, the page has everything.
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
from scoring.table.views.games import hand_entry_of
from scoring.table.views.seat_labels import placeholder_seats
from scoring.table.views.table_access import at_table
from tournaments.log.actor import Actor
from tournaments.models import Table, Tournament

IMMUTABLE = "private, max-age=31536000, immutable"
REVALIDATE = "private, no-cache"
VERSION_LENGTH = 12
NUMBER_DICTATION = "scoring/table/_script_messages.html"
ANOTHER_LAPTOP = "scoring/table/_move_to_another_laptop.html"


def assets_url(table: Table) -> str:
    return reverse("scoring:form_assets", args=[table.public_id, assets_version(table.tournament)])


def assets_version(tournament: Tournament) -> str:
    """Changes with everything assets depend on besides language."""
    key = f"{release()} {tournament.rule_book_id} {tournament.kind}"
    return sha256(key.encode()).hexdigest()[:VERSION_LENGTH]


@require_safe
@at_table
def show_assets(request: HttpRequest, table: Table, actor: Actor, *, version: str) -> HttpResponse:
    """Uncached for a page of an older release."""
    arguments = [static("js/form-assets.js"), request.path, render_assets(request, table.tournament)]
    script = "import {{ storeAssets }} from {};\nstoreAssets({}, {});\n".format(*map(json.dumps, arguments))
    response = HttpResponse(script, content_type="text/javascript; charset=utf-8")
    response.headers["Cache-Control"] = (
        IMMUTABLE if version == assets_version(table.tournament) else REVALIDATE
    )
    return response


def render_assets(request: HttpRequest, tournament: Tournament) -> dict[str, str]:
    """Render the parts of a hand's form that all tables share, by name; seats have placeholders.

    Parts that the game lacks are left out.
    """
    rules, playing = rules_of(tournament.rule_book), seats_in(tournament)
    hand_entry, seats = hand_entry_of(rules), placeholder_seats(playing)
    form = hand_entry.form(rules=rules, playing=playing)
    context: dict[str, Any] = {"entering": hand_entry, "form": form, "screen": {"seats": seats}}
    context |= {"tournament": tournament, **hand_entry.template_context(form, seats)}
    templates = {
        "questions": hand_entry.questions_template,
        "asked-last": hand_entry.asked_last_template,
        "spoken": NUMBER_DICTATION,
    }
    templates["another-laptop"] = ANOTHER_LAPTOP
    rendered = {
        name: render_to_string(template, context, request) for name, template in templates.items() if template
    }
    return rendered | hand_entry.picture_renderer(form)
