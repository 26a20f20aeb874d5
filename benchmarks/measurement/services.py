"""Services as in docker-compose.yml."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

from benchmarks.measurement.processor_time import parent_of, work_of_trees
from config.monitoring.server_metrics import SHARED_FOLDER
from tests.parts.compose import ASKED, command, environ_of
from tests.postgres import database_url
from tests.processes import collected_files, environment, free_port, manage, running, wait_until_answers
from tests.services import postgres_database, redis_server

OUR_APPLICATION = "config.web:application"
FLOOR_APPLICATION = "benchmarks.baseline.application:application"
FLOOR_GROUPS = 24


@dataclass
class Service:
    port: int
    process: int
    log: Path


@dataclass
class Installation:
    database: str
    redis: str
    postgres: int
    services: dict[str, Service] = field(default_factory=dict)

    def processor_seconds(self, *names: str) -> float:
        """Return processor seconds; a name may be `postgres`."""
        roots = [self.postgres if name == "postgres" else self.services[name].process for name in names]
        return work_of_trees(roots)


@contextmanager
def bare_database() -> Iterator[str]:
    """Set up Django on a new PostgreSQL."""
    with ExitStack() as stack:
        database = create_database(stack)
        set_up_django(database)
        yield database


@contextmanager
def running_installation(*names: str, floor: bool = False) -> Iterator[tuple[Installation, list[int]]]:
    """Yield services and, with `floor`, the floor's encounters.

    Repeated services have numbered names such as `live 2`.
    """
    with ExitStack() as stack:
        database = create_database(stack)
        redis, _process = stack.enter_context(redis_server())
        set_up_django(database, redis)
        installation = Installation(database, redis, _postmaster(database))
        logs = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="istaka-bench-")))
        for name in names:
            environ = {"DATABASE_URL": database, "CELERY_BROKER_URL": redis, "LIVE_REDIS_URL": redis}
            installation.services[name] = start_service(
                stack, name, command(name.partition(" ")[0]), environ, logs
            )
        encounters = []
        if floor:
            floor_database = stack.enter_context(postgres_database())
            encounters = fill_floor(floor_database)
            like_web = [FLOOR_APPLICATION if word == OUR_APPLICATION else word for word in command("web")]
            environ = {
                "DATABASE_URL": floor_database,
                "DJANGO_SETTINGS_MODULE": "benchmarks.baseline.settings",
            }
            installation.services["floor"] = start_service(stack, "floor", like_web, environ, logs)
        yield installation, encounters


def create_database(stack: ExitStack) -> str:
    """On our own server, or in DATABASE_URL."""
    os.environ["DATABASE_URL"] = stack.enter_context(database_url())
    return stack.enter_context(postgres_database())


def fill_floor(database: str) -> list[int]:
    """Return the encounters' ids."""
    process = subprocess.run(  # noqa: S603  our own command
        [sys.executable, "-m", "benchmarks.baseline", str(FLOOR_GROUPS)],
        env=environment(DATABASE_URL=database),
        check=True,
        capture_output=True,
        text=True,
    )
    encounters: list[int] = json.loads(process.stdout)
    return encounters


def set_up_django(database: str, redis: str = "") -> None:
    os.environ |= {
        "DATABASE_URL": database,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_POOL_SIZE": "2",
        "SECRET_KEY": "of a benchmark",
        "STATIC_ROOT": str(collected_files()),
        "ALLOWED_HOSTS": "testserver,127.0.0.1,localhost",
    }
    if redis:
        os.environ |= {"CELERY_BROKER_URL": redis, "LIVE_REDIS_URL": redis}
    manage("migrate", "--verbosity=0", environ=environment())
    import django  # noqa: PLC0415 - after the environment is set

    django.setup()


def start_service(
    stack: ExitStack, name: str, arguments: Sequence[str], overrides: dict[str, str], logs: Path
) -> Service:
    """Until the stack is closed; `floor` has the environment of `web`."""
    port, log, metrics = free_port(), logs / f"{name}.log", logs / f"{name}-metrics"
    metrics.mkdir()
    plain = {"PUBLIC_ADDRESS": f"http://127.0.0.1:{port}", "BEHIND_PROXY": "false", "LIVE_STREAMS": "15000"}
    network = {"GRANIAN_HOST": "127.0.0.1", "GRANIAN_PORT": str(port), SHARED_FOLDER: str(metrics)}
    service_name = "web" if name == "floor" else name.partition(" ")[0]
    environ = environ_of(service_name, {**overrides, **plain, **network, "LOG_LEVEL": "INFO"})
    environ |= {**overrides, "SECRET_KEY": os.environ["SECRET_KEY"]}
    output = stack.enter_context(log.open("wb"))
    process = stack.enter_context(running(list(arguments), environ=environ, output=output))
    if service_name in ASKED:
        wait_until_answers(port, process=process, log=log, path=ASKED[service_name])
    return Service(port, process.pid, log)


def _postmaster(database: str) -> int:
    with psycopg.connect(database) as connection:
        row = connection.execute("SELECT pg_backend_pid()").fetchone()
        assert row is not None
        return parent_of(int(row[0]))
