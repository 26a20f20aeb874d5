from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest

from tournaments.models import Tournament


def public_address(request: HttpRequest) -> str:
    """Return scheme, host and port, as configured or requested."""
    configured: str = settings.PUBLIC_ADDRESS
    return configured or f"{request.scheme}://{request.get_host()}"


def are_codes_outdated(tournament: Tournament, address: str) -> bool:
    """Codes were printed for another address."""
    return tournament.codes_address not in ("", address)


def is_loopback_only(address: str) -> bool:
    host = urlsplit(address).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
