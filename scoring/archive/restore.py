from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final

from django.db import DataError, IntegrityError, models, transaction

from scoring.archive.archived_tables import ARCHIVED_TABLES, ROSTER, TOURNAMENT, ArchivedTable
from scoring.archive.consistency import refuse_inconsistent
from scoring.archive.errors import ArchiveRefused, join_sorted, json_pointer
from scoring.archive.parsed_archive import Archive, Values
from scoring.archive.reader import read_archive
from scoring.archive.restore_sealed import TABLES_AFTER_ENTRIES, store_confirmations, store_entries, store_log
from scoring.archive.sealed_columns import ENTRIES
from scoring.archive.stored_rows import StoredRows, insert_all
from scoring.integrity.integrity_checks import verify
from scoring.ledger import rule_history
from scoring.ledger.seal_verification import UNREADABLE
from scoring.models import StandingsSnapshot
from scoring.play.cross_group_places import store_cross_group_places
from scoring.standings import snapshots, standings_cache
from tournaments.accounts.domain.club_members import lock_club
from tournaments.draws.domain import redraw
from tournaments.enums import STANDINGS_KINDS, Visibility
from tournaments.log import seals
from tournaments.log.actor import CONSOLE
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import (
    Club,
    Draw,
    EntrantPlayer,
    Player,
    RuleBook,
    SidesLink,
    TableLink,
    Tournament,
)
from tournaments.people.domain.renaming import rename_pairs

TABLES_BEFORE_ENTRIES: Final = [kind for kind in ARCHIVED_TABLES if "entries" not in kind.refs.values()]


def restore_tournament(text: bytes, *, club: Club, at: datetime) -> Tournament:
    """Restore a tournament into the club, if all seals are correct and `verify` finds nothing.

    Tables get new codes, players unknown here are added. Locks the club; its log gets a row, the
    tournament's none. Raises ArchiveRefused, storing nothing.
    """
    archive = read_archive(text)
    refuse_inconsistent(archive)
    try:
        with transaction.atomic():
            return _store_archive(archive, lock_club(club.pk), at)
    except (IntegrityError, DataError) as error:
        raise ArchiveRefused("", f"has something that the database refuses: {error}") from error
    except UNREADABLE as error:
        raise ArchiveRefused("", f"has something that no release of ours wrote: {error!r}") from error


def _store_archive(archive: Archive, club: Club, at: datetime) -> Tournament:
    """Store all rows, check the result, and log it in the club.

    Raises ArchiveRefused, also for a tournament that exists or was erased.
    """
    _refuse_existing(archive)
    stored: StoredRows = {
        "rule_books": _store_rule_books(archive, at),
        "players": _store_players(archive, club),
    }
    tournament = _store_tournament(archive, club, stored, at)
    for kind in TABLES_BEFORE_ENTRIES:
        if kind.name not in stored:
            stored[kind.name] = _insert_table(kind, archive, stored, tournament)
            _AFTER_INSERT.get(kind.name, _do_nothing)(archive, stored, at)
    stored[ENTRIES.name] = store_entries(archive, stored)
    store_confirmations(archive, stored)
    for kind in TABLES_AFTER_ENTRIES:
        stored[kind.name] = _insert_table(kind, archive, stored, tournament)
    store_log(archive, tournament, club)
    _rename_pairs(archive, stored, tournament)
    tournament.champion = stored["entrants"].get(archive.tournament["champion"])
    tournament.save(update_fields=["champion"])
    for stage in (
        tournament.stages.filter(kind__in=STANDINGS_KINDS).exclude(drawn_at=None).order_by("position")
    ):
        store_cross_group_places(stage)
        standings_cache.rebuild(stage=stage, at=at)
    _refuse_unreadable_records(tournament)
    for problem in verify(tournament).discrepancies[:1]:
        raise ArchiveRefused("", f"does not hold together: {problem.location} {problem.problem}")
    details = {"name": tournament.name, "digest": archive.raw["digest"]}
    log_and_publish(
        "tournament_restored", by=CONSOLE, at=at, club=club, subject=tournament.public_id, after=details
    )
    return tournament


def _refuse_existing(archive: Archive) -> None:
    if Tournament.objects.filter(public_id=archive.tournament["public_id"]).exists():
        raise ArchiveRefused("/tournament/public_id", "is a tournament that is in this house already")
    if archive.tournament["visibility"] == Visibility.ERASED:
        raise ArchiveRefused("/tournament/visibility", "is that of an erased tournament")


