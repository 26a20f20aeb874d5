from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from datetime import datetime
from typing import Final

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from scoring.archive.json_documents import read_document
from tournaments.clock_tolerance import ACCEPTED_YEARS

MAX_COUNT: Final = 2**53


class Reason(TextChoices):
    HOURLY = "hourly", _("Hourly")
    ENDED = "ended", _("A tournament ended")
    NOW = "now", _("Made by hand")
    RESTORE = "restore", _("Before a restore")


@dataclass(frozen=True)
class Manifest:
    """What a backup holds: `made_at` and `newest` (the last hand, or empty) are ISO 8601 with an offset.

    `unread` counts tournaments that were not verified within the time limit.
    """

    made_at: str
    reason: str
    engine: str
    clubs: int
    tournaments: int
    hands: int
    newest: str
    migrations: list[str]
    differences: list[str]
    unread: int

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
    def reason_label(self) -> str:
        return str(Reason(self.reason).label)

    @property
    def counts(self) -> dict[str, int]:
        return {"clubs": self.clubs, "tournaments": self.tournaments, "hands": self.hands}


def to_json(manifest: Manifest) -> str:
    return json.dumps(asdict(manifest), indent=1)


def from_json(content: bytes) -> Manifest:
    """Parse a manifest, which anybody can write; ignore unknown fields.

    Raises ArchiveRefused, KeyError, TypeError or ValueError for missing and invalid ones.
    """
    payload = read_document(content.decode(), "manifest")
    manifest = Manifest(**{field.name: payload[field.name] for field in fields(Manifest)})
    counts = (*manifest.counts.values(), manifest.unread)
    texts = (manifest.engine, *manifest.migrations, *manifest.differences)
    moments = [moment for moment in (manifest.at, manifest.newest_at) if moment]
    if not (
        all(type(count) is int and 0 <= count < MAX_COUNT for count in counts)
        and all(isinstance(text, str) for text in texts)
        and all(moment.tzinfo and moment.year in ACCEPTED_YEARS for moment in moments)
        and manifest.reason in Reason.values
    ):
        raise ValueError
    return manifest
