from tests.rules.hand_builders import NONE, SERIES, seat


def deck_empty(task="seri_4", **seats):
    entered = {name: seat(entry) for name, entry in seats.items()}
    return {"outcome": "deck_exhausted", "task": task, "seats": entered}


def finished(finisher="A1", /, **seats):
    """Build a finished hand; unnamed seats are unopened."""
    all_seats = dict.fromkeys(("A1", "B1", "A2", "B2"), (NONE, 30)) | {finisher: SERIES}
    return deck_empty(**all_seats | seats) | {"outcome": "finished", "finisher": finisher}


def with_exchanged_jokers(entry, count=1):
    return seat(entry) | {"infractions": [{"code": "joker_exchanged", "count": count}]}
