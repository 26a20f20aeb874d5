from __future__ import annotations

from hmac import compare_digest
from ipaddress import ip_address
from typing import Final

from django.conf import settings

from scoring.live.streams.asgi import Scope
from scoring.live.streams.event_stream import has_allowed_host

BEARER: Final = b"Bearer "
PROXY_HEADERS: Final = (
    b"x-forwarded-for",
    b"x-forwarded-proto",
    b"x-forwarded-host",
    b"forwarded",
    b"via",
    b"x-real-ip",
)


def may_read_details(scope: Scope) -> bool:
    """Return whether a request has the METRICS_TOKEN, or comes directly from here to an allowed host."""
    headers = dict(scope["headers"])
    authorization = headers.get(b"authorization", b"")
    token = settings.METRICS_TOKEN.encode()
    if token and authorization.startswith(BEARER) and compare_digest(authorization[len(BEARER) :], token):
        return True
    # Headers reveal proxies, the host name browsers with a foreign page.
    is_direct = not any(name in headers for name in PROXY_HEADERS)
    return is_direct and _is_loopback((scope.get("client") or ("",))[0]) and has_allowed_host(scope)


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
