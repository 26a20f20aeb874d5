"""What open pages hear and fetch, as an ASGI application by itself: the federation's service `live`."""

import sys

from django.conf import settings

from config.descriptors import DESCRIPTORS_OF_PAGES, ask_for_descriptors
from config.pages import DESCRIPTORS_OF_SENDERS, pages
from config.watching.app import watched
from scoring.live.streams import counter_reader
from scoring.live.streams.counter_poller import Watch
from scoring.live.streams.event_stream import Streams
from scoring.live.streams.live_fragments import Parts
from scoring.live.streams.redis_hints import RedisHints

# While a page is made in one thread, Python lets the thread of the streams wait five milliseconds for each of
# its turns, and it has thousands of short ones.
sys.setswitchinterval(0.0005)

url = settings.LIVE_REDIS_URL
descriptors = ask_for_descriptors(2 * settings.LIVE_STREAMS + DESCRIPTORS_OF_PAGES + DESCRIPTORS_OF_SENDERS)
streams = Streams(
    Watch(counter_reader.read, counter_reader.rest, hints=RedisHints(url) if url else None),
    # Where descriptors are few, half of them stay free for whoever asks for anything else.
    limit=max(1, min(settings.LIVE_STREAMS, (descriptors - DESCRIPTORS_OF_PAGES) // 2)),
)
parts = Parts(pages, streams)
application = watched(parts, streams)
