from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scoring.models import Confirmation, Entry, EntrySeat
from tournaments.log import seals

# Names are left out, so that making a player anonymous doesn't break the chain.
SEALED_FIELDS = (
    *("public_id", "version", "entry_key", "kind", "void", "report", "lines", "multiplier"),
    *("reason_codes", "reason"),
    *("user_id", "table_link_id", "keeper_id", "device", "received_at", "entered_at", "seal_format"),
)
"""The seal also covers match, deal, rule book and seats, and begins with `previous_hash`."""
PRIVATE_FIELDS, PRIVATE_OF_CONFIRMATIONS = ("reason", "device"), ("device", "device_id")
"""Fields sealed by their digests."""
SEALED_SEAT_FIELDS = ("seat", "side", "opening", "points", "infractions")
SEALED_CONFIRMATION_FIELDS = (
    *("deal", "side", "seal", "at", "user_id", "table_link_id", "sides_link_id"),
    *("device", "device_id", "seal_format"),
)
"""The seal also covers match and player."""


def seal_entry(
    entry: Entry,
    *,
    match: str,
    deal: int,
    rule_book: str,
    seats: Sequence[EntrySeat],
    players: Mapping[str, str],
) -> str:
    """Return the hash that follows `entry.previous_hash`.

    `match` and `players` (by seat) are public ids, `rule_book` its digest. Raises ValueError if a restored
    `origin` is unreadable.
    """
    facts = facts_of_entry(entry, match=match, deal=deal, rule_book=rule_book, seats=seats, players=players)
    return seals.seal(entry.previous_hash, facts)


def facts_of_entry(
    entry: Entry,
    *,
    match: str,
    deal: int,
    rule_book: str,
    seats: Sequence[EntrySeat],
    players: Mapping[str, str],
) -> dict[str, Any]:
    """Return sealed facts; private columns are digests. Arguments and errors as of seal_entry."""
    facts = {"match": match, "deal": deal, "rule_book": rule_book}
    seat_facts = [
        seals.column_values(seat, SEALED_SEAT_FIELDS) | {"player": players[seat.seat]}
        for seat in sorted(seats, key=lambda seat: seat.seat)
    ]
    return facts | {"seats": seat_facts} | seals.sealed_facts(entry, SEALED_FIELDS, PRIVATE_FIELDS)


def seal_confirmation(confirmation: Confirmation, *, match: str, player: str) -> str:
    """Ids are public. Raises as seal_entry."""
    return seals.seal(
        confirmation.previous_hash, facts_of_confirmation(confirmation, match=match, player=player)
    )


def facts_of_confirmation(confirmation: Confirmation, *, match: str, player: str) -> dict[str, Any]:
    facts = seals.sealed_facts(confirmation, SEALED_CONFIRMATION_FIELDS, PRIVATE_OF_CONFIRMATIONS)
    return {"match": match, "player": player} | facts


def seal_of_hands(hashes: Iterable[str]) -> str:
    """SHA-256 over current entries that a side confirms."""
    return hashlib.sha256("\n".join(hashes).encode()).hexdigest()
