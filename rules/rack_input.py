"""Reading a rack of which is asked what it could do, and what is wrong with it in any game (RULES §9)."""

from collections.abc import Collection, Iterable, Mapping
from enum import StrEnum
from typing import Final

from rules.strict_json import Answer, optional_text, read_list, read_own, read_text, refuse
from rules.tiles import are_impossible

MOST_TILES: Final = 22
"""No player of any game holds more in his turn."""

_KEYS: Final = ("rule_set", "indicator", "tiles", "previous", "task")


class RackError(StrEnum):
    """Why nothing can be said of a rack."""

    MALFORMED_RACK = "malformed_rack"
    UNKNOWN_RULE_SET = "unknown_rule_set"
    IMPOSSIBLE_TILES = "impossible_tiles"
    TOO_MANY_TILES = "too_many_tiles"


def read_rack(data: object, own: Collection[str]) -> dict[str, object]:
    """Read the members of a rack, of which the game has its ``own`` besides rule set and tiles.

    Raises:
        Malformed: an unknown key, or one of another game.
    """
    return read_own(data, "", _KEYS, ("rule_set", "tiles", *own))


def read_tiles(entry: Mapping[str, object]) -> tuple[str, ...]:
    """Read the codes of a rack's tiles, one at least."""
    codes = tuple(read_text(code, "tiles") for code in read_list(entry.get("tiles"), "tiles"))
    if not codes:
        refuse("tiles", "en az bir taş olmalı.", "must have a tile at least.")
    return codes


def find_rack_errors(
    tiles: tuple[str, ...], indicator: str | None, most: int = MOST_TILES
) -> list[RackError]:
    """Find everything for which nothing can be said of a rack, of ``most`` tiles at most."""
    found = {
        RackError.IMPOSSIBLE_TILES: are_impossible(tiles, indicator),
        RackError.TOO_MANY_TILES: len(tiles) > most,
    }
    return [error for error, applies in found.items() if applies]


def judge_unknown(data: object) -> Answer:
    """Say what is wrong with a rack whose rule set does not exist: that, and what is so in any game.

    Raises:
        Malformed: it has not the shape of a rack.
    """
    entry = read_rack(data, _KEYS)
    errors = find_rack_errors(read_tiles(entry), optional_text(entry, "indicator"))
    return refused_rack([RackError.UNKNOWN_RULE_SET, *errors])


def refused_rack(errors: Iterable[RackError]) -> Answer:
    """Answer that nothing can be said of a rack, and why."""
    return {"ok": False, "errors": [error.value for error in errors]}
