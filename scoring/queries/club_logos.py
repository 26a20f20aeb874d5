from __future__ import annotations

from tournaments.models import Club, ClubLogo


def large_logo(club: Club) -> bytes:
    """Return the logo as PNG; empty, without a query, if there is none."""
    logo = ClubLogo.objects.filter(club=club).first() if club.logo else None
    return bytes(logo.large) if logo else b""
