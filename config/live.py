"""ASGI application of the service `live`."""

import sys

from django.conf import settings

from config.web import SLOW_SENDER_DESCRIPTORS, django_app  # first: it sets Django up

# isort: split
from config.monitoring.app import monitored
from config.platform.file_descriptors import PAGE_DESCRIPTORS, raise_descriptor_limit
from scoring.live.streams import counter_reader
from scoring.live.streams.counter_poller import CounterPoller
from scoring.live.streams.event_stream import Streams
from scoring.live.streams.live_fragments import FragmentCache
from scoring.live.streams.redis_hints import RedisHints

# By default Python lets the stream thread wait 5 ms for each of its many short turns while a page renders.
sys.setswitchinterval(0.0005)

url = settings.LIVE_REDIS_URL
descriptors = raise_descriptor_limit(2 * settings.LIVE_STREAMS + PAGE_DESCRIPTORS + SLOW_SENDER_DESCRIPTORS)
streams = Streams(
    CounterPoller(
        counter_reader.read_counters, counter_reader.close_connection, hints=RedisHints(url) if url else None
    ),
    # Half of the descriptors stay free for other requests.
    limit=max(1, min(settings.LIVE_STREAMS, (descriptors - PAGE_DESCRIPTORS) // 2)),
)
parts = FragmentCache(django_app, streams)
application = monitored(parts, streams)
