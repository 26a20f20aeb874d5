"""What a cancelled tournament refuses: it stands still until it is taken up again."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament
from tournaments.refusals import Refused


class TournamentCancelled(Refused):
    code = "tournament_cancelled"
    template = _("The tournament was cancelled. Nothing can be entered unless it is taken up again.")


def refuse_cancelled(tournament: Tournament) -> None:
    """Raise TournamentCancelled. Caller holds what cancelling waits for, or can do with what it has read."""
    if tournament.cancelled:
        raise TournamentCancelled
