"""The pages, for an ASGI server, and what open pages hear and fetch beside them."""

import os

from config.keys import demand_lasting_key

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

demand_lasting_key()

from config.live import application as live  # noqa: E402  it sets Django up
from config.live import pages  # noqa: E402
from scoring.live.streams.stream import PREFIX, Receive, Scope, Send  # noqa: E402


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Streams never enter Django, which would keep a thread for each of them."""
    is_live = scope["type"] == "http" and scope["path"].startswith(PREFIX)
    await (live if is_live else pages)(scope, receive, send)
