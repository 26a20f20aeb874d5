from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

Said = TypeVar("Said")


def lookup(mapping: Mapping[int, Said] | str, key: int) -> Said | None:
    """Return the value of a key: `statuses|of:match.number`, `marks|of:encounter.pk`."""
    return mapping.get(key) if isinstance(mapping, Mapping) else None
