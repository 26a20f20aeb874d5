from __future__ import annotations

from collections.abc import Sequence

from .drawing import Drawee
from .seeding import Qualifier, place_qualifiers


def order_qualifiers(drawees: Sequence[Drawee]) -> tuple[str, ...]:
    """Return drawee ids by seed: by rank where that keeps entrants of one group far apart.

    Independent of the order of `drawees`.
    """
    ordered = sorted(drawees, key=lambda drawee: drawee.id)
    group_names = sorted({_group(drawee) for drawee in ordered} - {""}, key=lambda name: (len(name), name))
    numbers = {group_name: number for number, group_name in enumerate(group_names)}
    qualifiers = [
        Qualifier(rank=_rank(drawee), group=numbers.get(_group(drawee)), strength=drawee.among or 0)
        for drawee in ordered
    ]
    return tuple(ordered[index].id for index in place_qualifiers(qualifiers))


def _group(drawee: Drawee) -> str:
    return drawee.came_from[0] if drawee.came_from else ""


def _rank(drawee: Drawee) -> int:
    return drawee.came_from[1] if drawee.came_from else 0
