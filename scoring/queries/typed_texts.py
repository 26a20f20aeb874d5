"""Texts typed by people, for public pages."""

from __future__ import annotations

from django.template import Context

from tournaments.models import Tournament
from tournaments.people.domain.hidden_names import for_everybody, with_marks_read


def told(context: Context, text: str, tournament: Tournament) -> str:
    """Replace the names that players hide; staff read the text as it is."""
    return with_marks_read(text) if context.get("staff") else for_everybody(text, tournament)
