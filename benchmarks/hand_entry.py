"""Hands per second from eight phones, and the cost of a hand.

Two web workers on PostgreSQL. The floor is a small Django application there: one view locks a row, writes a
score, and recomputes a group of four.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from benchmarks.measurement.alternating_rounds import Line, alternate_rounds, report, result_lines
from benchmarks.measurement.phones import FloorPhone, Phone, SentForm, create_phone, run_at_once, shares_of
from benchmarks.measurement.services import Installation, running_installation

CLIENTS = 8
ENTRANTS = 64
HANDS, SCORES = 20, 60
"""Sends per client in a round."""
MILLISECONDS = 1000
UNITS = {"sent": "/s", "processor of web": "ms", "processor of PostgreSQL": "ms", "answered after": "ms"}


def measure() -> Iterator[Line]:
    with running_installation("web", floor=True) as (running, encounters):
        phones = phones_at_tables(running.services["web"].port, ENTRANTS)
        clients = [send_in_turn(list(phones[client::CLIENTS])) for client in range(CLIENTS)]
        floor_phones = [
            FloorPhone(running.services["floor"].port, own) for own in shares_of(encounters, CLIENTS)
        ]
        scores = [phone.send for phone in floor_phones]
        floor, ours = alternate_rounds(
            partial(measure_round, running, "floor", scores, SCORES),
            partial(measure_round, running, "web", clients, HANDS),
        )
        yield from result_lines(f"a hand over HTTP, {CLIENTS} clients", UNITS, ours, floor)


def phones_at_tables(port: int, entrants: int, limit: int | None = None) -> list[Phone]:
    """For all or `limit` tables of a new tournament."""
    from benchmarks.measurement.sample_tournaments import (  # noqa: PLC0415
        LENGTH,
        create_groups_of_four,
        encounters_at_tables,
        token_of,
    )

    tables = [
        (playing, token_of(playing))
        for playing in encounters_at_tables(create_groups_of_four(entrants))[:limit]
    ]
    assert LENGTH.hands is not None
    return [
        create_phone(port, str(encounter.table.public_id), token, hands=LENGTH.hands)
        for encounter, token in tables
        if encounter.table
    ]


def send_in_turn(phones: Sequence[Phone]) -> Callable[[], SentForm]:
    """Return a function that sends the next phone's next hand."""
    number = -1

    def send() -> SentForm:
        nonlocal number
        number += 1
        return phones[number % len(phones)].send()

    return send


def measure_round(
    running: Installation, service: str, clients: Sequence[Callable[[], SentForm]], per_client: int
) -> Mapping[str, float]:
    durations: list[float] = []

    def send_all(send: Callable[[], SentForm]) -> None:
        durations.extend(send().seconds for _hand in range(per_client))

    before = running.processor_seconds(service), running.processor_seconds("postgres")
    seconds = run_at_once([partial(send_all, send) for send in clients])
    after = running.processor_seconds(service), running.processor_seconds("postgres")
    sent = per_client * len(clients)
    web, database = ((now - then) * MILLISECONDS / sent for now, then in zip(after, before, strict=True))
    return {
        "sent": sent / seconds,
        "processor of web": web,
        "processor of PostgreSQL": database,
        "answered after": statistics.median(durations) * MILLISECONDS,
    }


if __name__ == "__main__":
    report("entry", measure())
