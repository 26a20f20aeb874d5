import logging
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

logger = logging.getLogger(__name__)

SECONDS_TO_END = 2
STDIN = 0


def end_with_parent() -> None:
    """Soon after, even if it ended already: a killed server's child would keep the port.

    Except for `multiprocessing`, the parent must hold the other end of standard input: `subprocess.PIPE` or
    `parent_stdin`.
    """
    parent = multiprocessing.parent_process()
    wait = parent.join if parent is not None else _read_stdin_to_end
    threading.Thread(name="end with parent", target=_end_after, args=(wait,), daemon=True).start()


@contextmanager
def parent_stdin() -> Iterator[int]:
    read_end, write_end = os.pipe()
    try:
        yield read_end
    finally:
        os.close(read_end)
        os.close(write_end)


def _read_stdin_to_end() -> None:
    # Not through `sys.stdin`, whose lock would be held at interpreter exit.
    with suppress(OSError):
        while os.read(STDIN, 1024):
            pass


def _end_after(wait: Callable[[], None]) -> None:
    wait()
    logger.warning("The parent of process %s has ended; it ends too.", os.getpid())
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(SECONDS_TO_END)
    os._exit(1)
