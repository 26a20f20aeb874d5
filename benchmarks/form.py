"""The form of the next hand; in process, on PostgreSQL.

The floor is a view that does nothing, behind the same middleware.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from benchmarks.measuring.house import bare_database
from benchmarks.measuring.rounds import Line, by_turns, report

ENTRANTS = 64
TIMES = 10
KILO = 1000


def measure() -> Iterator[Line]:
    with bare_database():
        from benchmarks.measuring.inside import (  # noqa: PLC0415
            NOTHING,
            PhoneInside,
            address_of_nothing,
            get,
            milliseconds_of,
            statements_of,
            tasks_kept,
        )
        from benchmarks.measuring.worlds import at_tables, late_in_the_evening  # noqa: PLC0415

        with tasks_kept(), address_of_nothing():
            phone = PhoneInside(at_tables(late_in_the_evening(ENTRANTS))[0])
            form = partial(get, phone.form_address, phone.cookies)
            floor, ours = by_turns(
                partial(milliseconds_of, partial(get, NOTHING), TIMES), partial(milliseconds_of, form, TIMES)
            )
            plain = phone.client.get(phone.form_address).content
            yield Line("form of the next hand", "ms", ours, floor)
            yield Line("form of the next hand: weight", "kB", [len(form().content) / KILO])
            yield Line("form of the next hand: weight, not compressed", "kB", [len(plain) / KILO])
            yield Line("form of the next hand: statements", "", [statements_of(phone.next_hand)])


if __name__ == "__main__":
    report("form", measure())
