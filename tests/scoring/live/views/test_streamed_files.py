"""A file is made while it is sent, in the language and zone in which it was asked for, on either server."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime

from django.utils.timezone import localtime
from django.utils.translation import get_language, override

from scoring.live.views.streamed_files import Made

PIECES = 5


class Making:
    """Makes pieces that tell the language and the hour; knows how many were asked for."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self) -> Iterator[bytes]:
        for _piece in range(PIECES):
            self.asked += 1
            hour = localtime(datetime(2026, 11, 26, 19, tzinfo=UTC)).hour
            yield f"{get_language()}{hour};".encode()


def made(making: Making) -> Made:
    with override("en"):
        return Made(making, kind="text/csv", name="eller.csv", zone="Europe/Istanbul")


async def _first(answer: Made, pieces: int) -> bytes:
    found = b""
    async for piece in answer:
        found += piece
        pieces -= 1
        if not pieces:
            break
    return found


def test_a_server_of_threads_is_given_it_piece_by_piece():
    making = Making()
    answer = made(making)
    assert making.asked == 0
    with override("tr"):
        assert next(iter(answer)) == b"en22;"
        assert making.asked == 1
        assert get_language() == "tr"
        assert b"".join(answer) == b"en22;" * (PIECES - 1)
    assert answer.headers["Content-Disposition"] == 'attachment; filename="eller.csv"'


def test_an_event_loop_is_given_the_same_and_who_leaves_ends_it():
    making = Making()
    assert asyncio.run(_first(made(making), PIECES)) == b"en22;" * PIECES
    left = Making()
    assert asyncio.run(_first(made(left), 2)) == b"en22;" * 2
    assert left.asked == 2
