from __future__ import annotations


def round_robin(size: int) -> list[list[tuple[int, int]]]:
    """Return rounds in which every two places of 0…size-1 meet once."""
    # the circle method
    circle: list[int | None] = [*range(size)]
    if size % 2:
        circle.append(None)
    rounds = []
    for number in range(len(circle) - 1):
        rounds.append(_meetings(circle, turn_first=bool(number % 2)))
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return rounds


def _meetings(circle: list[int | None], *, turn_first: bool) -> list[tuple[int, int]]:
    half = len(circle) // 2
    meetings = []
    for index, (place, opposite) in enumerate(zip(circle[:half], reversed(circle[half:]), strict=True)):
        if place is not None and opposite is not None:
            meetings.append((opposite, place) if index == 0 and turn_first else (place, opposite))
    return meetings
