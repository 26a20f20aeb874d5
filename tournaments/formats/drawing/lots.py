from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable

from .draw_inputs import Drawee, DrawInputs, Method


def lot(seed: str, drawee_id: str) -> str:
    return hashlib.sha256(f"{seed}:{drawee_id}".encode()).hexdigest()


def drawn_order(inputs: DrawInputs) -> list[Drawee]:
    return sorted(inputs.drawees, key=lambda drawee: lot(inputs.seed, drawee.id))


def seeding_order(inputs: DrawInputs) -> list[Drawee]:
    return ranked(drawn_order(inputs), _STRENGTH[inputs.method])


def ranked(drawees: Iterable[Drawee], number: Callable[[Drawee], int | None]) -> list[Drawee]:
    """Sort stably by the number, drawees without one last."""

    def place(drawee: Drawee) -> tuple[bool, int]:
        value = number(drawee)
        return value is None, value or 0

    return sorted(drawees, key=place)


_STRENGTH: dict[Method, Callable[[Drawee], int | None]] = {
    Method.MANUAL: lambda drawee: drawee.seed,
    Method.RATING: lambda drawee: None if drawee.rating is None else -drawee.rating,
    Method.RANDOM: lambda _drawee: None,
    Method.BY_PLACE: lambda drawee: drawee.came_from and drawee.came_from[1],
}
