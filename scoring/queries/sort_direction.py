"""Which way is good: of penalty points the fewest are first, of the average and of what is left the highest.

Both stand on the same pages, and +101 is bad at the table while +4,280 is good in the standings. So that
every page, screen and paper says it in the same words, none has words of its own.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final, Literal

from django.utils.translation import gettext_lazy as _

Figure = Literal["average", "points", "a_hand", "left"]

_FEWEST: Final = _("fewest first")
_HIGHEST: Final = _("highest first")
_WAYS: Final = MappingProxyType(
    {
        "average": (_("Average"), _HIGHEST),
        "points": (_("Penalty points"), _FEWEST),
        "a_hand": (_("Penalty points a hand"), _FEWEST),
        "left": (_("Points left"), _HIGHEST),
    }
)


def which_leads(*figures: Figure) -> str:
    """Say it of figures by their names: “Average: highest first · Penalty points: fewest first”."""
    return " · ".join(f"{name}: {way}" for name, way in (_WAYS[one] for one in figures))


def leading(figure: Figure) -> str:
    """Say it of a figure whose name stands beside: “fewest first”."""
    return str(_WAYS[figure][1])


def counted_in(ends_at: int | None) -> Figure:
    """What pages count in a match: penalty points, or what is left of those with which all begin."""
    return "points" if ends_at is None else "left"
