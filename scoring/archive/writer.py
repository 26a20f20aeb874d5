"""Canonical JSON, identical from every installation."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from io import BytesIO
from time import monotonic
from typing import IO, Any, Final
from uuid import UUID

from django.db.models import Q, QuerySet

from scoring.archive import sealed_rows
from scoring.archive.archived_tables import (
    ARCHIVED_TABLES,
    ROSTER,
    TABLES_BY_NAME,
    TOURNAMENT,
    ArchivedTable,
    archive_row_key,
)
from scoring.archive.columns import to_json
from scoring.archive.sealed_rows import CHUNK_SIZE, Row
from scoring.ledger.digests import tournament_digest
from scoring.models import Call, Confirmation, Entry, EntrySeat
from tournaments.enums import Visibility
from tournaments.log import seals
from tournaments.models import EntrantPlayer, Player, RuleBook, TieDecision, Tournament
from tournaments.people.domain.hidden_names import hidden_name_finder

SCHEMA: Final = "istaka-archive-1"
MAX_ATTEMPTS: Final = 5
SEALED_ROW_QUERIES: Final[Mapping[str, Callable[[Tournament], Iterator[Row]]]] = {
    "entries": sealed_rows.entries,
    "confirmations": sealed_rows.confirmations,
    "log": sealed_rows.log_rows,
}


class NotArchivable(Exception):  # noqa: N818 - a refusal is no fault
    """The tournament was erased, changes too fast or takes too long; the message says which."""


def write_archive(public_id: UUID, into: IO[bytes], *, seconds: float | None = None) -> None:
    """Replace the file's content by the archive of one moment; start over if the tournament changes.

    The position is then the end. Raises Tournament.DoesNotExist, and NotArchivable if erased, slower than
    `seconds` or changed in each of MAX_ATTEMPTS.
    """
    deadline = None if seconds is None else monotonic() + seconds
    for _attempt in range(MAX_ATTEMPTS):
        tournament = Tournament.objects.select_related("club", "rule_book", "champion").get(
            public_id=public_id
        )
        if tournament.visibility == Visibility.ERASED:
            raise NotArchivable("the tournament was erased")
        into.seek(0)
        into.truncate()
        into.writelines(piece.encode() for piece in _with_deadline(deadline, _archive_text(tournament)))
        if Tournament.objects.filter(pk=tournament.pk, counter=tournament.counter).exists():
            return
    raise NotArchivable("it was written to each time while it was read; try again in a quieter moment")


def _with_deadline(deadline: float | None, pieces: Iterator[str]) -> Iterator[str]:
    for piece in pieces:
        if deadline is not None and monotonic() > deadline:
            raise NotArchivable("it takes too long for a page; the command `archive` writes it")
        yield piece


def archive_as_text(public_id: UUID) -> str:
    text = BytesIO()
    write_archive(public_id, text)
    return text.getvalue().decode()


def archived_rows(kind: ArchivedTable, tournament: Tournament) -> QuerySet[Any]:
    """Return rows in archive order, with `kind`'s referenced rows, without calls that have no side."""
    rows = (
        _SPECIAL_QUERIES[kind.name](tournament)
        if not kind.tournament_path
        else kind.model._default_manager.filter(**{kind.tournament_path: tournament})  # noqa: SLF001 - Django documents it
    )
    if kind.model is Call:
        rows = rows.exclude(side="")
    related = _related_paths(kind)
    return (rows.select_related(*related) if related else rows).order_by(kind.order)


def _archive_text(tournament: Tournament) -> Iterator[str]:
    """Yield the archive's JSON in pieces, with sorted names as in canonical JSON."""
    parts: dict[str, Callable[[], Iterable[str]]] = {
        "schema": lambda: [seals.canonical_json(SCHEMA)],
        "digest": lambda: [seals.canonical_json(tournament_digest(tournament))],
        "club": lambda: [seals.canonical_json(_club(tournament))],
        TOURNAMENT.name: lambda: [seals.canonical_json(_row(TOURNAMENT, tournament, tournament))],
    }
    for kind in ARCHIVED_TABLES:
        parts[kind.name] = lambda kind=kind: _array(_archive_rows(kind, tournament))  # type: ignore[misc]
    for name, rows in SEALED_ROW_QUERIES.items():
        parts[name] = lambda rows=rows: _array(rows(tournament))  # type: ignore[misc]
    for number, name in enumerate(sorted(parts)):
        yield f"{',' if number else '{'}{json.dumps(name)}:"
        yield from parts[name]()
    yield "}\n"


