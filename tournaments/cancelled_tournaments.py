from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament
from tournaments.refusals import Refused


class TournamentCancelled(Refused):
    code = "tournament_cancelled"
    template = _("The tournament was cancelled. Nothing can be entered unless the cancellation is undone.")


def refuse_cancelled(tournament: Tournament) -> None:
    """The caller holds the lock, or accepts a stale read."""
    if tournament.cancelled:
        raise TournamentCancelled
