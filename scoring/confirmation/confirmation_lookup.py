from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

LookupValue = TypeVar("LookupValue")


def lookup(mapping: Mapping[int, LookupValue] | str, key: int) -> LookupValue | None:
    """Return the value of a key: `statuses|of:match.number`, `marks|of:encounter.pk`."""
    return mapping.get(key) if isinstance(mapping, Mapping) else None
