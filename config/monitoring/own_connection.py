"""Those of pages may all be in use."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import DEFAULT_DB_ALIAS, load_backend

SECONDS_TO_CONNECT: Final = 2
MILLISECONDS_FOR_A_STATEMENT: Final = 2000


@contextmanager
def dedicated_connection() -> Iterator[BaseDatabaseWrapper]:
    """Give a thread that does nothing else its own default connection, closed after the block."""
    settings = connections.settings[DEFAULT_DB_ALIAS]
    own_settings = {**settings, "OPTIONS": _options(settings)}
    connection = load_backend(settings["ENGINE"]).DatabaseWrapper(own_settings, DEFAULT_DB_ALIAS)
    connections[DEFAULT_DB_ALIAS] = connection
    try:
        yield connection
    finally:
        connection.close()
        del connections[DEFAULT_DB_ALIAS]


def _options(settings: dict[str, Any]) -> dict[str, Any]:
    options = {name: value for name, value in settings["OPTIONS"].items() if name != "pool"}
    if "connect_timeout" in options:
        options["connect_timeout"] = SECONDS_TO_CONNECT
    if "prepare_threshold" in options:  # not behind a pooler, which accepts no such settings
        options["options"] = f"-c statement_timeout={MILLISECONDS_FOR_A_STATEMENT}"
    if "timeout" in options:
        options["timeout"] = SECONDS_TO_CONNECT
    return options
