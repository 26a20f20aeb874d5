"""What every organizer's page of a tournament shows around its own content."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from tournaments.models import Tournament

from .address import codes_outdated, public_address
from .http import PageRequest


def framed(request: PageRequest, tournament: Tournament, tab: str, **context: Any) -> dict[str, Any]:
    """The context of a page: the tournament, the open tab, and whether printed codes lead elsewhere or ended.

    `manages` is False where somebody looks who may not open the organizer's other pages.
    """
    address = public_address(request)
    return {
        "tournament": tournament,
        "club": tournament.club,
        "tab": tab,
        "address": address,
        "manages": True,
        "codes_outdated": codes_outdated(tournament, address),
        "codes_ended": tournament.codes_ended(timezone.now()),
        **context,
    }
