"""What each kind of database needs so that an acknowledged hand is never lost."""

import os
from pathlib import Path
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured

from config.platform.btrfs import disable_copy_on_write

SQLITE_BUSY_SECONDS = 20
SQLITE_PRAGMAS = (
    "PRAGMA journal_mode=WAL;"  # readers don't wait for the writer
    "PRAGMA synchronous=FULL;"  # NORMAL loses acknowledged hands when the power fails
    "PRAGMA foreign_keys=ON;"
)
SQLITE_FILES = ("", "-wal", "-shm", "-journal")
OWNER_ONLY, OTHERS_BITS = 0o600, 0o077
GENERIC_PLANS = "-c plan_cache_mode=force_generic_plan"  # whatever the values: rows are asked by their keys
POOL_WAIT_SECONDS = 5  # a phone that sends a hand gives up after eight
CONNECTION_OPTIONS = {
    "connect_timeout": 3,  # where nothing answers at the address, not even that nobody listens
    # A machine that vanished says nothing: by itself a connection to it would be waited for for hours.
    "keepalives_idle": 10,
    "keepalives_interval": 3,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,  # milliseconds
}
POOLED_ENGINE = "config.platform.postgresql"


def from_environment(env: environ.Env, *, otherwise: Path) -> dict[str, Any]:
    """Return the settings of the database that DATABASE_URL names, else of the SQLite file `otherwise`."""
    if env.str("DATABASE_URL", default=""):
        database = env.db_url("DATABASE_URL")
    else:
        otherwise.parent.mkdir(exist_ok=True)
        database = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(otherwise)}
    pooled = env.bool("BEHIND_PGBOUNCER", default=False)
    pool_size = env.int("DATABASE_POOL_SIZE", default=0)
    return {
        **with_options(database, pool_size=pool_size, prepares=not pooled),
        # Like a plan that is kept such a cursor outlives its transaction.
        "DISABLE_SERVER_SIDE_CURSORS": pooled,
    }


def backup_folder(env: environ.Env, database: dict[str, Any], *, otherwise: Path) -> Path:
    """Return what BACKUPS names; else `NAME.backups` beside NAME.sqlite3; else `backups` in `otherwise`.

    So each file has a folder of its own, and the demo's backups don't lie among the club's.
    """
    if given := env.str("BACKUPS", default=""):
        return Path(given).absolute()
    name = str(database["NAME"])
    is_file = database["ENGINE"].endswith("sqlite3") and not name.startswith((":", "file:"))
    return Path(name).absolute().with_suffix(".backups") if is_file else otherwise / "backups"


def with_options(database: dict[str, Any], *, pool_size: int, prepares: bool) -> dict[str, Any]:
    """Return the settings of `database` with what its engine needs added."""
    if database["ENGINE"].endswith("sqlite3"):
        options = sqlite_options()
    elif database["ENGINE"].endswith("postgresql"):
        options = postgresql_options(pool_size, prepares=prepares)
    else:
        raise ImproperlyConfigured(f"{database['ENGINE']}: Istaka runs on SQLite and on PostgreSQL.")
    return {
        **database,
        **({"ENGINE": POOLED_ENGINE} if "pool" in options else {}),
        "OPTIONS": {**options, **database.get("OPTIONS", {})},
        "CONN_HEALTH_CHECKS": True,  # a connection outlives no restart of its database
    }


def sqlite_options() -> dict[str, Any]:
    """Return options under which many readers and one writer at a time get along.

    IMMEDIATE takes the writer's place when a transaction begins. A transaction
    that begins as a reader and writes later is refused at once, without waiting,
    when another has written in between.
    """
    return {
        "init_command": SQLITE_PRAGMAS,
        "timeout": SQLITE_BUSY_SECONDS,
        "transaction_mode": "IMMEDIATE",
    }


def postgresql_options(pool_size: int, *, prepares: bool) -> dict[str, Any]:
    """Return options for a pool of at most `pool_size` connections in each process.

    Zero means no pool: right for a command, which opens one connection. With `prepares` a connection keeps
    plans of what is asked all evening, from the first time on (`tournaments.domain.prepared`).
    """
    options: dict[str, Any] = {**CONNECTION_OPTIONS}
    if prepares:
        options |= {"prepare_threshold": 0, "options": GENERIC_PLANS}
    if pool_size:
        options["pool"] = {"min_size": 1, "max_size": pool_size, "timeout": POOL_WAIT_SECONDS}
    return options


def restrict_to_owner(database: dict[str, Any]) -> None:
    """Let nobody but its owner read an SQLite file and what lies beside it; make the file if it is new.

    In it are addresses and names of people, and the secrets of the tables' codes. What SQLite makes beside it
    later gets the file's own mode, and can be written to when the disk is full. PostgreSQL, a database in
    memory and Windows are left as they are.
    """
    name = str(database["NAME"])
    if os.name != "posix" or not database["ENGINE"].endswith("sqlite3") or name.startswith((":", "file:")):
        return
    Path(name).touch(mode=OWNER_ONLY)
    for file in (Path(name + ending) for ending in SQLITE_FILES):
        if file.exists() and file.stat().st_mode & OTHERS_BITS:
            file.chmod(OWNER_ONLY)
    disable_copy_on_write(Path(name).parent)  # not the database: it keeps the checksums
