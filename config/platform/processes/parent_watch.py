"""A process that ends soon after its parent."""

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
    """Let this process end soon after its parent, also if the parent ended before this call.

    Otherwise the child of a killed server keeps the port and goes on writing beside the next server.
    A child of `multiprocessing` waits for its parent; any other child reads its standard input to the end, so
    that the parent has to hold the other end: `subprocess.PIPE`, or `held_stdin`.
    """
    parent = multiprocessing.parent_process()
    wait = parent.join if parent is not None else _read_stdin_to_its_end
    threading.Thread(name="end with parent", target=_end_after, args=(wait,), daemon=True).start()


@contextmanager
def parent_stdin() -> Iterator[int]:
    """Within the block: the standard input for a child that ends with this process."""
    for_the_child, held = os.pipe()
    try:
        yield for_the_child
    finally:
        os.close(for_the_child)
        os.close(held)


def _read_stdin_to_its_end() -> None:
    # Not through `sys.stdin`: its lock would be held when the interpreter ends.
    with suppress(OSError):
        while os.read(STDIN, 1024):
            pass


def _end_after(wait: Callable[[], None]) -> None:
    wait()
    logger.warning("The parent of process %s has ended; it ends too.", os.getpid())
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(SECONDS_TO_END)
    os._exit(1)
