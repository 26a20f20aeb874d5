"""What sessions keep of an entry list that is not stored yet: a pasted list, and who was just taken off."""

from __future__ import annotations

from django.contrib.sessions.models import Session

from tournaments.models import Club

PASTED = "pasted_lines"
REMOVED = "removed_entrant"


def drop(club: Club) -> None:
    """Forget all of it in a club, in every session: names stand in it."""
    here = {str(key) for key in club.tournaments.values_list("public_id", flat=True)}
    for session in Session.objects.order_by("pk").iterator():
        kept = session.get_decoded()
        gone = [key for key in (PASTED, REMOVED) if (kept.get(key) or {}).get("tournament") in here]
        if gone:
            left = {key: value for key, value in kept.items() if key not in gone}
            session.session_data = Session.objects.encode(left)
            session.save(update_fields=["session_data"])
