from __future__ import annotations

from typing import Any, Final

PAIRS: Final = ("A1", "B1", "A2", "B2")
"""Two pairs, in playing order."""
SINGLES: Final = ("A1", "B1", "C1", "D1")
OPENINGS: Final = {"s": "series", "p": "pairs", "n": "none", "-": ""}


def hand(end: str = "", openings: str = "----", **told: Any) -> dict[str, Any]:
    seats = told.pop("seats", PAIRS)
    opening_by_seat = dict(zip(seats, openings, strict=True))
    return {
        "seats": list(seats),
        "end": end,
        "finish": told.pop("finish", "plain"),
        "openings": {seat: OPENINGS[letter] for seat, letter in opening_by_seat.items()},
        "points": dict.fromkeys(seats, "") | told.pop("points", {}),
        "okeys": dict.fromkeys(seats, 0) | told.pop("okeys", {}),
        "tiles": {seat: [] for seat in seats} | told.pop("tiles", {}),
        "fouls": {seat: {} for seat in seats} | told.pop("fouls", {}),
        "accepted": told.pop("accepted", []),
        "visited": told.pop("visited", {}),
        "seen": told.pop("seen", {}),
        "sparesPartner": told.pop("spares_partner", False),
        "asksUnopened": told.pop("asks_unopened", False),
        "asksIndicator": told.pop("asks_indicator", False),
    } | told
