from pathlib import Path
from typing import Any

GOLDEN = Path(__file__).parent.parent / "data" / "golden"

SERIES, PAIRS, NONE = "series", "pairs", "none"

Seat = str | tuple[Any, ...] | dict[str, Any]


def seat(entry: Seat) -> dict[str, Any]:
    """Build a seat: ``"series"``, ``("series", 18)``, ``("series", 18, 1)``, ``("series", ["r7"])``."""
    if isinstance(entry, dict):
        return entry
    if isinstance(entry, str):
        return {"opening": entry}
    opening, left, *okeys = entry
    if isinstance(left, list):
        return {"opening": opening, "rack": {"tiles": left}}
    return {"opening": opening, "rack": {"points": left, "okeys": okeys[0] if okeys else 0}}


def fouled(entry: Seat, **fouls: int) -> dict[str, Any]:
    return seat(entry) | {"infractions": [{"code": code, "count": count} for code, count in fouls.items()]}


def finished(
    finisher: str = "A1", /, *, last: str = "plain", direct: bool = False, **seats: Seat
) -> dict[str, Any]:
    """Build a finished hand; unnamed seats have 5 points left."""
    hand = deck_empty(**dict.fromkeys(("A1", "B1", "A2", "B2"), (SERIES, 5)) | {finisher: SERIES} | seats)
    finish = {"last_tile": last, "direct": direct}
    return hand | {"outcome": "finished", "finisher": finisher, "finish": finish}


def deck_empty(**seats: Seat) -> dict[str, Any]:
    return {"outcome": "deck_exhausted", "seats": {name: seat(entry) for name, entry in seats.items()}}


def direct_finish(last: str = "plain", **seats: Seat) -> dict[str, Any]:
    """Build a direct finish by A1; nobody else opens unless named."""
    return finished(last=last, direct=True, **{"B1": NONE, "A2": NONE, "B2": NONE} | seats)


FOUR_NONE: dict[str, Any] = dict.fromkeys(("A1", "B1", "A2", "B2"), NONE)
FOUR_PAIRS: dict[str, Any] = {"A1": (PAIRS, 9), "B1": (PAIRS, 8), "A2": (PAIRS, 7), "B2": (PAIRS, 6)}
