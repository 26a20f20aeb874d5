"""Settings under which an acknowledged hand is never lost."""

import os
from pathlib import Path
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured

SQLITE_BUSY_SECONDS = 20
SQLITE_PRAGMAS = (
    "PRAGMA journal_mode=WAL;"
    "PRAGMA synchronous=FULL;"  # NORMAL loses acknowledged hands at a power failure
    "PRAGMA foreign_keys=ON;"
)
SQLITE_FILES = ("", "-wal", "-shm", "-journal")
OWNER_ONLY, OTHERS_BITS = 0o600, 0o077
POOL_WAIT_SECONDS = 2  # while the database is down, every page waits so long
PREPARE_THRESHOLD = 5  # psycopg's default; planning takes longer than most queries
CONNECTION_OPTIONS = {
    "connect_timeout": 3,  # for addresses that don't answer at all
    # Otherwise a connection to a machine that vanished blocks for hours.
    "keepalives_idle": 10,
    "keepalives_interval": 3,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,  # milliseconds
}


def from_environment(env: environ.Env, *, default_file: Path) -> dict[str, Any]:
    """Return DATABASE_URL's settings, else SQLite's `default_file`; create its folder.

    Also reads DATABASE_POOL_SIZE and BEHIND_PGBOUNCER.
    """
    if env.str("DATABASE_URL", default=""):
        database = env.db_url("DATABASE_URL")
    else:
        default_file.parent.mkdir(parents=True, exist_ok=True)
        database = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(default_file)}
    behind_pgbouncer = env.bool("BEHIND_PGBOUNCER", default=False)
    pool_size = env.int("DATABASE_POOL_SIZE", default=0)
    return {
        **with_options(database, pool_size=pool_size, prepare_statements=not behind_pgbouncer),
        # Such cursors outlive their transaction, as prepared plans do.
        "DISABLE_SERVER_SIDE_CURSORS": behind_pgbouncer,
    }


def backup_folder(env: environ.Env, database: dict[str, Any], *, default_folder: Path) -> Path:
    """Demo and club never share backups."""
    if configured := env.str("BACKUPS", default=""):
        return Path(configured).absolute()
    name = str(database["NAME"])
    is_file = database["ENGINE"].endswith("sqlite3") and not name.startswith((":", "file:"))
    return Path(name).absolute().with_suffix(".backups") if is_file else default_folder / "backups"


def with_options(database: dict[str, Any], *, pool_size: int, prepare_statements: bool) -> dict[str, Any]:
    """Add our options without replacing set ones.

    Raises ImproperlyConfigured for other databases.
    """
    if database["ENGINE"].endswith("sqlite3"):
        options = sqlite_options()
    elif database["ENGINE"].endswith("postgresql"):
        options = postgresql_options(pool_size, prepare_statements=prepare_statements)
    else:
        raise ImproperlyConfigured(f"{database['ENGINE']}: Istaka runs on SQLite and on PostgreSQL.")
    return {
        **database,
        "OPTIONS": {**options, **database.get("OPTIONS", {})},
        "CONN_HEALTH_CHECKS": True,  # a restart of the database breaks connections
    }


def sqlite_options() -> dict[str, Any]:
    """IMMEDIATE locks at a transaction's start: one that reads first fails if another wrote in between."""
    return {
        "init_command": SQLITE_PRAGMAS,
        "timeout": SQLITE_BUSY_SECONDS,
        "transaction_mode": "IMMEDIATE",
    }


def postgresql_options(pool_size: int, *, prepare_statements: bool) -> dict[str, Any]:
    """A `pool_size` of 0: no pool."""
    options: dict[str, Any] = {**CONNECTION_OPTIONS}
    if prepare_statements:
        options |= {"server_side_binding": True, "prepare_threshold": PREPARE_THRESHOLD}
    if pool_size:
        options["pool"] = {
            "min_size": 1,
            "max_size": pool_size,
            "timeout": POOL_WAIT_SECONDS,
            "reconnect_timeout": 0,  # the next request tries again, no timer
        }
    return options


def restrict_to_owner(database: dict[str, Any]) -> None:
    """Let only the owner read SQLite's files; elsewhere do nothing.

    Creates a missing database. Later files inherit the mode.
    """
    name = str(database["NAME"])
    if os.name != "posix" or not database["ENGINE"].endswith("sqlite3") or name.startswith((":", "file:")):
        return
    Path(name).touch(mode=OWNER_ONLY)
    for file in (Path(name + ending) for ending in SQLITE_FILES):
        if file.exists() and file.stat().st_mode & OTHERS_BITS:
            file.chmod(OWNER_ONLY)
