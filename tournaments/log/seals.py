"""How a row is sealed: over its facts, and over the seal before it in its chain."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Expression, Func, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce, Concat
from django.db.models.sql.compiler import SQLCompiler

FORMAT = 1
"""The number of the format in which rows are sealed, stored on every row: `docs/decisions/seals.md`.

Private columns are sealed by their digest, so that an archive can leave them out and still show the seal.
"""
CLOSED = "facts"
"""The name under which a row's origin holds the digest of its facts, where the archive published no facts."""
UNREADABLE: Final = (*(ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError),)
"""What a stored row may raise that no program of ours wrote."""


def digest(facts: object) -> str:
    """SHA-256 over the canonical JSON of facts: moments are in UTC, whatever clock told them."""
    return _sha256(canonical(facts))


def canonical(facts: object) -> str:
    """The one JSON text of facts."""
    return _ENCODER.encode(facts)


def facts_of(row: models.Model, columns: Iterable[str]) -> dict[str, Any]:
    """What some columns of a row hold."""
    return {name: getattr(row, name) for name in columns}


def sealed_facts(row: Any, columns: Iterable[str], private: Iterable[str]) -> dict[str, Any]:
    """Return what is sealed of a row: `private` columns by their digest, columns in `origin` by its value.

    Raises ValueError where what a row of an archive brought can't be read.
    """
    facts = facts_of(row, columns)
    facts |= {name: digest(facts[name]) for name in private}
    return facts | {name: value for name, value in origin_of(row).items() if name in facts}


def origin_of(row: Any) -> dict[str, Any]:
    """What a row of an archive was sealed with and has no column here; nothing for one of this house.

    Raises ValueError.
    """
    told = json.loads(row.origin) if row.origin else {}
    if not isinstance(told, dict):
        raise ValueError(row.origin)
    return told


def seal(previous: str, facts: Mapping[str, Any]) -> str:
    """The seal of a row that follows another one, whose seal is `previous`; blank at the start of a chain."""
    return seal_over(previous, digest(facts))


def seal_over(previous: str, digest_of_facts: str) -> str:
    """Return what `seal` gives, by the digest of the facts."""
    return _sha256(previous + digest_of_facts)


def last_in(rows: QuerySet[Any]) -> Coalesce:
    """The seal of the newest of some rows, for an insert that follows it. Caller holds what guards them."""
    newest = rows.order_by("-pk").values("hash")[:1]
    return Coalesce(Subquery(newest), Value(""), output_field=models.CharField())


def seal_after(rows: QuerySet[Any], facts: Expression) -> Func:
    """What `seal` gives for a row with such a digest of its facts that follows the newest of some rows."""
    return _Sha256(Concat(last_in(rows), facts), output_field=models.CharField())


class _Sha256(Func):
    """As `_sha256`; Django's own asks PostgreSQL for an extension."""

    function = "SHA256"  # on SQLite, where Django brings it

    def as_postgresql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **context: Any
    ) -> tuple[str, Any]:
        template = "encode(sha256(convert_to(%(expressions)s, 'UTF8')), 'hex')"
        return self.as_sql(compiler, connection, template=template, **context)


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _plain(value: datetime | UUID) -> str:
    return value.astimezone(UTC).isoformat() if isinstance(value, datetime) else str(value)


_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), default=_plain)
"""Made once: `json.dumps` makes one for each text."""
