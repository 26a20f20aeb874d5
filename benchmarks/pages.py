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

from benchmarks.measuring.house import bare_database
from benchmarks.measuring.rounds import Line, by_turns, lines, report, told

if TYPE_CHECKING:
    from benchmarks.measuring.inside import Answer

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
        from benchmarks.measuring.inside import address_of_nothing, tasks_kept  # noqa: PLC0415

        with tasks_kept() as tasks, address_of_nothing():
            for size in SIZES:
                told(f"an evening of {size:,} pairs")
                for event in (evening(size, tasks), knockout(size, tasks), afterwards(size)):
                    yield from of_event(size, event)


def of_event(size: int, event: Event) -> Iterator[Line]:

    from django.test import Client  # noqa: PLC0415

    from benchmarks.measuring.inside import NOTHING, get, milliseconds_of, statements_of  # noqa: PLC0415

    def floor() -> Mapping[str, float]:
        cost = milliseconds_of(lambda: get(NOTHING), READERS)
        event.play()
        return dict.fromkeys(("fresh", "again", "unchanged"), cost)

    works = [partial(asked, address) for address in event.addresses.values()]
    floors, *ours = by_turns(floor, *works)
    for name, figures in zip(event.addresses, ours, strict=True):
        yield from lines(f"{name}, {size:,} pairs", UNITS, figures, floors)
    for name, address in event.addresses.items():
        fetch = partial(Client().get, address)
        yield Line(f"{name}, {size:,} pairs: statements", "", [statements_of(fetch)])


def asked(address: str) -> Mapping[str, float]:
    """Measure a first, repeated and conditional request."""
    from benchmarks.measuring.inside import get, milliseconds_of  # noqa: PLC0415

    answers: list[Answer] = []
    fresh, repeated = (milliseconds_of(lambda: answers.append(get(address)), times) for times in (1, READERS))
    same = {"if_none_match": answers[-1].headers.get("ETag", "")}
    unchanged = milliseconds_of(lambda: answers.append(get(address, **same)), READERS)
    assert answers[-1].status == HTTPStatus.NOT_MODIFIED, address
    weight = len(answers[0].content) / KILO
    return dict(zip(UNITS, (fresh, repeated, unchanged, weight), strict=True))


def evening(size: int, tasks: list[Callable[[], object]]) -> Event:
    from benchmarks.measuring.worlds import at_tables, late_in_the_evening  # noqa: PLC0415
    from tests.factories import encounters_of, play_hand  # noqa: PLC0415

    tournament = late_in_the_evening(size)
    playing = at_tables(tournament)
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


def knockout(size: int, tasks: list[Callable[[], object]]) -> Event:
    from benchmarks.measuring.worlds import at_tables, bracket_of  # noqa: PLC0415
    from tests.factories import play_hand  # noqa: PLC0415

    tournament = bracket_of(size)
    encounter = at_tables(tournament)[0]
    page = f"/t/{tournament.public_id}/"
    addresses = {"bracket": f"{page}bracket/"} | {
        f"{name} of a bracket": f"{page}{path}"
        for name, path in {"now": "", "tables": "tables/", "schedule": "schedule/"}.items()
    }
    return Event(addresses, partial(play_hand, encounter))


def afterwards(size: int) -> Event:
    from benchmarks.measuring.worlds import groups_of_four, over  # noqa: PLC0415

    tournament = over(groups_of_four(size))
    page = f"/t/{tournament.public_id}/"
    return Event({"ranking": f"{page}ranking/", "follow": f"{page}follow/"}, lambda: None)


if __name__ == "__main__":
    report("pages", measure())
