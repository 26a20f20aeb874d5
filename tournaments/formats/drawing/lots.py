from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable

from .draw_inputs import Drawee, DrawInputs, Method


def lot_hash(seed: str, drawee_id: str) -> str:
    return hashlib.sha256(f"{seed}:{drawee_id}".encode()).hexdigest()


def order_by_lot(inputs: DrawInputs) -> list[Drawee]:
    return sorted(inputs.drawees, key=lambda drawee: lot_hash(inputs.seed, drawee.id))


def seeding_order(inputs: DrawInputs) -> list[Drawee]:
    return sort_by_number(order_by_lot(inputs), _SEEDING_NUMBERS[inputs.method])


def sort_by_number(drawees: Iterable[Drawee], number: Callable[[Drawee], int | None]) -> list[Drawee]:
    """Sort stably by the number, drawees without one last."""

    def place(drawee: Drawee) -> tuple[bool, int]:
        value = number(drawee)
        return value is None, value or 0

    return sorted(drawees, key=place)


_SEEDING_NUMBERS: dict[Method, Callable[[Drawee], int | None]] = {
    Method.MANUAL: lambda drawee: drawee.seed,
    Method.RATING: lambda drawee: None if drawee.rating is None else -drawee.rating,
    Method.RANDOM: lambda _drawee: None,
    Method.BY_PLACE: lambda drawee: drawee.came_from and drawee.came_from[1],
}
