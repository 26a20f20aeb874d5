"""A process that ends soon after the one that started it."""

import logging
import os
import signal
import threading
import time

logger = logging.getLogger(__name__)

SECONDS_BETWEEN_LOOKS = 0.2
SECONDS_TO_END = 2


def end_with_parent() -> None:
    """Let this process end soon after the one that started it.

    Were a server killed, its child would keep the port and go on writing beside the child of the next server.
    """
    threading.Thread(name="end with parent", target=_watch, args=(os.getppid(),), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(SECONDS_BETWEEN_LOOKS)
    logger.warning("What started process %s is gone; it ends too.", os.getpid())
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(SECONDS_TO_END)
    os._exit(1)
