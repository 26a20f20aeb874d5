"""Finding what both sides said of a match, or the mark of an encounter, where a page lists many."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

Said = TypeVar("Said")


def of(said: Mapping[int, Said] | str, key: int) -> Said | None:
    """`statuses|of:match.number`, `marks|of:encounter.pk`; nothing where there is none."""
    return said.get(key) if isinstance(said, Mapping) else None
