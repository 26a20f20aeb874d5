"""What the laptop serves: the pages, and beside them what open pages hear and fetch."""

from config.live import application as live
from config.pages import application as pages
from scoring.live.streams.asgi import Receive, Scope, Send
from scoring.live.streams.stream import PREFIX


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Streams never enter Django, which would keep a thread for each of them."""
    is_live = scope["type"] == "http" and scope["path"].startswith(PREFIX)
    await (live if is_live else pages)(scope, receive, send)