def _refuse_unreadable_records(tournament: Tournament) -> None:
    """Raise ArchiveRefused for stored draws that a redraw doesn't reproduce, and for unreadable standings.

    Unreadable rule changes raise one of UNREADABLE.
    """
    draws = Draw.objects.filter(stage__tournament=tournament).select_related("stage__tournament")
    for number, draw in enumerate(draws.order_by("pk")):
        if not redraw.is_readable(draw):
            raise ArchiveRefused(json_pointer("draws", number), "is no record of a draw")
        if differences := redraw.redraw(draw).differences:
            raise ArchiveRefused(
                json_pointer("draws", number), f"gives something else: {join_sorted(differences)}"
            )
    stored = StandingsSnapshot.objects.filter(stage__tournament=tournament).order_by("pk")
    for number, snapshot in enumerate(stored):
        if not snapshots.is_readable(snapshot.content):
            raise ArchiveRefused(json_pointer("snapshots", number, "content"), "are no standings")
    rule_history.rule_changes_of(tournament)


def _store_rule_books(archive: Archive, at: datetime) -> dict[Any, Any]:
    """Existing books are reused."""
    rows = archive.rows["rule_books"]
    known = RuleBook.objects.in_bulk([row["digest"] for row in rows], field_name="digest")
    books = {row["digest"]: known.get(row["digest"]) or RuleBook(**row, created_at=at) for row in rows}
    insert_all(book for digest, book in books.items() if digest not in known)
    return books


def _store_players(archive: Archive, club: Club) -> dict[Any, Any]:
    """Store players that the club lacks; return all by public id. Known ones keep their name.

    Raises ArchiveRefused for another club's player or another person's number.
    """
    rows = archive.rows["players"]
    known = Player.objects.in_bulk([row["public_id"] for row in rows], field_name="public_id")
    numbers = dict(
        Player.objects.filter(club=club).exclude(anonymous_as=None).values_list("anonymous_as", "public_id")
    )
    players = {}
    for place, row in enumerate(rows):
        player = known.get(row["public_id"])
        if player is not None and player.club_id != club.pk:
            raise ArchiveRefused(json_pointer("players", place), "plays for another club of this house")
        if numbers.get(row["anonymous_as"], row["public_id"]) != row["public_id"]:
            why = "is the number of another in this club: restore it under one of its own"
            raise ArchiveRefused(json_pointer("players", place, "anonymous_as"), why)
        players[str(row["public_id"])] = player or Player(**row, club=club)
    insert_all(player for player in players.values() if player.public_id not in known)
    return players


def _store_tournament(archive: Archive, club: Club, stored: StoredRows, at: datetime) -> Tournament:
    values = {name: archive.tournament[name] for name in TOURNAMENT.columns}
    book = stored["rule_books"][archive.tournament["rule_book"]]
    origin = seals.canonical_json(archive.raw["club"])
    tournament = Tournament(**values, club=club, rule_book=book, origin=origin, unswept_since=at)
    tournament.save(force_insert=True)
    return tournament


def _insert_table(
    kind: ArchivedTable, archive: Archive, stored: StoredRows, tournament: Tournament
) -> dict[Any, Any]:
    tournament_value = {"tournament": tournament} if kind.tournament_path == "tournament" else {}
    rows = [_build_row(kind, row, stored, tournament_value) for row in archive.rows[kind.name]]
    insert_all(rows)
    return {key: rows[number] for key, number in archive.names.get(kind.name, {}).items()}


def _rename_pairs(archive: Archive, stored: StoredRows, tournament: Tournament) -> None:
    """Rename stored pairs whose players have another name here than in the archive, or hide theirs."""
    players, old_names = [], {}
    for row in archive.rows["players"]:
        player = stored["players"][str(row["public_id"])]
        name = row["name"]
        if (player.name, player.full_name) != (name, ""):
            players.append(player)
            old_names[player.pk] = name
    entrants = tournament.entrants.filter(roster__player__in=players).distinct()
    rename_pairs(list(entrants.prefetch_related("roster__player").order_by("pk")), players, old_names)


def _build_row(
    kind: ArchivedTable, row: Values, stored: StoredRows, tournament_value: Mapping[str, Any]
) -> models.Model:
    values = {name: row[name] for name in kind.columns}
    refs = {
        name: None if row[name] is None else stored[other][row[name]] for name, other in kind.refs.items()
    }
    return kind.model(**values, **refs, **tournament_value)


def _rosters(archive: Archive, stored: StoredRows, _at: datetime) -> None:
    insert_all(
        EntrantPlayer(
            entrant=stored["entrants"][str(row["public_id"])], player=stored["players"][key], place=place
        )
        for row in archive.rows["entrants"]
        for place, key in enumerate(row[ROSTER], start=1)
    )


def _links(_archive: Archive, stored: StoredRows, at: datetime) -> None:
    for link in (TableLink, SidesLink):
        insert_all(link(table=table, created_at=at) for table in stored["tables"].values())


def _do_nothing(_archive: Archive, _stored: StoredRows, _at: datetime) -> None:
    """For kinds complete without further rows."""


_AFTER_INSERT: Final[Mapping[str, Callable[[Archive, StoredRows, datetime], None]]] = {
    "entrants": _rosters,
    "tables": _links,
}
