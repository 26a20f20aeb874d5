"""Short notation for hands of task Okey in tests, as `tests.rules.builders` for 101."""

from tests.rules.builders import NONE, SERIES, seat


def deck_empty(task="seri_4", **seats):
    """Build an unfinished hand with these seats only."""
    entered = {name: seat(entry) for name, entry in seats.items()}
    return {"outcome": "deck_exhausted", "task": task, "seats": entered}


def finished(finisher="A1", /, **seats):
    """Build a finished hand; unnamed seats didn't open and have 30 points left."""
    all_seats = dict.fromkeys(("A1", "B1", "A2", "B2"), (NONE, 30)) | {finisher: SERIES}
    return deck_empty(**all_seats | seats) | {"outcome": "finished", "finisher": finisher}


def exchanged(entry, count=1):
    """Build a seat with jokers exchanged by others."""
    return seat(entry) | {"infractions": [{"code": "joker_exchanged", "count": count}]}
