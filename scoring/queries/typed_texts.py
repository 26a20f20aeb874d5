from __future__ import annotations

from django.template import Context

from tournaments.models import Tournament
from tournaments.people.domain import hidden_names


def public_text(context: Context, text: str, tournament: Tournament) -> str:
    """Replace the names that players hide; staff see them."""
    return (
        hidden_names.fill_placeholders(text)
        if context.get("staff")
        else hidden_names.public_text(text, tournament)
    )
