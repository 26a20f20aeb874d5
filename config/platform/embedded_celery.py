"""Celery's worker and beat as threads of the process that serves the pages."""

import threading
from typing import Final

from celery import Celery
from celery.beat import EmbeddedService, Scheduler

WORKER_THREAD: Final = "celery worker"
"""The name of its thread."""


def start_worker_and_beat(app: Celery) -> None:
    """Start both beside the caller; they end with the process.

    `WorkController` is the worker without the command around it: it installs
    no signal handlers, which belong to the server. One thread is enough, for
    SQLite has one writer at a time. The schedule is kept in memory, for it is
    made of sweeps that bear being forgotten.
    """
    worker = app.WorkController(
        pool="threads",
        concurrency=1,
        without_heartbeat=True,
        without_mingle=True,
        without_gossip=True,
    )
    threading.Thread(name=WORKER_THREAD, target=worker.start, daemon=True).start()
    EmbeddedService(app, thread=True, scheduler_cls=Scheduler).start()
