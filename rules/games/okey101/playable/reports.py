"""Reading a rack of which is asked what it could do: JSON in, frozen values out (RULES §9)."""

from typing import Final

from rules.games.okey101.opening_reports import read_previous
from rules.games.okey101.playable.racks import GivenRack
from rules.shape import read_list, read_members, read_text, refuse

_KEYS: Final = ("rule_set", "indicator", "tiles", "previous")
_OTHER_GAMES: Final = ("task",)


def parse_rack(data: object, *, of_another_game: bool = False) -> GivenRack:
    """Read a rack from a decoded JSON object; its rule set is read by whoever judges it.

    Args:
        data: the decoded object.
        of_another_game: whether its rule set is none of the 101 family; such a rack may have a
            task, and no indicator.

    Raises:
        Malformed: wrong types, unknown or repeated keys, no ``indicator``, no tiles.
    """
    entry = read_members(data, "", (*_KEYS, *_OTHER_GAMES) if of_another_game else _KEYS)
    if "indicator" not in entry and not of_another_game:
        refuse("", "“indicator” eksik.", "“indicator” is missing.")
    return GivenRack(
        _tiles(entry.get("tiles")),
        read_text(entry["indicator"], "indicator") if "indicator" in entry else None,
        read_previous(entry["previous"]) if "previous" in entry else None,
    )


def _tiles(value: object) -> tuple[str, ...]:
    codes = tuple(read_text(code, "tiles") for code in read_list(value, "tiles"))
    if not codes:
        refuse("tiles", "en az bir taş olmalı.", "must have a tile at least.")
    return codes
