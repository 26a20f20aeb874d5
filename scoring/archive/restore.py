"""Restore a tournament from an archive, completely or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django.db import DataError, IntegrityError, models, transaction
from django.db.models import OuterRef, Subquery

from rules.seat_events import SeatEvent
from scoring.archive.archived_tables import KINDS, ROSTER, TOURNAMENT, ArchivedTable
from scoring.archive.consistency import refuse_inconsistent
from scoring.archive.errors import ArchiveRefused, pointer, quoted
from scoring.archive.reader import Archive, Values, read_archive
from scoring.archive.sealed_columns import CONFIRMATIONS, ENTRIES, FACTS_DIGEST, LOG, SealedTable
from scoring.integrity.integrity_checks import verify
from scoring.ledger import rule_history
from scoring.ledger.rulebooks import game_of_rules, report_of, rules_of
from scoring.ledger.seal_verification import UNREADABLE
from scoring.models import Confirmation, Entry, EntrySeat, Hand, SeatDeed, StandingsSnapshot
from scoring.standings import snapshots, standings_cache
from tournaments.accounts.domain.club_members import lock_club
from tournaments.database.bulk_insert import insert_many
from tournaments.draws.domain import redraw
from tournaments.enums import STANDINGS_KINDS, Visibility
from tournaments.log import audit_log, seals
from tournaments.log.actor import CONSOLE
from tournaments.models import (
    Club,
    Draw,
    EntrantPlayer,
    LogRow,
    Player,
    RuleBook,
    SidesLink,
    TableLink,
    Tournament,
)

ROWS_AT_A_TIME: Final = 2_000
HANDS_AT_A_TIME: Final = 500
"""SQLite takes at most a thousand keys in a query."""
BEFORE_ENTRIES: Final = [kind for kind in KINDS if "entries" not in kind.refs.values()]
AFTER_ENTRIES: Final = [kind for kind in KINDS if "entries" in kind.refs.values()]
_UNPUBLISHED: Final[Values] = {"subject": "", "texts_digest": "", "before": None, "after": None}
"""The columns of a log row that is not published."""
StoredRows = dict[str, dict[Any, Any]]
"""The stored rows of each kind by their keys."""


def restore(text: bytes, *, club: Club, at: datetime) -> Tournament:
    """Store the tournament of an archive in a club, finished or in play.

    Nothing is stored unless every seal is correct and `verify` finds nothing. Tables get new codes. The
    club's log gets a row, the tournament's own is unchanged. Raises ArchiveRefused.
    """
    archive = read_archive(text)
    refuse_inconsistent(archive)
    try:
        with transaction.atomic():
            return _store(archive, lock_club(club.pk), at)
    except (IntegrityError, DataError) as error:
        raise ArchiveRefused("", f"has something that the database refuses: {error}") from error
    except UNREADABLE as error:
        raise ArchiveRefused("", f"has something that no release of ours wrote: {error!r}") from error


def _store(archive: Archive, club: Club, at: datetime) -> Tournament:
    _refuse_existing(archive)
    stored: StoredRows = {"rule_books": _rule_books(archive, at), "players": _players(archive, club)}
    tournament = _tournament(archive, club, stored, at)
    for kind in BEFORE_ENTRIES:
        if kind.name not in stored:
            stored[kind.name] = _insert(kind, archive, stored, tournament)
            _AFTER_INSERT.get(kind.name, _do_nothing)(archive, stored, at)
    stored[ENTRIES.name] = _entries(archive, stored)
    _insert_all(_confirmation(row, stored) for row in archive.rows[CONFIRMATIONS.name])
    for kind in AFTER_ENTRIES:
        stored[kind.name] = _insert(kind, archive, stored, tournament)
    _insert_all(_log_rows(archive, tournament, club))
    tournament.champion = stored["entrants"].get(archive.tournament["champion"])
    tournament.save(update_fields=["champion"])
    for stage in (
        tournament.stages.filter(kind__in=STANDINGS_KINDS).exclude(drawn_at=None).order_by("position")
    ):
        standings_cache.rebuild(stage=stage, at=at)
    _refuse_unreadable(tournament)
    for problem in verify(tournament).breaks[:1]:
        raise ArchiveRefused("", f"does not hold together: {problem.where} {problem.why}")
    details = {"name": tournament.name, "digest": archive.raw["digest"]}
    audit_log.write(
        "tournament_restored", by=CONSOLE, at=at, club=club, subject=tournament.public_id, after=details
    )
    return tournament


def _refuse_existing(archive: Archive) -> None:
    if Tournament.objects.filter(public_id=archive.tournament["public_id"]).exists():
        raise ArchiveRefused("/tournament/public_id", "is a tournament that is in this house already")
    if archive.tournament["visibility"] == Visibility.ERASED:
        raise ArchiveRefused("/tournament/visibility", "is that of a tournament of which nothing is told")


def _refuse_unreadable(tournament: Tournament) -> None:
    """Raise BadArchive for draws, snapshots and rules that pages read but `verify` doesn't."""
    draws = Draw.objects.filter(stage__tournament=tournament).select_related("stage__tournament")
    for number, draw in enumerate(draws.order_by("pk")):
        if not redraw.is_readable(draw):
            raise ArchiveRefused(pointer("draws", number), "is no record of a draw")
        if differences := redraw.redraw(draw).differences:
            raise ArchiveRefused(pointer("draws", number), f"gives something else: {quoted(differences)}")
    stored = StandingsSnapshot.objects.filter(stage__tournament=tournament).order_by("pk")
    for number, snapshot in enumerate(stored):
        if not snapshots.is_readable(snapshot.content):
            raise ArchiveRefused(pointer("snapshots", number, "content"), "are no standings")
    rule_history.rule_changes_of(tournament)


