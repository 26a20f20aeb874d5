"""Validated: anybody can write such a file."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from datetime import datetime
from typing import Any, Final

from scoring.archive.json_documents import is_storable
from tournaments.clock_tolerance import ACCEPTED_YEARS

MAX_BYTES: Final = 500_000
MAX_DIFFERENCES: Final = 500
"""Differences listed; the last line counts the rest."""
MAX_TEXT: Final = 500
MAX_LIST: Final = 10_000
MAX_COUNT: Final = 2**53


class ManifestError(ValueError):
    """No manifest of this program."""


@dataclass(frozen=True)
class Manifest:
    """`made_at` and `newest` (the last hand, or empty) are ISO 8601 with an offset.

    `unread` counts unverified tournaments. `read_only`: counts are from a moment later.
    """

    made_at: str
    release: str
    engine: str
    clubs: int
    tournaments: int
    hands: int
    newest: str
    migrations: list[str]
    differences: list[str]
    unread: int = 0
    read_only: bool = False

    @property
    def at(self) -> datetime:
        return datetime.fromisoformat(self.made_at)

    @property
    def newest_at(self) -> datetime | None:
        return datetime.fromisoformat(self.newest) if self.newest else None

    @property
    def good(self) -> bool:
        return not self.differences

    @property
    def counts(self) -> dict[str, int]:
        return {"clubs": self.clubs, "tournaments": self.tournaments, "hands": self.hands}


def to_json(manifest: Manifest) -> str:
    differences = [line[:MAX_TEXT] for line in manifest.differences[:MAX_DIFFERENCES]]
    if more := len(manifest.differences) - len(differences):
        differences.append(f"and {more} more")
    return json.dumps({**asdict(manifest), "differences": differences}, indent=1)


def from_json(content: bytes) -> Manifest:
    """Parse a manifest; ignore unknown fields. Raises ManifestError for missing and invalid ones."""
    try:
        payload = json.loads(content)
        manifest = Manifest(**{field.name: payload[field.name] for field in fields(Manifest)})
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ManifestError from error
    if not _is_valid(manifest):
        raise ManifestError
    return manifest


def _is_valid(manifest: Any) -> bool:
    """Check types and ranges; `made_at` is a time, `newest` one or empty."""
    counts = (*manifest.counts.values(), manifest.unread)
    return (
        all(type(count) is int and 0 <= count < MAX_COUNT for count in counts)
        and type(manifest.read_only) is bool
        and all(map(_is_text, (manifest.made_at, manifest.release, manifest.engine, manifest.newest)))
        and all(map(_is_list_of_texts, (manifest.migrations, manifest.differences)))
        and _is_moment(manifest.made_at)
        and (manifest.newest == "" or _is_moment(manifest.newest))
    )


def _is_text(value: Any) -> bool:
    """JSON can hold half a surrogate pair."""
    return isinstance(value, str) and len(value) <= MAX_TEXT and is_storable(value)


def _is_list_of_texts(value: Any) -> bool:
    return isinstance(value, list) and len(value) <= MAX_LIST and all(map(_is_text, value))


def _is_moment(text: str) -> bool:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return False
    return moment.tzinfo is not None and moment.year in ACCEPTED_YEARS
