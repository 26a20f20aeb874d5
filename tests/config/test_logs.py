from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from logging.config import dictConfig
from typing import Any
from uuid import UUID

import kombu.exceptions
import pytest
import redis.exceptions
from django.conf import settings
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from config import logs

pytestmark = pytest.mark.django_db

TOKEN = "Zb3-tokenThatOpens_something"


@pytest.fixture
def log_output() -> Iterator[io.StringIO]:
    """Capture the output of the configured handler."""
    written = io.StringIO()
    ours: dict[str, Any] = settings.LOGGING
    handler = {**ours["handlers"]["stderr"], "stream": written}
    logger = logging.getLogger("django")
    before = logger.handlers[:]
    dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "formatters": ours["formatters"],
            "filters": ours["filters"],
            "handlers": {"here": handler},
            "loggers": {"django": {"handlers": ["here"], "level": "WARNING"}},
        }
    )
    yield written
    logger.handlers = before


def lines(log: io.StringIO) -> list[str]:
    return log.getvalue().splitlines()


def with_tokens(patterns: list[URLPattern | URLResolver], before: str = "/") -> Iterator[str]:
    """Every URL pattern that contains a token, filled with one."""
    for pattern in patterns:
        address = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from with_tokens(pattern.url_patterns, address)
        elif "<str:token>" in address:
            yield address.replace("<str:token>", TOKEN)


ADDRESSES = sorted(
    prefix + address for address in with_tokens(get_resolver().url_patterns) for prefix in ("", "/en")
)


def test_urls_with_tokens_are_listed():
    assert len(ADDRESSES) >= 6


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("more", ["", "x/y"])
def test_tokens_are_redacted(log_output, address, more):
    Client().delete(address + more)
    assert len(lines(log_output)) == 1
    assert TOKEN not in log_output.getvalue()
    assert address.partition(TOKEN)[0] in log_output.getvalue()


@pytest.mark.parametrize(
    "address", [f"/masa/{TOKEN}/", f"/M/{TOKEN}", f"/{TOKEN}", f"/M/{TOKEN}?next=/", f"/en/davett/{TOKEN}/x/"]
)
def test_tokens_of_mistyped_links_are_redacted(log_output, address):
    Client().get(address)
    assert len(lines(log_output)) == 1
    assert "tokenThatOpens" not in log_output.getvalue()


@pytest.mark.parametrize(
    "address", [f"/t/{UUID(int=5)}/nothing/", "/kulup/altin-tas-spor-kulubu-istanbul/", "/Nothing/here/"]
)
def test_other_paths_are_not_redacted(log_output, address):
    Client().get(address)
    assert address in log_output.getvalue()


def test_tokens_in_tracebacks_are_redacted(log_output):
    try:
        raise ValueError(f"/davet/{TOKEN}/")
    except ValueError:
        logging.getLogger("django.request").exception("Internal Server Error: %s", f"/m/{TOKEN}/")
    assert "Traceback" in log_output.getvalue()
    assert TOKEN not in log_output.getvalue()


@pytest.mark.release
def test_client_errors_are_logged_once_a_minute(log_output):
    for number in range(200):
        Client().get(f"/nowhere/{number}/")
        Client().put("/sign-in/")
    assert len(lines(log_output)) == 2


def test_invalid_host_is_logged_without_traceback(log_output):
    for number in range(50):
        assert Client().get("/", headers={"host": f"evil{number}.example"}).status_code == 400
    assert 1 <= len(lines(log_output)) <= 2
    assert "Traceback" not in log_output.getvalue()


def test_next_line_counts_suppressed_lines():
    limiter = logs.RateLimitFilter()

    def logged_message(at: float, status: int = 404) -> str | None:
        record = logging.LogRecord("django.request", logging.WARNING, "", 0, "Not Found: %s", ("/x/",), None)
        record.created, record.status_code = at, status
        record.request = Client().get("/nowhere/").wsgi_request
        return record.getMessage() if limiter.filter(record) else None

    assert logged_message(100) == "Not Found: /x/"
    assert [logged_message(100 + second) for second in (1, 30, 59)] == [None] * 3
    assert logged_message(130, 405) == "Not Found: /x/"
    assert logged_message(161) == "Not Found: /x/ (and 3 more before)"
    assert [logged_message(162 + again, 500) for again in range(3)] == ["Not Found: /x/"] * 3


def test_connection_attempts_are_logged_once_a_minute() -> None:
    limiter = logs.RateLimitFilter()

    def is_logged(at: float) -> bool:
        record = logging.LogRecord("psycopg.pool", logging.WARNING, "", 0, "refused", (), None)
        record.created = at
        return limiter.filter(record)

    assert [is_logged(at) for at in (100, 100.5, 159, 161)] == [True, False, False, True]


def test_busy_is_limited_and_failures_are_always_logged(log_output: io.StringIO, rf) -> None:
    logger = logging.getLogger("django.request")
    for status, error in ((503, None), (503, None), (503, OSError("away")), (500, None), (500, None)):
        extra = {"status_code": status, "request": rf.get("/sign-in/")}
        logger.error("status %s", status, exc_info=error, extra=extra)
    status_lines = [line for line in lines(log_output) if "status" in line]
    assert [line.split("status ")[1][:3] for line in status_lines] == ["503", "503", "500", "500"]
    assert "OSError: away" in log_output.getvalue()


def test_wrong_clock_suppresses_nothing() -> None:
    limiter = logs.RateLimitFilter()

    def is_logged(at: float) -> bool:
        record = logging.LogRecord("psycopg.pool", logging.WARNING, "", 0, "refused", (), None)
        record.created = at
        return limiter.filter(record)

    assert [is_logged(at) for at in (10_000_000, 100, 130)] == [True, True, False]


def test_unreachable_redis_is_logged_once_a_minute(log_output: io.StringIO) -> None:
    """Django logs it after each hand whose event or task could not be sent."""
    logger = logging.getLogger("django.db.backends.base")
    for error in (
        redis.exceptions.ConnectionError,
        kombu.exceptions.OperationalError,
        redis.exceptions.TimeoutError,
    ):
        try:
            raise error("Error 111 connecting to 127.0.0.1:6379.")
        except error as away:
            logger.exception("Error calling %s in on_commit() (%s).", "announce", away)
    (line,) = lines(log_output)
    assert "Redis does not answer (Error 111 connecting to 127.0.0.1:6379.)" in line


def test_own_error_while_redis_is_down_keeps_its_traceback(log_output: io.StringIO) -> None:
    try:
        try:
            raise redis.exceptions.ConnectionError("away")
        except redis.exceptions.ConnectionError:
            raise LookupError("ours")  # noqa: B904  as a mistake does
    except LookupError:
        logging.getLogger("django.db.backends.base").exception("Error calling it in on_commit()")
    assert "Traceback" in log_output.getvalue()
