from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from django.db.models import OuterRef, Subquery

from rules.seat_events import SeatEvent
from scoring.archive.archived_tables import ARCHIVED_TABLES
from scoring.archive.errors import ArchiveRefused, json_pointer
from scoring.archive.parsed_archive import Archive, Values
from scoring.archive.sealed_columns import CONFIRMATIONS, ENTRIES, FACTS_DIGEST, LOG, SealedTable
from scoring.archive.stored_rows import ROWS_AT_A_TIME, StoredRows, insert_all
from scoring.ledger.rulebooks import game_of_rules, report_of, rules_of
from scoring.ledger.seal_verification import UNREADABLE
from scoring.models import Confirmation, Entry, EntrySeat, EntrySeatEvent, Hand
from tournaments.log import audit_log, seals
from tournaments.models import Club, LogRow, Tournament

HANDS_AT_A_TIME: Final = 500
"""SQLite takes at most a thousand keys in a query."""
TABLES_AFTER_ENTRIES: Final = [kind for kind in ARCHIVED_TABLES if "entries" in kind.refs.values()]
_UNPUBLISHED: Final[Values] = {"subject": "", "texts_digest": "", "before": None, "after": None}
"""The columns of a log row that is not published."""


def store_entries(archive: Archive, found: StoredRows) -> dict[Any, Any]:
    """Store versions, seats and events, set current versions; return rulings named by rows, by public id.

    `found` must have the stored hands, players and rule books.
    """
    rows = archive.rows[ENTRIES.name]
    referenced = {row["ruling"] for kind in TABLES_AFTER_ENTRIES for row in archive.rows[kind.name]}
    entries_by_id: dict[Any, Any] = {}
    for start in range(0, len(rows), ROWS_AT_A_TIME):
        chunk = rows[start : start + ROWS_AT_A_TIME]
        entries = [_build_entry(row, found) for row in chunk]
        insert_all(entries)
        seats = [
            EntrySeat(**seat | {"player": found["players"][seat["player"]]}, entry=entry)
            for entry, row in zip(entries, chunk, strict=True)
            for seat in row["seats"]
        ]
        insert_all(seats)
        insert_all(_seat_events(entries, seats, start))
        entries_by_id |= {
            str(entry.public_id): entry for entry in entries if str(entry.public_id) in referenced
        }
    _set_current_versions([hand.pk for hand in found["hands"].values()])
    return entries_by_id


def _set_current_versions(hands: Sequence[int]) -> None:
    newest = Entry.objects.filter(hand=OuterRef("pk")).order_by("-pk").values("pk")[:1]
    for start in range(0, len(hands), HANDS_AT_A_TIME):
        own = Hand.objects.filter(pk__in=hands[start : start + HANDS_AT_A_TIME])
        own.update(current=Subquery(newest))


def _seat_events(
    entries: Sequence[Entry], seats: Iterable[EntrySeat], start: int
) -> Iterator[EntrySeatEvent]:
    """Yield unsaved events from stored entries' reports, without those of seats that an entry lacks.

    `start` is the first entry's number in the archive. Raises ArchiveRefused for an unreadable report.
    """
    by_entry: dict[int, dict[str, EntrySeat]] = {}
    for seat in seats:
        by_entry.setdefault(seat.entry_id, {})[seat.seat] = seat
    for number, entry in enumerate(entries, start=start):
        own = by_entry.get(entry.pk, {})
        for event in _read_seat_events(entry, number):
            if event.seat in own:
                kind, times = event.kind.value, event.times
                yield EntrySeatEvent(seat=own[event.seat], kind=kind, what=event.what, times=times)


def _read_seat_events(entry: Entry, number: int) -> Sequence[SeatEvent]:
    """Compute a version's events; () if void. `number` is the entry's in the archive.

    Raises ArchiveRefused for an unreadable report.
    """
    if entry.void:
        return ()
    try:
        seat_events: Sequence[SeatEvent] = game_of_rules(rules_of(entry.rule_book)).seat_events_of(
            report_of(entry), entry.score_lines
        )
    except UNREADABLE as error:
        raise ArchiveRefused(
            json_pointer(ENTRIES.name, number, "report"), f"can't be read: {error!r}"
        ) from error
    return seat_events


def _build_entry(row: Values, found: StoredRows) -> Entry:
    """Return an unsaved version; a withheld reason is empty, with its digest in `origin`."""
    values = {name: row[name] for name in ENTRIES.columns}
    origin = _origin_values(ENTRIES, row)
    if row["summary"] is not None:
        origin.pop("reason", None)
    return Entry(
        **values,
        hand=found["hands"][row["match"], row["deal"]],
        rule_book=found["rule_books"][row["rule_book"]],
        reason=row["summary"] or "",
        origin=seals.canonical_json(origin) if origin else None,
    )


def store_confirmations(archive: Archive, found: StoredRows) -> None:
    insert_all(_confirmation(row, found) for row in archive.rows[CONFIRMATIONS.name])


def _confirmation(row: Values, found: StoredRows) -> Confirmation:
    values = {name: row[name] for name in CONFIRMATIONS.columns}
    refs = {"match": found["matches"][row["match"]], "player": found["players"][row["player"]]}
    return Confirmation(**values, **refs, origin=seals.canonical_json(_origin_values(CONFIRMATIONS, row)))


def store_log(archive: Archive, tournament: Tournament, club: Club) -> None:
    insert_all(_log_rows(archive, tournament, club))


def _log_rows(archive: Archive, tournament: Tournament, club: Club) -> Iterator[LogRow]:
    """Yield unsaved rows; an unpublished one gets the time of the row before, or the tournament's."""
    at = tournament.created_at
    for row in archive.rows[LOG.name]:
        if LOG.is_hidden(row):
            yield _build_log_row(
                {"at": at, "action": audit_log.NOT_PUBLISHED_ACTION, **_UNPUBLISHED, **row}, tournament, club
            )
        else:
            at = row["at"]
            yield _build_log_row(row, tournament, club)


def _build_log_row(row: Values, tournament: Tournament, club: Club) -> LogRow:
    """Return an unsaved row; withheld texts are empty, which `origin` says."""
    values = {name: row[name] for name in LOG.columns}
    withheld = {"texts": "withheld"} if row["before"] is None else {}
    return LogRow(
        **values,
        before=row["before"] or "",
        after=row["after"] or "",
        tournament=tournament,
        club=club,
        origin=seals.canonical_json(_origin_values(LOG, row) | withheld),
    )


def _origin_values(kind: SealedTable, row: Values) -> Values:
    """Values without a column here: the installation's keys, digests of private values."""
    return {name: row[name] for name in (*kind.origin_keys, *kind.private, FACTS_DIGEST) if name in row}
