from __future__ import annotations

from hmac import compare_digest
from typing import Final

from django.conf import settings

from config.direct_requests import is_direct_from_here
from scoring.live.streams.asgi import Scope
from scoring.live.streams.event_stream import has_allowed_host

BEARER: Final = b"Bearer "


def may_read_details(scope: Scope) -> bool:
    """Return whether a request has the METRICS_TOKEN, or comes directly from here to an allowed host."""
    headers = dict(scope["headers"])
    authorization = headers.get(b"authorization", b"")
    token = settings.METRICS_TOKEN.encode()
    if token and authorization.startswith(BEARER) and compare_digest(authorization[len(BEARER) :], token):
        return True
    names = {name.decode("latin-1") for name in headers}
    # The host name reveals browsers with a foreign page.
    return is_direct_from_here(names, (scope.get("client") or ("",))[0]) and has_allowed_host(scope)
