"""Finding names as people type them: whatever case, and also by who has no Turkish keyboard."""

from __future__ import annotations

from tournaments.models import Entrant
from tournaments.naming.names import found_by


def names(entrant: Entrant, wanted: str) -> bool:
    """Whether an entrant, or a player of it (the roster is loaded), bears all words that are typed.

    Each word may be the beginning of one of theirs; an accent that is left out is no other letter.
    """
    return found_by(wanted, [entrant.name, *(row.player.name for row in entrant.roster.all())])
