from __future__ import annotations

from typing import Any

from django.utils import timezone

from tournaments.models import Tournament
from tournaments.web.http import PageRequest
from tournaments.web.public_address import are_codes_outdated, public_address

from .organizer_navigation import OrganizerNavigation


def organizer_context(
    request: PageRequest, tournament: Tournament, page_key: str, /, **context: Any
) -> dict[str, Any]:
    """Return the context of an organizer page; `page_key` is a key of `organizer_pages`, `context` wins.

    Pass `manages=False` for those who may not open the other pages.
    """
    address = public_address(request)
    manages = context.get("manages", True)
    return {
        "tournament": tournament,
        "club": tournament.club,
        "navigation": OrganizerNavigation(tournament, request.user, page_key, manages),
        "address": address,
        "manages": manages,
        "codes_outdated": are_codes_outdated(tournament, address),
        "codes_ended": tournament.codes_ended(timezone.now()),
        **context,
    }
