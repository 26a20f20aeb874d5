from __future__ import annotations

import os
import resource
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

from tests.faults.phones import Phone, wait_for_a_hand_of_each
from tests.faults.release_change import undo_last_migration
from tests.forked_scripts import Scripts
from tests.processes import (
    ServerProcess,
    answers,
    child_pids,
    free_port,
    is_gone,
    parents,
    serve_process,
    wait_for,
)

ROOM = 4096
"""File size limit that simulates a full disk: below the size of any of our files."""
CLOCK = Path(__file__).parent / "clock"
UNLIMITED = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)

Fault = Callable[[Sequence[Phone]], None]
"""A fault while these phones enter hands."""


class Laptop:
    """`manage.py serve` on one file, restarted when a user would restart it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.house = ExitStack()
        self.served = self._start()

    @property
    def scripts(self) -> Scripts:
        return self.served.scripts

    @property
    def faults(self) -> Mapping[str, Fault]:
        return {
            "power cut": self.cut_power,
            "server killed": partial(self._kill, _server_of),
            "worker killed": partial(self._kill, _worker_of),
            "disk full": self.fill_disk,
            "second server": self.run_another,
            "clock set back": self.set_clock_back,
            "deploy": self.deploy,
        }

    def cut_power(self, _phones: Sequence[Phone]) -> None:
        self.served.kill()
        self.served = self._start()

    def fill_disk(self, phones: Sequence[Phone]) -> None:
        everything = _tree_of(self.served.process.pid)
        before = [phone.refused for phone in phones]
        for process in everything:
            resource.prlimit(process, resource.RLIMIT_FSIZE, (ROOM, resource.RLIM_INFINITY))
        wait_for(
            lambda: all(phone.refused > count for phone, count in zip(phones, before, strict=True)),
            "a phone was not refused",
        )
        for process in everything:
            resource.prlimit(process, resource.RLIMIT_FSIZE, UNLIMITED)

    def run_another(self, phones: Sequence[Phone]) -> None:
        with serve_process(self.folder) as other:
            for phone in phones[:2]:
                phone.keeper.url = other.url
            wait_for_a_hand_of_each(phones)
            for phone in phones[:2]:
                phone.keeper.url = self.url

    def set_clock_back(self, phones: Sequence[Phone]) -> None:
        late = {"PYTHONPATH": str(CLOCK), "CLOCK_OFFSET_SECONDS": "3600"}
        self.served.stop()
        self.served = self._start(**late)
        wait_for_a_hand_of_each(phones)
        self.served.stop()
        self.served = self._start()

    def deploy(self, _phones: Sequence[Phone]) -> None:
        self.served.stop()
        undo_last_migration(self.scripts)
        self.served.manage("migrate", "--verbosity=0")
        self.served = self._start()

    def close(self) -> None:
        self.house.close()

    def _start(self, **env: str) -> ServerProcess:
        self.house.close()
        logging = {"LOG_FORMAT": "json", "LOG_LEVEL": "DEBUG"}
        return self.house.enter_context(serve_process(self.folder, port=self.port, **logging, **env))

    def _kill(self, pid_of: Callable[[ServerProcess], int], _phones: Sequence[Phone]) -> None:
        killed = pid_of(self.served)
        os.kill(killed, signal.SIGKILL)
        wait_for(partial(is_gone, killed), "it was not killed")
        wait_for(lambda: answers(self.port, "/"), "it does not come back")


@contextmanager
def laptop(folder: Path) -> Iterator[Laptop]:
    laptop = Laptop(folder)
    try:
        yield laptop
    finally:
        laptop.close()


def _server_of(served: ServerProcess) -> int:
    wait_for(lambda: bool(child_pids(served.process.pid)), "there is no server")
    return child_pids(served.process.pid)[0]


def _worker_of(served: ServerProcess) -> int:
    wait_for(
        lambda: any(child_pids(worker) for worker in child_pids(served.process.pid)), "there is no worker"
    )
    return next(child for worker in child_pids(served.process.pid) for child in child_pids(worker))


def _tree_of(process: int) -> list[int]:
    all_parents = parents()
    tree = [process]
    for ancestor in tree:
        tree += [child for child, parent in all_parents.items() if parent == ancestor]
    return tree
