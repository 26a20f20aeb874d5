"""What an erased tournament refuses: everything, also what was asked for a moment before."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.enums import Visibility
from tournaments.models import Tournament
from tournaments.refusals import GoneMeanwhile


class TournamentErased(GoneMeanwhile):
    code = "tournament_erased"
    template = _("This tournament was erased meanwhile. Nothing was saved.")


def refuse_erased(tournament: Tournament) -> None:
    """Raise TournamentErased. Caller holds the tournament."""
    if tournament.visibility == Visibility.ERASED:
        raise TournamentErased
