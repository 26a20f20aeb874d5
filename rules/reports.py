from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Final, TypedDict

from rules.hands import Infraction, Opening, Outcome, Rack, SeatReport
from rules.strict_json import (
    optional_text,
    read_choice,
    read_list,
    read_members,
    read_number,
    read_object,
    read_own_members,
    read_text,
    refuse,
    required_member,
)

MOST_INFRACTIONS: Final = 20

_KEYS: Final = frozenset(
    {
        "rule_set",
        "outcome",
        "finisher",
        "finish",
        "indicator",
        "seats",
        "accepted",
        "task",
        "before",
        "indicator_shown_by",
    }
)
_PARTS: Final[Mapping[str, frozenset[str]]] = {
    "finish": frozenset({"last_tile", "direct", "hand", "one_colour"}),
    "seat": frozenset({"opening", "rack", "infractions"}),
}
"""Keys of all games (RULES §3); another game's must be null or absent."""


def read_entry(data: object, own: Collection[str]) -> dict[str, object]:
    return read_own_members(data, "", _KEYS, own)


def read_part(kind: str, value: object, location: str, own: Collection[str]) -> dict[str, object]:
    return read_own_members(value, location, _PARTS[kind], own)


class ReportFields(TypedDict):
    """Of all games (RULES §3)."""

    outcome: Outcome
    seats: dict[str, SeatReport]
    finisher: str | None
    rule_set: str | None
    accepted: tuple[str, ...]


def read_report_fields(
    entry: Mapping[str, object],
    outcomes: Iterable[Outcome],
    read: Callable[[object, str], SeatReport],
) -> ReportFields:
    """Read outcome, seats, finisher, rule set, accepted; ``read`` gets value and location of a seat.

    Raises Malformed.
    """
    seats = read_object(required_member(entry, "seats"), "seats")
    return ReportFields(
        outcome=read_choice(required_member(entry, "outcome"), "outcome", outcomes),
        seats={seat: read(value, f"seats.{seat[:8]}") for seat, value in seats.items()},
        finisher=optional_text(entry, "finisher"),
        rule_set=optional_text(entry, "rule_set"),
        accepted=read_texts(entry.get("accepted", []), "accepted"),
    )


def read_texts(value: object, location: str) -> tuple[str, ...]:
    return tuple(read_text(item, location) for item in read_list(value, location))


def read_seat(value: object, location: str) -> SeatReport:
    entry = read_part("seat", value, location, _PARTS["seat"])
    return SeatReport(
        read_choice(entry.get("opening", "none"), f"{location}.opening", Opening),
        _read_rack(entry["rack"], f"{location}.rack") if "rack" in entry else None,
        _read_infractions(entry.get("infractions", []), f"{location}.infractions"),
        opening_reported="opening" in entry,
    )


def _read_rack(value: object, location: str) -> Rack:
    """Read either points, with okeys, or tiles; raise Malformed."""
    entry = read_members(value, location, ("points", "okeys", "tiles"))
    if entry.keys() == {"tiles"}:
        return Rack(tiles=read_texts(entry["tiles"], f"{location}.tiles"))
    if "tiles" in entry or "points" not in entry:
        refuse(
            location,
            "ya “points” (istenirse “okeys” ile) ya da yalnız “tiles” olmalı.",
            "must have either “points” (with “okeys” if any) or only “tiles”.",
        )
    points = read_number(entry["points"], f"{location}.points")
    return Rack(points, read_number(entry.get("okeys", 0), f"{location}.okeys"))


def _read_infractions(value: object, location: str) -> tuple[Infraction, ...]:
    fouls = tuple(_read_infraction(item, location) for item in read_list(value, location))
    if sum(max(foul.count, 0) for foul in fouls) > MOST_INFRACTIONS:
        refuse(
            location,
            f"bir oyuncuya bir elde en çok {MOST_INFRACTIONS} kural hatası yazılabilir.",
            f"one player can have {MOST_INFRACTIONS} infractions in a hand at most.",
        )
    return fouls


def _read_infraction(value: object, location: str) -> Infraction:
    entry = read_members(value, location, ("code", "count"))
    code = read_text(required_member(entry, "code", location), f"{location}.code")
    return Infraction(code, read_number(required_member(entry, "count", location), f"{location}.count"))
