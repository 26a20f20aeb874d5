"""What people typed, for the public pages."""

from __future__ import annotations

from django.template import Context

from tournaments.models import Tournament
from tournaments.people.domain.hidden_names import for_everybody, with_marks_read


def told(context: Context, text: str, tournament: Tournament) -> str:
    """A typed text without the names that players of a tournament hide; its staff reads it as it is."""
    return with_marks_read(text) if context.get("staff") else for_everybody(text, tournament)
