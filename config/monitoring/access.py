"""Who may read how a house is, beyond whether it is ready."""

from __future__ import annotations

from hmac import compare_digest
from ipaddress import ip_address
from typing import Final

from django.conf import settings

from scoring.live.streams.asgi import Scope
from scoring.live.streams.stream import is_for_us

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
    """Whether who asks bears `METRICS_TOKEN`, or sits at this machine and asks it directly.

    A proxy on the same machine says of itself that it is one, and so does a browser by the name it asks for:
    a page elsewhere that points its own name here is told nothing.
    """
    headers = dict(scope["headers"])
    borne = headers.get(b"authorization", b"")
    token = settings.METRICS_TOKEN.encode()
    if token and borne.startswith(BEARER) and compare_digest(borne[len(BEARER) :], token):
        return True
    direct = not any(name in headers for name in PROXY_HEADERS)
    return direct and _is_loopback((scope.get("client") or ("",))[0]) and is_for_us(scope)


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
