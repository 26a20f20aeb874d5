import gc
import os
from importlib import import_module

import django
from django.conf import settings

from config.platform.file_descriptors import PAGE_DESCRIPTORS, raise_descriptor_limit
from config.secret_key import require_lasting_key

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

require_lasting_key()
django.setup(set_prefix=False)

from config.monitoring.app import monitored  # noqa: E402
from config.platform.concurrency_limit import ConcurrencyLimit  # noqa: E402
from config.platform.django_handler import DjangoHandler  # noqa: E402
from config.platform.request_bodies import MAX_SLOW_SENDERS, RequestBodyBuffer  # noqa: E402
from scoring.live.release import release  # noqa: E402

GC_THRESHOLD = 25_000
"""Allocations between collections; a large page makes ten thousand."""
SLOW_SENDER_DESCRIPTORS = 2 * MAX_SLOW_SENDERS
"""And as many closing connections."""

raise_descriptor_limit(PAGE_DESCRIPTORS + SLOW_SENDER_DESCRIPTORS)
django_app = DjangoHandler()
# Otherwise the first page waits seconds on a small machine until all views are imported.
import_module(settings.ROOT_URLCONF)
release()
# Loaded code is excluded from garbage collection; what pages leave is freed one or two collections later.
gc.collect()
gc.freeze()
gc.set_threshold(GC_THRESHOLD)
pages_app = RequestBodyBuffer(ConcurrencyLimit(django_app, max_concurrent=settings.MAX_CONCURRENT_PAGES))
application = monitored(pages_app)
