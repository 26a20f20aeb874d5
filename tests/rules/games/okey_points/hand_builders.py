from typing import Any

from rules.seats import SEATS_PAIRS, SEATS_SINGLES

PAIRS: dict[str, Any] = {seat: {} for seat in SEATS_PAIRS}
SINGLES: dict[str, Any] = {seat: {} for seat in SEATS_SINGLES}


def won(finisher="A1", hand="groups", last="plain", *, seats=PAIRS, one_colour=None, **entry):
    finish = {"hand": hand, "last_tile": last, "one_colour": one_colour}
    return {"outcome": "finished", "finisher": finisher, "finish": finish, "seats": seats} | entry


def deck_empty(*, seats=PAIRS, **entry):
    return {"outcome": "deck_exhausted", "seats": seats} | entry
