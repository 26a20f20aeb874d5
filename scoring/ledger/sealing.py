"""The hash that chains the entries of a match."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from scoring.models import Entry

# No names and no device, so that a player can be made anonymous without breaking the chain.
SEALED_FIELDS = (
    "match",
    "deal",
    "version",
    "entry_key",
    "kind",
    "void",
    "report",
    "lines",
    "multiplier",
    "rule_book",
    "players",
    "reason",
    "received_at",
    "entered_at",
    "previous_hash",
)


def seal(entry: Entry, *, match: str, deal: int, rule_book: str, players: dict[str, str]) -> str:
    """SHA-256 over the canonical JSON of SEALED_FIELDS; players are public ids by seat."""
    facts: dict[str, Any] = {
        "match": match,
        "deal": deal,
        "rule_book": rule_book,
        "players": players,
        "received_at": _moment(entry.received_at),
        "entered_at": _moment(entry.entered_at) if entry.entered_at else None,
    }
    facts |= {name: getattr(entry, name) for name in SEALED_FIELDS if name not in facts}
    text = json.dumps(facts, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _moment(at: datetime) -> str:
    """The moment as the database gives it back, whatever clock told it."""
    return at.astimezone(UTC).isoformat()


def seal_of(hashes: Iterable[str]) -> str:
    """SHA-256 over the hashes of the current entries of a match's first deals, in order.

    It names what a side confirms: once one of these hands has another version, it is another seal.
    """
    return hashlib.sha256("\n".join(hashes).encode()).hexdigest()
