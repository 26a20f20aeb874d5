from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

T = TypeVar("T")
MOST_SHOWN: Final = 200


@dataclass(frozen=True)
class ShortenedList(Generic[T]):
    rows: Sequence[T]
    more: int = 0

    @property
    def total(self) -> int:
        return len(self.rows) + self.more


def shorten(rows: Iterable[T], *, always: Callable[[T], bool] = lambda _row: False) -> ShortenedList[T]:
    """Return rows for which `always` holds, then others up to MOST_SHOWN."""
    needed: list[T] = []
    optional: list[T] = []
    for row in rows:
        (needed if always(row) else optional).append(row)
    free_places = max(0, MOST_SHOWN - len(needed))
    return ShortenedList([*needed, *optional[:free_places]], max(0, len(optional) - free_places))
