import threading
from typing import Final

from celery import Celery
from celery.beat import EmbeddedService, Scheduler

WORKER_THREAD: Final = "celery worker"


def start_worker_and_beat(app: Celery) -> None:
    """Start both as daemon threads of this process."""
    # It installs no signal handlers. One thread is enough, because SQLite has one writer.
    worker = app.WorkController(
        pool="threads",
        concurrency=1,
        without_heartbeat=True,
        without_mingle=True,
        without_gossip=True,
    )
    threading.Thread(name=WORKER_THREAD, target=worker.start, daemon=True).start()
    EmbeddedService(app, thread=True, scheduler_cls=Scheduler).start()
