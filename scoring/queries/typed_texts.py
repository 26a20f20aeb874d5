from __future__ import annotations

from django.template import Context

from tournaments.models import Tournament
from tournaments.people.domain.hidden_names import public_text as for_everybody
from tournaments.people.domain.hidden_names import read_placeholders


def public_text(context: Context, text: str, tournament: Tournament) -> str:
    """Replace the names that players hide; staff see them."""
    return read_placeholders(text) if context.get("staff") else for_everybody(text, tournament)
