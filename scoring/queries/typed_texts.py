from __future__ import annotations

from django.template import Context

from tournaments.models import Tournament
from tournaments.people.domain.hidden_names import fill_placeholders
from tournaments.people.domain.hidden_names import public_text as for_everybody


def public_text(context: Context, text: str, tournament: Tournament) -> str:
    """Replace the names that players hide; staff see them."""
    return fill_placeholders(text) if context.get("staff") else for_everybody(text, tournament)
