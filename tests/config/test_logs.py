"""What stands in the log of those who ask for nonsense, and of those who hold a link."""

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
def log() -> Iterator[io.StringIO]:
    """What the handler of our settings writes."""
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
    """Every address in which a token stands, with one in it."""
    for pattern in patterns:
        address = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from with_tokens(pattern.url_patterns, address)
        elif "<str:token>" in address:
            yield address.replace("<str:token>", TOKEN)


ADDRESSES = sorted(
    prefix + address for address in with_tokens(get_resolver().url_patterns) for prefix in ("", "/en")
)


def test_addresses_with_tokens_are_found():
    assert len(ADDRESSES) >= 6


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("more", ["", "x/y"])
def test_no_line_tells_the_token_of_a_link(log, address, more):
    Client().delete(address + more)
    assert len(lines(log)) == 1
    assert TOKEN not in log.getvalue()
    assert address.partition(TOKEN)[0] in log.getvalue()


@pytest.mark.parametrize(
    "address", [f"/masa/{TOKEN}/", f"/M/{TOKEN}", f"/{TOKEN}", f"/M/{TOKEN}?next=/", f"/en/davett/{TOKEN}/x/"]
)
def test_nor_does_that_of_a_mistyped_link(log, address):
    Client().get(address)
    assert len(lines(log)) == 1
    assert "tokenThatOpens" not in log.getvalue()


@pytest.mark.parametrize(
    "address", [f"/t/{UUID(int=5)}/nothing/", "/kulup/altin-tas-spor-kulubu-istanbul/", "/Nothing/here/"]
)
def test_what_opens_nothing_stands_in_the_line(log, address):
    Client().get(address)
    assert address in log.getvalue()


def test_nor_does_a_traceback(log):
    try:
        raise ValueError(f"/davet/{TOKEN}/")
    except ValueError:
        logging.getLogger("django.request").exception("Internal Server Error: %s", f"/m/{TOKEN}/")
    assert "Traceback" in log.getvalue()
    assert TOKEN not in log.getvalue()


def test_strangers_fill_no_log(log):
    for number in range(200):
        Client().get(f"/nowhere/{number}/")
        Client().put("/sign-in/")
    assert len(lines(log)) == 2


def test_a_name_that_is_not_ours_is_worth_no_traceback(log):
    for number in range(50):
        assert Client().get("/", headers={"host": f"evil{number}.example"}).status_code == 400
    assert 1 <= len(lines(log)) <= 2
    assert "Traceback" not in log.getvalue()


def test_after_a_minute_the_next_line_says_how_many_there_were():
    once = logs.RateLimitFilter()

    def told(at: float, status: int = 404) -> str | None:
        record = logging.LogRecord("django.request", logging.WARNING, "", 0, "Not Found: %s", ("/x/",), None)
        record.created, record.status_code = at, status
        record.request = Client().get("/nowhere/").wsgi_request
        return record.getMessage() if once.filter(record) else None

    assert told(100) == "Not Found: /x/"
    assert [told(100 + second) for second in (1, 30, 59)] == [None] * 3
    assert told(130, 405) == "Not Found: /x/"
    assert told(161) == "Not Found: /x/ (and 3 more before)"
    assert [told(162 + again, 500) for again in range(3)] == ["Not Found: /x/"] * 3


def test_tries_for_a_database_that_is_away_are_told_once_a_minute() -> None:
    once = logs.RateLimitFilter()

    def told(at: float) -> bool:
        record = logging.LogRecord("psycopg.pool", logging.WARNING, "", 0, "refused", (), None)
        record.created = at
        return once.filter(record)

    assert [told(at) for at in (100, 100.5, 159, 161)] == [True, False, False, True]


def test_that_we_are_busy_is_told_once_a_minute_and_what_fails_always(log: io.StringIO, rf) -> None:
    logger = logging.getLogger("django.request")
    for status, error in ((503, None), (503, None), (503, OSError("away")), (500, None), (500, None)):
        extra = {"status_code": status, "request": rf.get("/sign-in/")}
        logger.error("status %s", status, exc_info=error, extra=extra)
    told = [line for line in lines(log) if "status" in line]
    assert [line.split("status ")[1][:3] for line in told] == ["503", "503", "500", "500"]
    assert "OSError: away" in log.getvalue()


def test_a_clock_that_was_ahead_silences_nothing() -> None:
    once = logs.RateLimitFilter()

    def is_told(at: float) -> bool:
        record = logging.LogRecord("psycopg.pool", logging.WARNING, "", 0, "refused", (), None)
        record.created = at
        return once.filter(record)

    assert [is_told(at) for at in (10_000_000, 100, 130)] == [True, True, False]


def test_redis_that_is_away_is_told_in_one_line_a_minute(log: io.StringIO) -> None:
    """As Django tells it after each hand that could not be announced, or whose task could not be sent."""
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
    (line,) = lines(log)
    assert "Redis does not answer (Error 111 connecting to 127.0.0.1:6379.)" in line


def test_mistake_of_ours_while_redis_is_away_keeps_its_traceback(log: io.StringIO) -> None:
    try:
        try:
            raise redis.exceptions.ConnectionError("away")
        except redis.exceptions.ConnectionError:
            raise LookupError("ours")  # noqa: B904  as a mistake does
    except LookupError:
        logging.getLogger("django.db.backends.base").exception("Error calling it in on_commit()")
    assert "Traceback" in log.getvalue()
