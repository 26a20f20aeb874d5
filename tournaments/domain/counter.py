"""The counter that live pages watch."""

from __future__ import annotations

from django.db.models import F

from tournaments.models import Tournament


def touch(tournament: Tournament) -> None:
    """Tell every open page that something of this tournament changed. Last write of a transaction."""
    Tournament.objects.filter(pk=tournament.pk).update(counter=F("counter") + 1)
