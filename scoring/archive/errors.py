from __future__ import annotations

from collections.abc import Iterable


class ArchiveRefused(Exception):  # noqa: N818 - a refusal is no fault
    """`place` is a JSON pointer to the problem, `why` describes it."""

    def __init__(self, place: str, why: str) -> None:
        super().__init__(f"{place or '/'}: {why}")
        self.place, self.why = place or "/", why


def json_pointer(*steps: str | int) -> str:
    return "".join(f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in steps)


def join_sorted(names: Iterable[object]) -> str:
    return ", ".join(sorted(map(str, names)))
