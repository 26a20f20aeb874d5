"""A network between a phone and the laptop that loses what the laptop answers."""

from __future__ import annotations

from contextlib import suppress
from urllib.parse import urlsplit

from playwright.sync_api import Error, Route


def taken(route: Route) -> int:
    """Let the server have a request, whatever its answer will be told; the status of that."""
    address = urlsplit(route.request.url)
    here = address._replace(netloc=f"127.0.0.1:{address.port}").geturl()
    return route.fetch(url=here, headers={**route.request.headers, "host": address.netloc}).status


def lose(route: Route) -> None:
    """Break the line; on a busy machine the phone may have given the request up by itself."""
    with suppress(Error):
        route.abort("connectionreset")
