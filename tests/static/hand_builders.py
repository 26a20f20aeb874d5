from __future__ import annotations

from typing import Any, Final

PAIRS: Final = ("A1", "B1", "A2", "B2")
"""Two pairs, in playing order."""
SINGLES: Final = ("A1", "B1", "C1", "D1")
OPENINGS: Final = {"s": "series", "p": "pairs", "n": "none", "-": ""}


def hand(end: str = "", openings: str = "----", **answers: Any) -> dict[str, Any]:
    seats = answers.pop("seats", PAIRS)
    opening_by_seat = dict(zip(seats, openings, strict=True))
    return {
        "seats": list(seats),
        "end": end,
        "finish": answers.pop("finish", "plain"),
        "openings": {seat: OPENINGS[letter] for seat, letter in opening_by_seat.items()},
        "points": dict.fromkeys(seats, "") | answers.pop("points", {}),
        "okeys": dict.fromkeys(seats, 0) | answers.pop("okeys", {}),
        "tiles": {seat: [] for seat in seats} | answers.pop("tiles", {}),
        "visited": answers.pop("visited", {}),
        "seen": answers.pop("seen", {}),
        "sparesPartner": answers.pop("spares_partner", False),
        "asksUnopened": answers.pop("asks_unopened", False),
        "asksIndicator": answers.pop("asks_indicator", False),
    } | answers