def _rule_books(archive: Archive, at: datetime) -> dict[Any, Any]:
    """Return the rule books; those that exist in this installation are reused."""
    rows = archive.rows["rule_books"]
    known = RuleBook.objects.in_bulk([row["digest"] for row in rows], field_name="digest")
    books = {row["digest"]: known.get(row["digest"]) or RuleBook(**row, created_at=at) for row in rows}
    _insert_all(book for digest, book in books.items() if digest not in known)
    return books


def _players(archive: Archive, club: Club) -> dict[Any, Any]:
    """Return the players; those already in the club, from another archive, keep their current name."""
    rows = archive.rows["players"]
    known = Player.objects.in_bulk([row["public_id"] for row in rows], field_name="public_id")
    numbers = dict(
        Player.objects.filter(club=club).exclude(anonymous_as=None).values_list("anonymous_as", "public_id")
    )
    people = {}
    for place, row in enumerate(rows):
        player = known.get(row["public_id"])
        if player is not None and player.club_id != club.pk:
            raise ArchiveRefused(pointer("players", place), "plays for another club of this house")
        if numbers.get(row["anonymous_as"], row["public_id"]) != row["public_id"]:
            why = "is the number of another in this club: restore it under one of its own"
            raise ArchiveRefused(pointer("players", place, "anonymous_as"), why)
        people[str(row["public_id"])] = player or Player(**row, club=club)
    _insert_all(player for player in people.values() if player.public_id not in known)
    return people


def _tournament(archive: Archive, club: Club, found: StoredRows, at: datetime) -> Tournament:
    values = {name: archive.tournament[name] for name in TOURNAMENT.columns}
    book = found["rule_books"][archive.tournament["rule_book"]]
    origin = seals.canonical(archive.raw["club"])
    tournament = Tournament(**values, club=club, rule_book=book, origin=origin, stirred_at=at)
    tournament.save(force_insert=True)
    return tournament


def _insert(
    kind: ArchivedTable, archive: Archive, found: StoredRows, tournament: Tournament
) -> dict[Any, Any]:
    own = {"tournament": tournament} if kind.of == "tournament" else {}
    rows = [_build_row(kind, row, found, own) for row in archive.rows[kind.name]]
    _insert_all(rows)
    return {key: rows[number] for key, number in archive.names.get(kind.name, {}).items()}


def _build_row(kind: ArchivedTable, row: Values, found: StoredRows, own: Mapping[str, Any]) -> models.Model:
    values = {name: row[name] for name in kind.columns}
    refs = {name: None if row[name] is None else found[other][row[name]] for name, other in kind.refs.items()}
    return kind.model(**values, **refs, **own)


def _rosters(archive: Archive, found: StoredRows, _at: datetime) -> None:
    _insert_all(
        EntrantPlayer(
            entrant=found["entrants"][str(row["public_id"])], player=found["players"][key], place=place
        )
        for row in archive.rows["entrants"]
        for place, key in enumerate(row[ROSTER], start=1)
    )


def _links(_archive: Archive, found: StoredRows, at: datetime) -> None:
    for link in (TableLink, SidesLink):
        _insert_all(link(table=table, created_at=at) for table in found["tables"].values())


