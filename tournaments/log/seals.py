"""A seal hashes a row's facts and the previous seal."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from django.db import models

FORMAT = 1
"""The seal format of every row (`docs/decisions/seals.md`).

Private columns are sealed by digest, so that an archive can leave them out.
"""
FACTS_DIGEST_KEY = "facts"
"""The origin's key for the digest of facts that the archive did not publish."""
UNREADABLE_ERRORS: Final = (
    *(ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError),
)
"""Raised on stored rows that another program wrote."""


def digest(facts: object) -> str:
    """SHA-256 of canonical JSON, with moments in UTC."""
    return _sha256(canonical_json(facts))


def canonical_json(facts: object) -> str:
    return _ENCODER.encode(facts)


def column_values(row: models.Model, columns: Iterable[str]) -> dict[str, Any]:
    return {name: getattr(row, name) for name in columns}


def sealed_facts(row: Any, columns: Iterable[str], private: Iterable[str]) -> dict[str, Any]:
    """`private` columns by digest, imported values unchanged. Raises ValueError."""
    facts = column_values(row, columns)
    facts |= {name: digest(facts[name]) for name in private}
    return facts | {name: value for name, value in read_origin(row).items() if name in facts}


def read_origin(row: Any) -> dict[str, Any]:
    """Sealed values of an imported row. Raises ValueError."""
    origin = json.loads(row.origin) if row.origin else {}
    if not isinstance(origin, dict):
        raise ValueError(row.origin)
    return origin


def seal(previous: str, facts: Mapping[str, Any]) -> str:
    return seal_digest(previous, digest(facts))


def seal_digest(previous: str, digest_of_facts: str) -> str:
    return _sha256(previous + digest_of_facts)


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _encode_value(value: datetime | UUID) -> str:
    return value.astimezone(UTC).isoformat() if isinstance(value, datetime) else str(value)


_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), default=_encode_value)
"""Created once: `json.dumps` would create one for each call."""
