from __future__ import annotations

from functools import cache
from typing import Final
from zoneinfo import available_timezones

_REGIONS: Final = frozenset(
    ("Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")
)


@cache
def time_zones() -> tuple[str, ...]:
    """Return those named for a place, such as Europe/Istanbul."""
    return tuple(sorted(name for name in available_timezones() if name.split("/")[0] in _REGIONS))


def time_zone_choices() -> list[tuple[str, str]]:
    return [(name, name.replace("_", " ")) for name in time_zones()]
