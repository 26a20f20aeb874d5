"""A sealed row for every change.

A tournament's rows form a chain, and a club's own. Texts are sealed by digest: anonymization
(`scoring.triggers`) can overwrite them; its row holds the new digests.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from tournaments.database.row_locks import lock_rows
from tournaments.log import seals
from tournaments.models import Club, LogRow, Tournament
from tournaments.refusals import TournamentErased

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
_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, default=str)


def lock(tournament: Tournament | None, club_id: int | None = None) -> None:
    """Lock the log of a tournament or, without one, of a club until commit; lock no other row after it.

    Raises TournamentErased.
    """
    if tournament is not None:
        if not lock_rows(Tournament.objects.not_erased().filter(pk=tournament.pk)).values_list("pk"):
            raise TournamentErased
    elif club_id is not None:
        lock_rows(Club.objects).get(pk=club_id)


def write(rows: Sequence[LogRow]) -> None:
    """Seal and insert rows of one log, which the caller has locked."""
    if not rows:
        return
    previous = chain_of(rows[0]).order_by("-pk").values_list("hash", flat=True).first() or ""
    for row in rows:
        row.previous_hash, row.hash = previous, seals.seal(previous, sealed_log_facts(row))
        previous = row.hash
    LogRow.objects.bulk_create(rows)


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
    """Return a row for `write`, neither sealed nor stored."""
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


def _encode_json(value: dict[str, Any] | None) -> str:
    return "" if value is None else _ENCODER.encode(value)
