from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

Said = TypeVar("Said")


def lookup(said: Mapping[int, Said] | str, key: int) -> Said | None:
    """Return the value of a key: `statuses|of:match.number`, `marks|of:encounter.pk`."""
    return said.get(key) if isinstance(said, Mapping) else None
