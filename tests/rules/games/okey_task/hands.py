"""Hands of task Okey for the tests, as `tests.rules.builders` writes those of 101."""

from tests.rules.builders import NONE, SERIES, seat


def deck_empty(task="seri_4", **seats):
    """A hand that nobody finished, with just these seats."""
    entered = {name: seat(entry) for name, entry in seats.items()}
    return {"outcome": "deck_exhausted", "task": task, "seats": entered}


def finished(finisher="A1", /, **seats):
    """A finished hand; seats that are not named did not open and have 30 points left."""
    others = dict.fromkeys(("A1", "B1", "A2", "B2"), (NONE, 30)) | {finisher: SERIES}
    return deck_empty(**others | seats) | {"outcome": "finished", "finisher": finisher}


def exchanged(entry, count=1):
    """A seat whose jokers others exchanged."""
    return seat(entry) | {"infractions": [{"code": "joker_exchanged", "count": count}]}
