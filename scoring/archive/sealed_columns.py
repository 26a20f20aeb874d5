from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.db.models import Field, Model

from scoring.archive.archived_tables import NUMBER, column_of
from scoring.ledger.sealing import PRIVATE_FIELDS, PRIVATE_OF_CONFIRMATIONS
from scoring.models import Confirmation, Entry, EntrySeat
from tournaments.log import audit_log, seals
from tournaments.models import LogRow

FACTS_DIGEST: Final = seals.FACTS_DIGEST_KEY
HIDDEN_NAMES: Final = ("seal_format", "previous_hash", "hash", FACTS_DIGEST)
"""All that an archive has of an unpublished log row: its chain and the digest of its facts."""
HIDDEN_ACTIONS: Final = frozenset(
    {
        *("signed_up", "application_changed", "application_confirmed", "application_cancelled"),
        *(
            "application_accepted",
            "application_accepted_early",
            "application_waitlisted",
            "application_refused",
            "application_duplicate_dismissed",
        ),
        *("application_paid", "application_unpaid", "unpaid_reminded", "applications_paired"),
        *("entrant_paid", "entrant_unpaid"),
        *(
            "partner_search_shown",
            "partner_search_hidden",
            "partner_requested",
            "partner_request_withdrawn",
            "partner_request_declined",
        ),
    }
)
"""Of sign-up and payment. With the rows of entrants they would publish who paid or sought a partner."""


@dataclass(frozen=True)
class SealedTable:
    """Only seals use the origin's primary keys."""

    name: str
    model: type[Model]
    columns: tuple[str, ...]
    origin_keys: tuple[str, ...]
    private: tuple[str, ...]
    places: Mapping[str, str] = field(default_factory=dict)
    withholdable_texts: tuple[str, ...] = ()
    omitted_columns: Mapping[str, str] = field(default_factory=dict)
    hides_rows: bool = False

    def is_hidden(self, row: Mapping[str, Any]) -> bool:
        """Whether an archived row has only the HIDDEN_NAMES."""
        return self.hides_rows and FACTS_DIGEST in row and "action" not in row

    def column(self, name: str) -> Field[Any, Any]:
        return column_of(self.model, name)

    @property
    def names(self) -> set[str]:
        return {*self.columns, *self.origin_keys, *self.private, *self.places, *self.withholdable_texts}


ENTRIES: Final = SealedTable(
    "entries",
    Entry,
    (
        *("public_id", "version", "entry_key", "kind", "void", "report", "lines", "multiplier"),
        *("reason_codes", "received_at", "entered_at", "seal_format", "previous_hash", "hash"),
    ),
    ("user_id", "table_link_id", "keeper_id"),
    PRIVATE_FIELDS,
    {"match": "matches", "deal": "hands", "rule_book": "rule_books", "seats": "players"},
    ("summary",),
    {"id": NUMBER, "origin": "in the place of what it holds"},
)
CONFIRMATIONS: Final = SealedTable(
    "confirmations",
    Confirmation,
    ("deal", "side", "seal", "at", "seal_format", "previous_hash", "hash"),
    ("user_id", "table_link_id", "sides_link_id"),
    PRIVATE_OF_CONFIRMATIONS,
    {"match": "matches", "player": "players"},
    (),
    {"id": NUMBER, "origin": "in the place of what it holds"},
)
LOG: Final = SealedTable(
    "log",
    LogRow,
    ("at", "action", "subject", "texts_digest", "seal_format", "previous_hash", "hash"),
    ("club_id", "tournament_id", "user_id", "table_link_id", "sides_link_id", "keeper_id"),
    audit_log.PRIVATE_FIELDS,
    {},
    ("before", "after"),
    {"id": NUMBER, "origin": "in the place of what it holds"},
    hides_rows=True,
)
SEALED_TABLES: Final = (ENTRIES, CONFIRMATIONS, LOG)
SEAT_COLUMNS: Final = ("seat", "side", "opening", "points", "infractions")
"""Columns of a seat of an entry; `player` is added to them."""


def seat_column(name: str) -> Field[Any, Any]:
    return column_of(EntrySeat, name)
