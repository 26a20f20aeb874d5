"""The counter that live pages watch."""

from __future__ import annotations

from django.db.models import F

from tournaments.domain.erased import TournamentErased
from tournaments.models import Tournament


def touch(tournament: Tournament) -> None:
    """Tell every open page that something of this tournament changed. Last write of every act on it.

    Whoever acts has asked whether he may before anything was held: if it was erased since, this raises
    TournamentErased, and nothing of the act is stored.
    """
    if not Tournament.objects.standing().filter(pk=tournament.pk).update(counter=F("counter") + 1):
        raise TournamentErased


def tell(tournament: Tournament) -> None:
    """The same of one that may be erased, where nobody acts on it; it is held until commit."""
    Tournament.objects.filter(pk=tournament.pk).update(counter=F("counter") + 1)
