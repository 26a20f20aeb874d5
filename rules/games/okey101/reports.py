"""Reading a hand report of the 101 family: JSON in, frozen values out (RULES §3).

This module says what is malformed. Whether the hand could have been played is judged by
``rules.games.okey101.problems``.
"""

from typing import Final

from rules.hands import (
    Finish,
    HandReport,
    Infraction,
    LastTile,
    Opening,
    Outcome,
    Rack,
    SeatReport,
)
from rules.shape import (
    decode,
    read_choice,
    read_flag,
    read_list,
    read_members,
    read_number,
    read_object,
    read_text,
    refuse,
)

MOST_INFRACTIONS: Final = 20

_OTHER_GAMES: Final = frozenset({"task", "before", "indicator_shown_by"})
_KEYS: Final = _OTHER_GAMES | {
    "rule_set",
    "outcome",
    "finisher",
    "finish",
    "indicator",
    "seats",
    "accepted",
}


def parse_report_text(text: str | bytes) -> HandReport:
    """Read a hand report from JSON text.

    Raises:
        Malformed: no JSON, or not the shape of RULES §3.
    """
    return parse_report(decode(text))


def parse_report(data: object) -> HandReport:
    """Read a hand report from a decoded JSON object.

    Raises:
        Malformed: wrong types, unknown or repeated keys, a required key missing, more than
            20 infractions by one player.
    """
    entry = read_members(data, "", _KEYS)
    _refuse_other_games(entry, "", _OTHER_GAMES)
    seats = read_object(_required(entry, "seats", ""), "seats")
    return HandReport(
        outcome=read_choice(_required(entry, "outcome", ""), "outcome", Outcome),
        seats={seat: _seat(value, f"seats.{seat[:8]}") for seat, value in seats.items()},
        finisher=_optional_text(entry, "finisher"),
        finish=_finish(entry.get("finish", {})),
        indicator=_optional_text(entry, "indicator"),
        rule_set=_optional_text(entry, "rule_set"),
        accepted=_texts(entry.get("accepted", []), "accepted"),
    )


def _required(entry: dict[str, object], key: str, where: str) -> object:
    if key not in entry:
        refuse(where, f"“{key}” eksik.", f"“{key}” is missing.")
    return entry[key]


def _refuse_other_games(entry: dict[str, object], where: str, keys: frozenset[str]) -> None:
    for key in sorted(keys & entry.keys()):
        refuse(
            where,
            f"“{key}” 101 oyunlarında yok.",
            f"“{key}” belongs to other games than 101.",
        )


def _optional_text(entry: dict[str, object], key: str) -> str | None:
    return read_text(entry[key], key) if key in entry else None


def _texts(value: object, where: str) -> tuple[str, ...]:
    return tuple(read_text(item, where) for item in read_list(value, where))


def _finish(value: object) -> Finish:
    entry = read_members(value, "finish", ("last_tile", "direct", "hand"))
    _refuse_other_games(entry, "finish", frozenset({"hand"}))
    return Finish(
        read_choice(entry.get("last_tile", "plain"), "finish.last_tile", LastTile),
        read_flag(entry.get("direct", False), "finish.direct"),
    )


def _seat(value: object, where: str) -> SeatReport:
    entry = read_members(value, where, ("opening", "rack", "infractions"))
    return SeatReport(
        read_choice(entry.get("opening", "none"), f"{where}.opening", Opening),
        _rack(entry["rack"], f"{where}.rack") if "rack" in entry else None,
        _infractions(entry.get("infractions", []), f"{where}.infractions"),
        told="opening" in entry,
    )


def _rack(value: object, where: str) -> Rack:
    entry = read_members(value, where, ("points", "okeys", "tiles"))
    if entry.keys() == {"tiles"}:
        return Rack(tiles=_texts(entry["tiles"], f"{where}.tiles"))
    if "tiles" in entry or "points" not in entry:
        refuse(
            where,
            "ya “points” (istenirse “okeys” ile) ya da yalnız “tiles” olmalı.",
            "must hold either “points” (with “okeys” if any) or “tiles” alone.",
        )
    points = read_number(entry["points"], f"{where}.points")
    return Rack(points, read_number(entry.get("okeys", 0), f"{where}.okeys"))


def _infractions(value: object, where: str) -> tuple[Infraction, ...]:
    fouls = tuple(_infraction(item, where) for item in read_list(value, where))
    if sum(max(foul.count, 0) for foul in fouls) > MOST_INFRACTIONS:
        refuse(
            where,
            f"bir oyuncuya bir elde en çok {MOST_INFRACTIONS} kural hatası yazılabilir.",
            f"one player can have {MOST_INFRACTIONS} infractions in a hand at most.",
        )
    return fouls


def _infraction(value: object, where: str) -> Infraction:
    entry = read_members(value, where, ("code", "count"))
    code = read_text(_required(entry, "code", where), f"{where}.code")
    return Infraction(code, read_number(_required(entry, "count", where), f"{where}.count"))
