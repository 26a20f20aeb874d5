"""The ASGI application of `manage.py serve`: the pages, and Celery beside them.

The server loads this module in its one worker process. The broker is that
process's memory, so that the tasks must run where the pages are. With another
broker the worker and the beat are services of their own.
"""

import warnings

from django.conf import settings

from config import celery_app
from config.asgi import application
from config.backups import restart, timed
from config.broker import is_in_this_process
from config.embedded import start_worker_and_beat
from config.processes.parents import end_with_parent

__all__ = ["application"]

# WhiteNoise hands out files as a synchronous stream. They are small and come
# whole from the disk's cache, so that reading one in a thread does no harm.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")

end_with_parent()
if is_in_this_process(settings.CELERY_BROKER_URL):
    start_worker_and_beat(celery_app)
if settings.BACKUPS_EVERY_HOURS:
    timed.start()
restart.is_supervised()
