"""A sealed row for every change.

A tournament's rows form a chain, and a club's own. Texts are sealed by digest: anonymization
(`scoring.triggers`) can overwrite them; its row holds the new digests.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import CharField, QuerySet

from tournaments.database.bulk_insert import insert_many
from tournaments.database.compiled_queries import Placeholder, compiled_insert
from tournaments.database.row_locks import lock_rows
from tournaments.live import counters
from tournaments.log import seals
from tournaments.models import Club, Encounter, LogRow, Tournament

from .actor import Actor

OVERWRITING_ACTIONS = ("player_anonymized", "tournament_erased")
"""Actions that overwrite texts; `after["texts"]` has the new digests by primary key."""
SEALED_FIELDS = (
    *("club_id", "tournament_id", "at", "action", "subject", "texts_digest"),
    *("user_id", "table_link_id", "sides_link_id", "keeper_id", "device", "seal_format"),
)
"""All but the texts and `previous_hash`, with which the seal begins."""
PRIVATE_FIELDS = ("device",)
"""Sealed by its digest."""
NOT_PUBLISHED_ACTION = "log_row_not_published"
"""The action of a restored row of which its archive held only the chain and the digest of the facts."""
WITHHELD_MARK = '"texts":"withheld"'
"""In the origin of a row without its texts."""
_COMPUTED_FIELDS = ("id", "previous_hash", "hash")
_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, default=str)
_INSERTED_FIELDS = [field for field in LogRow._meta.concrete_fields if field.name not in _COMPUTED_FIELDS]  # noqa: SLF001 - documented


def write(
    action: str,
    *,
    by: Actor,
    at: datetime,
    tournament: Tournament | None = None,
    club: Club | None = None,
    subject: object = "",
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
    hands_of: Encounter | None = None,
) -> None:
    """Seal and insert a row, and notify pages (with `hands_of`, those that show its hands).

    It must be the transaction's last write. Raises TournamentErased.
    """
    row = build_log_row(
        action, by=by, at=at, tournament=tournament, club=club, subject=subject, before=before, after=after
    )
    _lock_chain(row, hands_of)
    insert = _compile_insert(connection.vendor, row.tournament_id is None, row.club_id is None)
    insert(
        {
            field.attname: field.get_db_prep_save(getattr(row, field.attname), connection)
            for field in _INSERTED_FIELDS
        }
        | {"facts": seals.digest(sealed_log_facts(row))}
    )


def write_many(rows: Sequence[LogRow]) -> None:
    """Lock one tournament (which notifies its pages) or club; seal and insert its rows.

    Raises TournamentErased.
    """
    if not rows:
        return
    _lock_chain(rows[0])
    previous = chain_of(rows[0]).order_by("-pk").values_list("hash", flat=True).first() or ""
    for row in rows:
        row.previous_hash, row.hash = previous, seals.seal(previous, sealed_log_facts(row))
        previous = row.hash
    insert_many(rows)


def build_log_row(
    action: str,
    *,
    by: Actor,
    at: datetime,
    tournament: Tournament | None = None,
    club: Club | None = None,
    subject: object = "",
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
) -> LogRow:
    """Return a row for `write_many`, neither sealed nor stored."""
    row = LogRow(
        action=action,
        at=at,
        tournament=tournament,
        club_id=club.pk if club else tournament.club_id if tournament else None,
        subject=str(subject),
        before=_encode_json(before),
        after=_encode_json(after),
        user_id=by.user.pk if by.user else None,
        table_link=by.table_link,
        sides_link=by.sides_link,
        keeper_id=by.keeper_id,
        device=by.device,
        seal_format=seals.FORMAT,
    )
    row.texts_digest = digest_of_texts(row.before, row.after)
    return row


def digest_of_texts(before: str, after: str) -> str:
    return seals.digest([before, after])


def overwritten_digests(rows: Mapping[int, str]) -> dict[str, Any]:
    return {"texts": {str(pk): digest for pk, digest in rows.items()}} if rows else {}


def is_withheld(row: LogRow) -> bool:
    return row.origin is not None and not (row.before or row.after) and WITHHELD_MARK in row.origin


def sealed_log_facts(row: LogRow) -> dict[str, Any]:
    return seals.sealed_facts(row, SEALED_FIELDS, PRIVATE_FIELDS)


def compute_seal(row: LogRow) -> str:
    """An unpublished row has only a digest. Raises ValueError for an unreadable `origin`."""
    unpublished_digest = (
        seals.read_origin(row).get(seals.FACTS_DIGEST_KEY) if row.action == NOT_PUBLISHED_ACTION else None
    )
    if unpublished_digest is not None:
        return seals.seal_digest(row.previous_hash, unpublished_digest)
    return seals.seal(row.previous_hash, sealed_log_facts(row))


def chain_of(row: LogRow) -> QuerySet[LogRow]:
    if row.tournament_id is None and row.club_id is None:
        return LogRow.objects.none()
    if row.tournament_id is None:
        return LogRow.objects.filter(club=row.club_id, tournament=None)
    return LogRow.objects.filter(tournament=row.tournament_id)


@cache
def _compile_insert(
    vendor: str, without_tournament: bool, without_club: bool
) -> Callable[[Mapping[str, object]], None]:
    """Return a function that inserts a row and its seal, which the database computes.

    It takes columns by attname, and the digest to seal as `facts`.
    """
    row = LogRow(**{field.attname: Placeholder(field.attname) for field in _INSERTED_FIELDS})
    if without_tournament:
        row.tournament_id = None
    if without_club:
        row.club_id = None
    rows = chain_of(row)
    setattr(row, "previous_hash", seals.newest_seal(rows))  # noqa: B010 - an expression, computed by the insert
    setattr(row, "hash", seals.seal_expression(rows, Placeholder("facts", CharField())))  # noqa: B010
    return compiled_insert(row)


def _lock_chain(row: LogRow, hands_of: Encounter | None = None) -> None:
    """Lock the club, or the tournament by raising its counters, which notifies pages."""
    if hands_of is not None:
        counters.notify_hands(hands_of)
    elif row.tournament is not None:
        counters.notify(row.tournament)
    elif row.club_id is not None:
        lock_rows(Club.objects).get(pk=row.club_id)


def _encode_json(value: dict[str, Any] | None) -> str:
    return "" if value is None else _ENCODER.encode(value)
