from collections.abc import Mapping

from rules.games.okey101.openings import EarlierOpening, LaidOpening
from rules.hands import Opening
from rules.strict_json import (
    read_choice,
    read_flag,
    read_list,
    read_members,
    read_number,
    read_text,
    refuse,
    required_member,
)

_KEYS = ("rule_set", "indicator", "melds", "previous", "direct")


def parse_opening(data: object) -> LaidOpening:
    """Parse an opening, without its rule set (RULES §9); raise Malformed."""
    entry = read_members(data, "", _KEYS)
    return LaidOpening(
        read_text(required_member(entry, "indicator"), "indicator"),
        tuple(_read_group(group) for group in read_list(required_member(entry, "melds"), "melds")),
        read_previous(entry),
        read_flag(entry.get("direct", False), "direct"),
    )


def _read_group(value: object) -> tuple[str, ...]:
    return tuple(read_text(code, "melds") for code in read_list(value, "melds"))


def read_previous(report: Mapping[str, object]) -> tuple[EarlierOpening, ...]:
    """Parse the previous opening's kind and total, if it has one; raise Malformed."""
    if "previous" not in report:
        return ()
    entry = read_members(report["previous"], "previous", ("kind", "total"))
    kind = read_choice(entry.get("kind"), "previous.kind", Opening)
    if kind is Opening.NONE:
        refuse("previous.kind", "series ya da pairs olmalı.", "must be series or pairs.")
    return (EarlierOpening(kind, read_number(entry.get("total"), "previous.total")),)
