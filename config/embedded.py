"""Celery's worker and beat as threads of the process that serves the pages."""

import logging
import os
import signal
import threading
import time
from collections.abc import Callable

from celery import Celery
from celery.beat import EmbeddedService, Scheduler

logger = logging.getLogger(__name__)

SECONDS_BETWEEN_LOOKS_AT_PARENT = 0.5
SECONDS_TO_END = 3


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
    _start_thread("celery worker", worker.start)
    EmbeddedService(app, thread=True, scheduler_cls=Scheduler).start()


def end_with_parent() -> None:
    """Let this process end soon after the server that started it.

    Were the server killed, its child would keep the port and go on writing
    beside the child of the next server.
    """
    _start_thread("end with parent", _watch, os.getppid())


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(SECONDS_BETWEEN_LOOKS_AT_PARENT)
    logger.warning("The server is gone; its worker ends too.")
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(SECONDS_TO_END)
    os._exit(1)


def _start_thread(name: str, target: Callable[..., None], *args: int) -> None:
    threading.Thread(name=name, target=target, args=args, daemon=True).start()
