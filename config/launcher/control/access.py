from __future__ import annotations

from hmac import compare_digest

from django.conf import settings
from django.http import Http404

from config.direct_requests import is_direct_from_here
from tournaments.web.http import PageRequest


def require_control(request: PageRequest, key: str) -> None:
    """Raise Http404 unless the request comes directly from this computer, with the key of this start."""
    if not (is_at_this_computer(request) and compare_digest(key.encode(), settings.CONTROL_KEY.encode())):
        raise Http404


def is_at_this_computer(request: PageRequest) -> bool:
    """False if no launcher started this server: then there is no control page."""
    address = str(request.META.get("REMOTE_ADDR", ""))
    return bool(settings.CONTROL_KEY) and is_direct_from_here(request.headers, address)
