"""The laptop's pages, live streams and fragments."""

from config.live import parts, streams  # first: it sets Django up

# isort: split
from config.monitoring.app import monitored
from config.platform.silent_connections import active_request
from config.web import pages_app
from scoring.live.streams.asgi import Receive, Scope, Send
from scoring.live.streams.event_stream import PREFIX


async def route(scope: Scope, receive: Receive, send: Send) -> None:
    """Django uses one thread per stream, so `/live/` is outside it."""
    is_live = scope["type"] == "http" and scope["path"].startswith(PREFIX)
    if not is_live:
        await pages_app(scope, receive, send)
        return
    with active_request(scope):  # a stream is not a silent connection
        await parts(scope, receive, send)


application = monitored(route, streams)
