"""Hands per second from eight phones, and the cost of a hand.

Two web workers on PostgreSQL. The floor is a small Django application there: one view locks a row, writes a
score, and recomputes a group of four.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from benchmarks.measuring.house import House, house
from benchmarks.measuring.phones import FloorPhone, Phone, Sent, all_at_once, phone_at, shares_of
from benchmarks.measuring.rounds import Line, by_turns, lines, report

CLIENTS = 8
ENTRANTS = 64
HANDS, SCORES = 20, 60
"""Sends per client in a round."""
MILLISECONDS = 1000
UNITS = {"sent": "/s", "processor of web": "ms", "processor of PostgreSQL": "ms", "answered after": "ms"}


def measure() -> Iterator[Line]:
    with house("web", floor=True) as (running, encounters):
        phones = phones_at_tables(running.services["web"].port, ENTRANTS)
        clients = [in_turn(list(phones[client::CLIENTS])) for client in range(CLIENTS)]
        floor_phones = [
            FloorPhone(running.services["floor"].port, own) for own in shares_of(encounters, CLIENTS)
        ]
        scores = [phone.send for phone in floor_phones]
        floor, ours = by_turns(
            partial(turn, running, "floor", scores, SCORES), partial(turn, running, "web", clients, HANDS)
        )
        yield from lines(f"a hand over HTTP, {CLIENTS} clients", UNITS, ours, floor)


def phones_at_tables(port: int, entrants: int, limit: int | None = None) -> list[Phone]:
    """For all or `limit` tables of a new tournament."""
    from benchmarks.measuring.worlds import LENGTH, at_tables, groups_of_four, token_of  # noqa: PLC0415

    tables = [(playing, token_of(playing)) for playing in at_tables(groups_of_four(entrants))[:limit]]
    assert LENGTH.hands is not None
    return [
        phone_at(port, str(encounter.table.public_id), token, hands=LENGTH.hands)
        for encounter, token in tables
        if encounter.table
    ]


def in_turn(phones: Sequence[Phone]) -> Callable[[], Sent]:
    """Return a function that sends the next phone's next hand."""
    number = -1

    def send() -> Sent:
        nonlocal number
        number += 1
        return phones[number % len(phones)].send()

    return send


def turn(
    running: House, service: str, clients: Sequence[Callable[[], Sent]], per_client: int
) -> Mapping[str, float]:
    durations: list[float] = []

    def send_all(send: Callable[[], Sent]) -> None:
        durations.extend(send().seconds for _hand in range(per_client))

    before = running.work_of(service), running.work_of("postgres")
    seconds = all_at_once([partial(send_all, send) for send in clients])
    after = running.work_of(service), running.work_of("postgres")
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
