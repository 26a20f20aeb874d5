"""Public pages late in the evening; in process, on PostgreSQL.

Fresh: after a hand. Again: nothing changed. Unchanged: a conditional request. The floor is a view that does
nothing, behind the same middleware. Weights are compressed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING

from benchmarks.measurement.alternating_rounds import (
    Line,
    alternate_rounds,
    print_progress,
    report,
    result_lines,
)
from benchmarks.measurement.services import bare_database

if TYPE_CHECKING:
    from benchmarks.measurement.in_process import Answer

SIZES = (64, 256, 2048)
READERS = 20
UNITS = {"fresh": "ms", "again": "ms", "unchanged": "ms", "weight": "kB"}
KILO = 1000


@dataclass(frozen=True)
class Event:
    """`play` changes the pages."""

    addresses: Mapping[str, str]
    play: Callable[[], object]


def measure() -> Iterator[Line]:
    with bare_database():
        from benchmarks.measurement.in_process import collected_tasks, with_empty_view  # noqa: PLC0415

        with collected_tasks() as tasks, with_empty_view():
            for size in SIZES:
                print_progress(f"an evening of {size:,} pairs")
                for event in (evening_event(size, tasks), knockout_event(size, tasks), finished_event(size)):
                    yield from measure_event(size, event)


def measure_event(size: int, event: Event) -> Iterator[Line]:

    from django.test import Client  # noqa: PLC0415

    from benchmarks.measurement.in_process import EMPTY_VIEW_PATH, count_statements, get_page, milliseconds_of  # noqa: PLC0415

    def floor() -> Mapping[str, float]:
        cost = milliseconds_of(lambda: get_page(EMPTY_VIEW_PATH), READERS)
        event.play()
        return dict.fromkeys(("fresh", "again", "unchanged"), cost)

    works = [partial(measure_requests, address) for address in event.addresses.values()]
    floors, *ours = alternate_rounds(floor, *works)
    for name, figures in zip(event.addresses, ours, strict=True):
        yield from result_lines(f"{name}, {size:,} pairs", UNITS, figures, floors)
    for name, address in event.addresses.items():
        fetch = partial(Client().get, address)
        yield Line(f"{name}, {size:,} pairs: statements", "", [count_statements(fetch)])


def measure_requests(address: str) -> Mapping[str, float]:
    """Measure a first, repeated and conditional request."""
    from benchmarks.measurement.in_process import get_page, milliseconds_of  # noqa: PLC0415

    answers: list[Answer] = []
    fresh, repeated = (
        milliseconds_of(lambda: answers.append(get_page(address)), times) for times in (1, READERS)
    )
    same = {"if_none_match": answers[-1].headers.get("ETag", "")}
    unchanged = milliseconds_of(lambda: answers.append(get_page(address, **same)), READERS)
    assert answers[-1].status == HTTPStatus.NOT_MODIFIED, address
    weight = len(answers[0].content) / KILO
    return dict(zip(UNITS, (fresh, repeated, unchanged, weight), strict=True))


def evening_event(size: int, tasks: list[Callable[[], object]]) -> Event:
    from benchmarks.measurement.sample_tournaments import create_late_tournament, encounters_at_tables  # noqa: PLC0415
    from tests.factories import encounters_of, play_hand  # noqa: PLC0415

    tournament = create_late_tournament(size)
    playing = encounters_at_tables(tournament)
    number = 0

    def play() -> None:
        nonlocal number
        number += 1
        tasks.clear()
        play_hand(playing[number % len(playing)])
        for task in tasks:
            task()

    page = f"/t/{tournament.public_id}/"
    player = tournament.entrants.order_by("pk")[0].roster.all()[0].player
    encounter = next(candidate for candidate in encounters_of(tournament) if candidate.winner)
    addresses = {
        "now": page,
        **{name: f"{page}{name}/" for name in ("groups", "tables", "schedule", "entrants", "rules")},
        "player": f"/players/{player.public_id}/",
        "encounter": f"/e/{encounter.public_id}/",
    }
    return Event(addresses, play)


def knockout_event(size: int, tasks: list[Callable[[], object]]) -> Event:
    from benchmarks.measurement.sample_tournaments import create_bracket, encounters_at_tables  # noqa: PLC0415
    from tests.factories import play_hand  # noqa: PLC0415

    tournament = create_bracket(size)
    encounter = encounters_at_tables(tournament)[0]
    page = f"/t/{tournament.public_id}/"
    addresses = {"bracket": f"{page}bracket/"} | {
        f"{name} of a bracket": f"{page}{path}"
        for name, path in {"now": "", "tables": "tables/", "schedule": "schedule/"}.items()
    }
    return Event(addresses, partial(play_hand, encounter))


def finished_event(size: int) -> Event:
    from benchmarks.measurement.sample_tournaments import create_late_tournament, finish_tournament  # noqa: PLC0415

    tournament = finish_tournament(create_late_tournament(size))
    page = f"/t/{tournament.public_id}/"
    return Event({"ranking": f"{page}ranking/", "follow": f"{page}follow/"}, lambda: None)


if __name__ == "__main__":
    report("pages", measure())
