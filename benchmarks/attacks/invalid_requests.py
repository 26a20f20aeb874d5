"""Requests that no browser sends: random ones, and those that made older releases fail."""

from __future__ import annotations

from random import Random

from benchmarks.attacks.target import (
    CSRF_HEADERS,
    FORM_CONTENT_TYPE,
    LIVE_PART_HEADERS,
    Target,
    print_result,
    send_concurrently,
)
from benchmarks.random_requests import nonsense_request
from benchmarks.sockets import NO_STATUS, tally


async def known_errors(target: Target) -> None:
    """Check requests that made older releases fail."""
    attackers, form = target.attackers, target.form
    parts = {"Content-Type": "multipart/form-data"}
    digits = "9" * 4301
    for name, asking in (
        (
            "a counter of 4,301 digits",
            attackers.get(f"/live/{target.tournament}?heard={digits}", LIVE_PART_HEADERS),
        ),
        (
            "broken parts, an unknown host",
            attackers.post(form, b"--x\r\nCont", CSRF_HEADERS | parts, host="["),
        ),
        (
            "a form in UTF-16",
            attackers.post(
                form, b"a=a", CSRF_HEADERS | {"Content-Type": f"{FORM_CONTENT_TYPE}; charset=utf-16"}
            ),
        ),
        ("20 digits in an address", attackers.get(f"/{target.tournament}draw/{'9' * 20}/")),
    ):
        print_result(name, tally([(await asking).status]))


async def send_nonsense(target: Target, requests: int) -> None:
    draw = Random(101)
    nonsense_requests = [nonsense_request(target.attackers, target.paths, draw) for _one in range(requests)]
    statuses = await send_concurrently(target.attackers, nonsense_requests)
    errors = [status for status in statuses if status >= 500]  # noqa: PLR2004
    print_result(
        f"{requests:,} requests of nonsense",
        f"{tally(errors) or 'no 5xx'}, {statuses.count(NO_STATUS)} dropped",
    )
