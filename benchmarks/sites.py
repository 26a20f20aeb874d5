"""What a subject runs on: a database alone, services as in docker-compose.yml, or a laptop's server.

Django is set up on the database of the site.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import django
import psycopg

from config.monitoring.server_metrics import SHARED_FOLDER
from tests.parts.compose import ASKED, command, environ_of
from tests.postgres import database_url
from tests.processes import collected_files, environment, free_port, manage, running, wait_until_answers
from tests.processes import serve_process as run_laptop
from tests.services import postgres_database, redis_server

OUR_APPLICATION = "config.web:application"
TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")


@dataclass
class Site:
    stack: ExitStack
    folder: Path
    environ: dict[str, str]
    """The addresses of its database and brokers."""
    port: int = 0
    """Of a laptop's server."""
    processes: dict[str, int] = field(default_factory=dict)

    def start(self, name: str, application: str = OUR_APPLICATION, **environ: str) -> int:
        """Run a service, or another application as `web` runs ours; return its port."""
        service = name if application == OUR_APPLICATION else "web"
        port, log, metrics = free_port(), self.folder / f"{name}.log", self.folder / f"{name}-metrics"
        metrics.mkdir()
        network = {"GRANIAN_HOST": "127.0.0.1", "GRANIAN_PORT": str(port), SHARED_FOLDER: str(metrics)}
        plain = {"PUBLIC_ADDRESS": f"http://127.0.0.1:{port}", "BEHIND_PROXY": "false"}
        own = {**self.environ, "SECRET_KEY": os.environ["SECRET_KEY"], **environ}
        words = [application if word == OUR_APPLICATION else word for word in command(service)]
        started = running(
            words,
            environ=environ_of(service, own | network | plain | {"LIVE_STREAMS": "15000"}) | own,
            output=self.stack.enter_context(log.open("wb")),
        )
        process = self.stack.enter_context(started)
        self.processes[name] = process.pid
        if service in ASKED:
            wait_until_answers(port, process=process, log=log, path=ASKED[service])
        return port

    def processor_seconds(self, name: str) -> float:
        return processor_seconds(self.processes[name])


@contextmanager
def database() -> Iterator[Site]:
    """A new PostgreSQL database, on our own server or that of DATABASE_URL."""
    with _site() as site:
        _create_database(site)
        set_up_django(site.environ)
        yield site


@contextmanager
def server() -> Iterator[Site]:
    """PostgreSQL and Redis, for services to be started."""
    with _site() as site:
        _create_database(site)
        redis, _process = site.stack.enter_context(redis_server())
        site.environ |= {"CELERY_BROKER_URL": redis, "LIVE_REDIS_URL": redis}
        set_up_django(site.environ)
        yield site


@contextmanager
def laptop() -> Iterator[Site]:
    """`manage.py serve` on an SQLite file."""
    with _site() as site:
        served = site.stack.enter_context(run_laptop(site.folder, LIVE_STREAMS="15000"))
        site.environ["DATABASE_URL"], site.port = served.environ["DATABASE_URL"], served.port
        set_up_django(site.environ)
        yield site


@contextmanager
def _site() -> Iterator[Site]:
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="istaka-bench-"))
        yield Site(stack, Path(folder), {})


def _create_database(site: Site) -> None:
    os.environ["DATABASE_URL"] = site.stack.enter_context(database_url())
    site.environ["DATABASE_URL"] = site.stack.enter_context(postgres_database())
    with psycopg.connect(site.environ["DATABASE_URL"]) as connection:
        site.processes["postgres"] = int(_stat(connection.info.backend_pid)[1])


def set_up_django(environ: dict[str, str]) -> None:
    os.environ |= environ | {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_POOL_SIZE": "2",
        "SECRET_KEY": "of a benchmark",
        "STATIC_ROOT": str(collected_files()),
        "ALLOWED_HOSTS": "testserver,127.0.0.1,localhost",
    }
    manage("migrate", "--verbosity=0", environ=environment())
    django.setup()


def processor_seconds(process: int) -> float:
    """Of a process and its descendants, with those that have ended."""
    try:
        own = sum(int(ticks) for ticks in _stat(process)[11:15]) / TICKS_A_SECOND
        lists = [file.read_text() for file in Path(f"/proc/{process}/task").glob("*/children")]
    except OSError:  # it has ended
        return 0.0
    return own + sum(processor_seconds(int(child)) for children in lists for child in children.split())


def _stat(process: int) -> list[str]:
    """Fields of /proc/…/stat after the name."""
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
