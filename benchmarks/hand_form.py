"""The form of the next hand; in process, on PostgreSQL.

The floor is a view that does nothing, behind the same middleware.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from benchmarks.measurement.alternating_rounds import Line, alternate_rounds, report
from benchmarks.measurement.services import bare_database

ENTRANTS = 64
TIMES = 10
KILO = 1000


def measure() -> Iterator[Line]:
    with bare_database():
        from benchmarks.measurement.in_process import (  # noqa: PLC0415
            EMPTY_VIEW_PATH,
            InProcessPhone,
            collected_tasks,
            count_statements,
            get_page,
            milliseconds_of,
            with_empty_view,
        )
        from benchmarks.measurement.sample_tournaments import create_late_tournament, encounters_at_tables  # noqa: PLC0415

        with collected_tasks(), with_empty_view():
            phone = InProcessPhone(encounters_at_tables(create_late_tournament(ENTRANTS))[0])
            form = partial(get_page, phone.form_address, phone.cookies)
            floor, ours = alternate_rounds(
                partial(milliseconds_of, partial(get_page, EMPTY_VIEW_PATH), TIMES),
                partial(milliseconds_of, form, TIMES),
            )
            plain = phone.client.get(phone.form_address).content
            yield Line("form of the next hand", "ms", ours, floor)
            yield Line("form of the next hand: weight", "kB", [len(form().content) / KILO])
            yield Line("form of the next hand: weight, not compressed", "kB", [len(plain) / KILO])
            yield Line("form of the next hand: statements", "", [count_statements(phone.next_hand)])


if __name__ == "__main__":
    report("form", measure())
