from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.enums import Visibility
from tournaments.models import Tournament
from tournaments.refusals import RemovedMeanwhile


class TournamentErased(RemovedMeanwhile):
    code = "tournament_erased"
    template = _("This tournament has been deleted. Nothing was saved.")


def refuse_erased(tournament: Tournament) -> None:
    """Raise TournamentErased. The caller holds the tournament's row lock."""
    if tournament.visibility == Visibility.ERASED:
        raise TournamentErased
