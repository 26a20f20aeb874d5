from __future__ import annotations

from django.contrib.sessions.models import Session

from tournaments.models import Club

PASTED = "pasted_lines"
REMOVED = "removed_entrant"


def drop(club: Club) -> None:
    """Delete drafts from all sessions, because they contain names."""
    public_ids = {str(key) for key in club.tournaments.values_list("public_id", flat=True)}
    for session in Session.objects.order_by("pk").iterator():
        stored = session.get_decoded()
        dropped = [
            key for key in (PASTED, REMOVED) if (stored.get(key) or {}).get("tournament") in public_ids
        ]
        if dropped:
            remaining = {key: value for key, value in stored.items() if key not in dropped}
            session.session_data = Session.objects.encode(remaining)
            session.save(update_fields=["session_data"])
