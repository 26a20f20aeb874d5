from __future__ import annotations

from django.contrib.sessions.models import Session

from tournaments.models import Club

PASTED_LINES_KEY = "pasted_lines"
REMOVED_ENTRANT_KEY = "removed_entrant"


def delete_drafts(club: Club) -> None:
    """Delete the club's pasted entry lists and remembered removed entrants from all sessions."""
    public_ids = {str(key) for key in club.tournaments.values_list("public_id", flat=True)}
    for session in Session.objects.order_by("pk").iterator():
        stored = session.get_decoded()
        dropped = [
            key
            for key in (PASTED_LINES_KEY, REMOVED_ENTRANT_KEY)
            if (stored.get(key) or {}).get("tournament") in public_ids
        ]
        if dropped:
            remaining = {key: value for key, value in stored.items() if key not in dropped}
            session.session_data = Session.objects.encode(remaining)
            session.save(update_fields=["session_data"])
