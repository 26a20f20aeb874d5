"""ASGI application of `manage.py serve`: pages, live streams, backups, and Celery."""

from config.platform.processes.parent_watch import end_with_parent

end_with_parent()  # first: the imports take seconds, in which the server may be killed

import os  # noqa: E402
import warnings  # noqa: E402

from django.conf import settings  # noqa: E402

from config.asgi import application as unobserved_application  # noqa: E402
from config.backups import scheduler  # noqa: E402
from config.celery import app as celery_app  # noqa: E402
from config.launcher import keep_awake  # noqa: E402
from config.launcher.control.visitors import noting_visitors  # noqa: E402
from config.platform.broker import is_in_memory  # noqa: E402
from config.platform.embedded_celery import start_worker_and_beat  # noqa: E402
from config.platform.file_descriptors import max_connections  # noqa: E402
from config.platform.silent_connections import limit_silent_connections  # noqa: E402

__all__ = ["application"]

application = noting_visitors(unobserved_application) if settings.CONTROL_KEY else unobserved_application

# WhiteNoise streams files synchronously. They are small and cached by the system, so reading one in a thread
# is harmless.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")

limit_silent_connections(port=int(os.environ["PORT"]), max_connections=max_connections(settings.LIVE_STREAMS))
if is_in_memory(settings.CELERY_BROKER_URL):
    start_worker_and_beat(celery_app)
if settings.HOURLY_BACKUPS:
    scheduler.start()
if settings.CONTROL_KEY:
    keep_awake.start()