def _array(rows: Iterable[Row]) -> Iterator[str]:
    yield "["
    for number, row in enumerate(rows):
        yield ("," if number else "") + seals.canonical_json(row)
    yield "]"


def _archive_rows(kind: ArchivedTable, tournament: Tournament) -> Iterator[Row]:
    rosters = _rosters(tournament) if kind.name == "entrants" else {}
    for row in archived_rows(kind, tournament).iterator(chunk_size=CHUNK_SIZE):
        roster = {ROSTER: rosters.get(row.pk, [])} if kind.name == "entrants" else {}
        yield _row(kind, row, tournament) | roster


def _row(kind: ArchivedTable, row: Any, tournament: Tournament) -> Row:
    values = {name: to_json(kind.column(name), getattr(row, name)) for name in kind.columns}
    for name in kind.free_text_columns:
        values[name] = hidden_name_finder(tournament).erase(values[name])
    for name, other in kind.refs.items():
        target = getattr(row, name)
        values[name] = None if target is None else _key(other, target)
    return values


def _key(kind: str, target: Any) -> Any:
    return str(target.public_id) if kind == "entries" else archive_row_key(TABLES_BY_NAME[kind], target)


def _club(tournament: Tournament) -> Row:
    """Of a restored tournament, the one in its archive."""
    if tournament.origin is not None:
        club: Row = json.loads(tournament.origin)
        return club
    return {"name": tournament.club.name, "time_zone": tournament.club.time_zone}


def _rosters(tournament: Tournament) -> Mapping[int, list[str]]:
    rows = EntrantPlayer.objects.filter(entrant__tournament=tournament).order_by("entrant", "place")
    rosters: dict[int, list[str]] = {}
    for entrant, player in rows.values_list("entrant", "player__public_id"):
        rosters.setdefault(entrant, []).append(str(player))
    return rosters


def _related_paths(kind: ArchivedTable) -> list[str]:
    """Return what `select_related` needs for the keys of referenced rows."""
    paths = []
    for name, other in kind.refs.items():
        paths.append(name)
        if other != "entries":
            paths += [
                f"{name}__{further}"
                for further in TABLES_BY_NAME[other].refs
                if further in TABLES_BY_NAME[other].key
            ]
    return paths


def _players(tournament: Tournament) -> QuerySet[Player]:
    rosters = EntrantPlayer.objects.filter(entrant__tournament=tournament).values("player")
    seats = EntrySeat.objects.filter(entry__hand__match__encounter__stage__tournament=tournament)
    confirmations = Confirmation.objects.filter(match__encounter__stage__tournament=tournament)
    involved = Q(pk__in=rosters) | Q(pk__in=seats.values("player")) | Q(pk__in=confirmations.values("player"))
    return Player.objects.filter(involved)


def _rule_books(tournament: Tournament) -> QuerySet[RuleBook]:
    entries = Entry.objects.filter(hand__match__encounter__stage__tournament=tournament)
    return RuleBook.objects.filter(Q(pk=tournament.rule_book_id) | Q(pk__in=entries.values("rule_book")))


def _ties(tournament: Tournament) -> QuerySet[TieDecision]:
    return TieDecision.objects.filter(
        Q(stage__tournament=tournament) | Q(group__stage__tournament=tournament)
    )


_SPECIAL_QUERIES: Final[Mapping[str, Callable[[Tournament], QuerySet[Any]]]] = {
    "players": _players,
    "rule_books": _rule_books,
    "tie_decisions": _ties,
}
