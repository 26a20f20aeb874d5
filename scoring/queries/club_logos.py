"""A club's logo for pictures and paper."""

from __future__ import annotations

from tournaments.models import Club, ClubLogo


def large_logo(club: Club) -> bytes:
    """A club's logo as PNG; nothing, without a query, where it has none."""
    logo = ClubLogo.objects.filter(club=club).first() if club.logo else None
    return bytes(logo.large) if logo else b""
