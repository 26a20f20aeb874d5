"""What the laptop serves: the pages, and beside them what open pages hear and fetch."""

from config.intake.connections import asking
from config.live import parts, streams
from config.pages import taken_in
from config.watching.app import watched
from scoring.live.streams.asgi import Receive, Scope, Send
from scoring.live.streams.event_stream import PREFIX


async def everything(scope: Scope, receive: Receive, send: Send) -> None:
    """Streams never enter Django, which would keep a thread for each of them."""
    is_live = scope["type"] == "http" and scope["path"].startswith(PREFIX)
    if not is_live:
        await taken_in(scope, receive, send)
        return
    with asking(scope):  # a stream stays open, and its reader asks for nothing more
        await parts(scope, receive, send)


application = watched(everything, streams)