def _do_nothing(_archive: Archive, _found: StoredRows, _at: datetime) -> None:
    """Do nothing; for kinds that are complete without further rows."""


_AFTER_INSERT: Final[Mapping[str, Callable[[Archive, StoredRows, datetime], None]]] = {
    "entrants": _rosters,
    "tables": _links,
}


def _entries(archive: Archive, found: StoredRows) -> dict[Any, Any]:
    """Store every version with its seats and seat events; return those that are referred to."""
    rows = archive.rows[ENTRIES.name]
    referenced = {row["ruling"] for kind in AFTER_ENTRIES for row in archive.rows[kind.name]}
    entries_by_id: dict[Any, Any] = {}
    for start in range(0, len(rows), ROWS_AT_A_TIME):
        chunk = rows[start : start + ROWS_AT_A_TIME]
        entries = [_entry(row, found) for row in chunk]
        _insert_all(entries)
        seats = [
            EntrySeat(**seat | {"player": found["players"][seat["player"]]}, entry=entry)
            for entry, row in zip(entries, chunk, strict=True)
            for seat in row["seats"]
        ]
        _insert_all(seats)
        _insert_all(_seat_events(entries, seats, start))
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


def _seat_events(entries: Sequence[Entry], seats: Iterable[EntrySeat], start: int) -> Iterator[SeatDeed]:
    """Yield the seat events of versions, computed from their reports."""
    by_entry: dict[int, dict[str, EntrySeat]] = {}
    for seat in seats:
        by_entry.setdefault(seat.entry_id, {})[seat.seat] = seat
    for number, entry in enumerate(entries, start=start):
        own = by_entry.get(entry.pk, {})
        for deed in _events_of(entry, number):
            if deed.seat in own:
                kind, times = deed.kind.value, deed.times
                yield SeatDeed(seat=own[deed.seat], kind=kind, what=deed.what, times=times)


def _events_of(entry: Entry, number: int) -> Sequence[SeatEvent]:
    if entry.void:
        return ()
    try:
        deeds: Sequence[SeatEvent] = game_of_rules(rules_of(entry.rule_book)).deeds_of(
            report_of(entry), entry.score_lines
        )
    except UNREADABLE as error:
        raise ArchiveRefused(pointer(ENTRIES.name, number, "report"), f"can't be read: {error!r}") from error
    return deeds


def _entry(row: Values, found: StoredRows) -> Entry:
    values = {name: row[name] for name in ENTRIES.columns}
    origin = _origin(ENTRIES, row)
    if row["summary"] is not None:
        origin.pop("reason", None)
    return Entry(
        **values,
        hand=found["hands"][row["match"], row["deal"]],
        rule_book=found["rule_books"][row["rule_book"]],
        reason=row["summary"] or "",
        origin=seals.canonical(origin) if origin else None,
    )


def _confirmation(row: Values, found: StoredRows) -> Confirmation:
    values = {name: row[name] for name in CONFIRMATIONS.columns}
    refs = {"match": found["matches"][row["match"]], "player": found["players"][row["player"]]}
    return Confirmation(**values, **refs, origin=seals.canonical(_origin(CONFIRMATIONS, row)))


def _log_rows(archive: Archive, tournament: Tournament, club: Club) -> Iterator[LogRow]:
    """Yield the log rows; an unpublished row gets the time of the row before it."""
    at = tournament.created_at
    for row in archive.rows[LOG.name]:
        if LOG.is_hidden(row):
            yield _log_row(
                {"at": at, "action": audit_log.NOT_PUBLISHED, **_UNPUBLISHED, **row}, tournament, club
            )
        else:
            at = row["at"]
            yield _log_row(row, tournament, club)


def _log_row(row: Values, tournament: Tournament, club: Club) -> LogRow:
    values = {name: row[name] for name in LOG.columns}
    withheld = {"texts": "withheld"} if row["before"] is None else {}
    return LogRow(
        **values,
        before=row["before"] or "",
        after=row["after"] or "",
        tournament=tournament,
        club=club,
        origin=seals.canonical(_origin(LOG, row) | withheld),
    )


def _origin(kind: SealedTable, row: Values) -> Values:
    """Return the sealed values without a column here: keys of the installation, digests of private values."""
    return {name: row[name] for name in (*kind.numbers, *kind.private, FACTS_DIGEST) if name in row}


def _insert_all(rows: Iterable[models.Model]) -> None:
    listed = list(rows)
    for start in range(0, len(listed), ROWS_AT_A_TIME):
        insert_many(listed[start : start + ROWS_AT_A_TIME])
