"""What may stand in our log: no address that opens something, of strangers' nonsense one line a minute."""

import logging
import re
import threading
from http import HTTPStatus
from typing import Final

from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest

TOKEN_PATTERN: Final = re.compile(
    r"(/(?:davet|m|s|c)/)[^/\s'\"?]+|(/)(?=[^/\s'\"?]*[A-Z])[\w-]{20,}(?=[/\s'\"?]|$)", re.ASCII
)
"""What opens something: what follows where invitations and tables' and players' codes are, and what looks so.

A mistyped link bears its token at an address that isn't ours. Names and ids in ours have no capitals.
"""

ROW_VALUES: Final = re.compile(r"(DETAIL:)[^\n]*")
"""Where PostgreSQL tells which row it refused: there stands what people typed."""

PERIOD_SECONDS: Final = 60
SERVER_ERROR: Final = 500
LINE, JSON = "line", "json"
POOL_LOGGER: Final = "psycopg.pool"
"""Who tells of each try for a connection, twice a second while the database is away."""
REDIS_DOWN: Final = ("redis", logging.ERROR)
"""The one kind of all lines that tell so, whoever writes them."""
REDIS_ERRORS: Final = {
    ("kombu.exceptions", "OperationalError"),
    ("redis.exceptions", "ConnectionError"),
    ("redis.exceptions", "TimeoutError"),
    ("redis.exceptions", "BusyLoadingError"),
}
"""By name: a laptop loads none of these libraries for a Redis that it doesn't have."""
CELERY_LOGGERS: Final = "celery."


def known_format(name: str) -> str:
    """The format of that name; raises `ImproperlyConfigured` for a name that is none."""
    if name not in (LINE, JSON):
        raise ImproperlyConfigured(f"LOG_FORMAT={name}: the log is written as “{LINE}” or as “{JSON}”.")
    return name


class RedactingFormatter(logging.Formatter):
    """A line, and the traceback below it, in which links of tables and invitations open nothing."""

    def format(self, record: logging.LogRecord) -> str:
        return redact(super().format(record))


def redact(text: str) -> str:
    """What may be told of a text: nothing in it that opens something, and no row that a database refused."""
    return ROW_VALUES.sub(r"\1 …", TOKEN_PATTERN.sub(r"\1\2…", text))


class RateLimitFilter(logging.Filter):
    """What anybody can cause by asking for nonsense is told once a minute of each kind, and how often it was.

    So are tries for a database that is away, and that Redis is away: a hand is stored without it. What failed
    on our side is always told whole; that we are busy is no failure.
    """

    def __init__(self, name: str = "") -> None:
        super().__init__(name)
        self._lock = threading.Lock()
        self._told: dict[tuple[str, int], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        kind = _kind(record)
        if kind is None:
            return True
        unsaid = self._unsaid(kind, record.created)
        if unsaid is None:
            return False
        if kind == REDIS_DOWN:
            record.levelno, record.levelname = (
                REDIS_DOWN[1],
                logging.getLevelName(REDIS_DOWN[1]),
            )
            record.msg, record.args = _redis_away(record), ()
        if unsaid:
            record.msg, record.args = f"{record.getMessage()} (and {unsaid} more before)", ()
        record.exc_info = record.exc_text = None  # our own code's traceback, for what is not its fault
        return True

    def _unsaid(self, kind: tuple[str, int], now: float) -> int | None:
        """How many of a kind went untold since the last line; None while the next has to wait."""
        with self._lock:
            since, unsaid = self._told.get(kind, (0.0, 0))
            if abs(now - since) < PERIOD_SECONDS:  # a clock that was ahead silences nothing for longer
                self._told[kind] = (since, unsaid + 1)
                return None
            self._told[kind] = (now, 0)
            return unsaid


def _kind(record: logging.LogRecord) -> tuple[str, int] | None:
    """Of which kind a line is that is told once a minute; None of one that is always told."""
    if record.name == POOL_LOGGER and record.levelno <= logging.WARNING:
        return record.name, record.levelno
    if _error_of_redis(record) is not None:
        return REDIS_DOWN
    status = getattr(record, "status_code", None)
    asked = isinstance(getattr(record, "request", None), HttpRequest)
    if not asked or not isinstance(status, int) or _failed(record, status):
        return None
    return record.name, status


def _error_of_redis(record: logging.LogRecord) -> BaseException | None:
    """The error that a line tells of, if it is that Redis can't be reached.

    Django logs it for each task that is not sent, Celery for each that is due and at each try to connect.
    """
    error = record.exc_info[1] if record.exc_info else None
    if error is None and isinstance(record.args, tuple):
        error = next((given for given in record.args if isinstance(given, Exception)), None)
    while error is not None:
        if (type(error).__module__, type(error).__name__) in REDIS_ERRORS:
            return error
        # Celery raises errors of its own while it handles this one.
        error = error.__cause__ or (error.__context__ if record.name.startswith(CELERY_LOGGERS) else None)
    return None


def _redis_away(record: logging.LogRecord) -> str:
    why = " ".join(str(_error_of_redis(record)).split())
    return f"Redis does not answer ({why}). Hands are stored; standings and open pages follow later."


def _failed(record: logging.LogRecord, status: int) -> bool:
    """Whether something of ours went wrong; a 503 without an error only tells somebody to wait."""
    return status >= SERVER_ERROR and (status != HTTPStatus.SERVICE_UNAVAILABLE or bool(record.exc_info))
