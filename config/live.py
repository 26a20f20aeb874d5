"""What open pages hear and fetch, as an ASGI application by itself: the federation's service `live`."""

import os
import sys

from django.conf import settings
from django.core.asgi import get_asgi_application

from config.descriptors import ask_for_descriptors
from config.errors.requests import AsyncPagesRequest

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

pages = get_asgi_application()
pages.request_class = AsyncPagesRequest

from scoring.live.streams import counters  # noqa: E402  models can be imported from here on
from scoring.live.streams.parts import Parts  # noqa: E402
from scoring.live.streams.stream import Streams  # noqa: E402
from scoring.live.streams.watch import Watch  # noqa: E402

# While a page is made in one thread, Python lets the thread of the streams wait five milliseconds for each of
# its turns, and it has thousands of short ones.
sys.setswitchinterval(0.0005)

# Files, the database, and the connections of those who load pages need some too.
DESCRIPTORS_FOR_OTHERS = 300

descriptors = ask_for_descriptors(settings.LIVE_STREAMS + DESCRIPTORS_FOR_OTHERS)
streams = Streams(
    Watch(counters.read, counters.rest),
    limit=max(1, min(settings.LIVE_STREAMS, descriptors - DESCRIPTORS_FOR_OTHERS)),
)
application = Parts(pages, streams)
