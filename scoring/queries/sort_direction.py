"""Sort directions: +101 is bad at the table, +4,280 is good in the standings."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final, Literal

from django.utils.translation import gettext_lazy as _

FigureKind = Literal["average", "points", "a_hand", "left"]

_FEWEST: Final = _("fewest first")
_HIGHEST: Final = _("highest first")
_DIRECTIONS: Final = MappingProxyType(
    {
        "average": (_("Average"), _HIGHEST),
        "points": (_("Penalty points"), _FEWEST),
        "a_hand": (_("Penalty points a hand"), _FEWEST),
        "left": (_("Points left"), _HIGHEST),
    }
)


def sort_directions(*figures: FigureKind) -> str:
    """“Average: highest first · Penalty points: fewest first”."""
    return " · ".join(
        f"{name}: {direction}" for name, direction in (_DIRECTIONS[figure] for figure in figures)
    )


def sort_direction(figure: FigureKind) -> str:
    return str(_DIRECTIONS[figure][1])


def figure_kind_of(ends_at: int | None) -> FigureKind:
    return "points" if ends_at is None else "left"
