from __future__ import annotations

from contextlib import suppress
from urllib.parse import urlsplit

from playwright.sync_api import Error, Route


def forward_without_answer(route: Route) -> int:
    """Forward a request to the server without its answer; return the status."""
    address = urlsplit(route.request.url)
    local_url = address._replace(netloc=f"127.0.0.1:{address.port}").geturl()
    return route.fetch(url=local_url, headers={**route.request.headers, "host": address.netloc}).status


def lose(route: Route) -> None:
    with suppress(Error):
        route.abort("connectionreset")
