"""Redact tokens, and limit lines that strangers cause."""

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
"""Path segments that grant access: after invitations' and codes' prefixes, or shaped like tokens.

Mistyped links have tokens under unknown paths. Names and ids in our paths have no capitals.
"""

ROW_VALUES: Final = re.compile(r"(DETAIL:)[^\n]*")
"""PostgreSQL's DETAIL repeats the refused row, which people typed."""

PERIOD_SECONDS: Final = 60
SERVER_ERROR: Final = 500
LINE, JSON = "line", "json"
POOL_LOGGER: Final = "psycopg.pool"
"""Logs each attempt to connect while the database is down."""
REDIS_DOWN: Final = ("redis", logging.ERROR)
"""The kind of all lines about an unreachable Redis."""
REDIS_ERRORS: Final = {
    ("kombu.exceptions", "OperationalError"),
    ("redis.exceptions", "ConnectionError"),
    ("redis.exceptions", "TimeoutError"),
    ("redis.exceptions", "BusyLoadingError"),
}
"""By name: a laptop without Redis loads none of these."""
CELERY_LOGGERS: Final = "celery."


def known_format(name: str) -> str:
    if name not in (LINE, JSON):
        raise ImproperlyConfigured(f"LOG_FORMAT={name}: the log is written as “{LINE}” or as “{JSON}”.")
    return name


class RedactingFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return redact(super().format(record))


def redact(text: str) -> str:
    return ROW_VALUES.sub(r"\1 …", TOKEN_PATTERN.sub(r"\1\2…", text))


class RateLimitFilter(logging.Filter):
    """Log errors that strangers cause once a minute and kind, with the number suppressed.

    Also of a database or Redis that is down; faults of ours always.
    """

    def __init__(self, name: str = "") -> None:
        super().__init__(name)
        self._lock = threading.Lock()
        self._last: dict[tuple[str, int], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return False within PERIOD_SECONDS of the last of its kind.

        Limited records that pass lose their traceback and get the suppressed number, and for Redis our text
        and level.
        """
        kind = _limited_kind(record)
        if kind is None:
            return True
        suppressed = self._suppressed_since(kind, record.created)
        if suppressed is None:
            return False
        if kind == REDIS_DOWN:
            record.levelno, record.levelname = REDIS_DOWN[1], logging.getLevelName(REDIS_DOWN[1])
            record.msg, record.args = _redis_message(record), ()
        if suppressed:
            record.msg, record.args = f"{record.getMessage()} (and {suppressed} more before)", ()
        record.exc_info = record.exc_text = None  # the traceback is not about a fault of ours
        return True

    def _suppressed_since(self, kind: tuple[str, int], now: float) -> int | None:
        """None suppresses it, too."""
        with self._lock:
            since, suppressed = self._last.get(kind, (0.0, 0))
            if abs(now - since) < PERIOD_SECONDS:  # also ends after a clock that was ahead is corrected
                self._last[kind] = (since, suppressed + 1)
                return None
            self._last[kind] = (now, 0)
            return suppressed


def _limited_kind(record: logging.LogRecord) -> tuple[str, int] | None:
    """Return (logger, status or level) of a pool, Redis or response record; None for others, our faults."""
    if record.name == POOL_LOGGER and record.levelno <= logging.WARNING:
        return record.name, record.levelno
    if _redis_error(record) is not None:
        return REDIS_DOWN
    status = getattr(record, "status_code", None)
    has_request = isinstance(getattr(record, "request", None), HttpRequest)
    if not has_request or not isinstance(status, int) or _is_own_failure(record, status):
        return None
    return record.name, status


def _redis_error(record: logging.LogRecord) -> BaseException | None:
    """Return the Redis error of exc_info, else of an argument, or among its causes.

    In Celery's logs contexts count as causes.
    """
    error = record.exc_info[1] if record.exc_info else None
    if error is None and isinstance(record.args, tuple):
        error = next((argument for argument in record.args if isinstance(argument, Exception)), None)
    while error is not None:
        if (type(error).__module__, type(error).__name__) in REDIS_ERRORS:
            return error
        # Celery raises further errors while it handles this one.
        error = error.__cause__ or (error.__context__ if record.name.startswith(CELERY_LOGGERS) else None)
    return None


def _redis_message(record: logging.LogRecord) -> str:
    reason = " ".join(str(_redis_error(record)).split())
    return f"Redis does not answer ({reason}). Hands are stored; standings and open pages follow later."


def _is_own_failure(record: logging.LogRecord, status: int) -> bool:
    """A 503 without an error only asks to wait."""
    return status >= SERVER_ERROR and (status != HTTPStatus.SERVICE_UNAVAILABLE or bool(record.exc_info))
