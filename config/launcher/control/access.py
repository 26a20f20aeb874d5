from __future__ import annotations

from hmac import compare_digest
from ipaddress import ip_address

from django.conf import settings
from django.http import Http404

from tournaments.web.http import PageRequest

PROXY_HEADERS = ("X-Forwarded-For", "Forwarded", "Via", "X-Real-IP")


def require_control(request: PageRequest, key: str) -> None:
    """Raise Http404 unless the request comes directly from this computer, with the key of this start."""
    is_direct = not any(header in request.headers for header in PROXY_HEADERS)
    is_right = bool(settings.CONTROL_KEY) and compare_digest(key.encode(), settings.CONTROL_KEY.encode())
    if not (is_direct and is_right and _is_loopback(str(request.META.get("REMOTE_ADDR", "")))):
        raise Http404


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
