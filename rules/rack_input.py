from collections.abc import Collection, Iterable, Mapping
from enum import StrEnum
from typing import Final

from rules.strict_json import Answer, optional_text, read_list, read_own_members, read_text, refuse
from rules.tiles import are_impossible

MOST_TILES: Final = 22
"""During a turn, in any game."""

_KEYS: Final = ("rule_set", "indicator", "tiles", "previous", "task")


class RackError(StrEnum):
    MALFORMED_RACK = "malformed_rack"
    UNKNOWN_RULE_SET = "unknown_rule_set"
    IMPOSSIBLE_TILES = "impossible_tiles"
    TOO_MANY_TILES = "too_many_tiles"


def read_rack(data: object, own: Collection[str]) -> dict[str, object]:
    """Allow common and ``own`` keys (RULES §9); raise Malformed."""
    return read_own_members(data, "", _KEYS, ("rule_set", "tiles", *own))


def read_tiles(entry: Mapping[str, object]) -> tuple[str, ...]:
    """At least one."""
    codes = tuple(read_text(code, "tiles") for code in read_list(entry.get("tiles"), "tiles"))
    if not codes:
        refuse("tiles", "en az bir taş olmalı.", "must have at least one tile.")
    return codes


def find_rack_errors(
    tiles: tuple[str, ...], indicator: str | None, most: int = MOST_TILES
) -> list[RackError]:
    checks = {
        RackError.IMPOSSIBLE_TILES: are_impossible(tiles, indicator),
        RackError.TOO_MANY_TILES: len(tiles) > most,
    }
    return [error for error, applies in checks.items() if applies]


def judge_unknown_rule_set(data: object) -> Answer:
    """With all common errors; raise Malformed."""
    entry = read_rack(data, _KEYS)
    errors = find_rack_errors(read_tiles(entry), optional_text(entry, "indicator"))
    return refused_rack([RackError.UNKNOWN_RULE_SET, *errors])


def refused_rack(errors: Iterable[RackError]) -> Answer:
    return {"ok": False, "errors": [error.value for error in errors]}
