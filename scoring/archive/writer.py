"""Write a tournament as an archive: one canonical JSON text, identical from every installation."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from io import BytesIO
from time import monotonic
from typing import IO, Any, Final
from uuid import UUID

from django.db.models import Q, QuerySet

from scoring.archive import sealed_rows
from scoring.archive.archived_tables import BY_NAME, KINDS, ROSTER, TOURNAMENT, ArchivedTable, key_of
from scoring.archive.columns import to_json
from scoring.archive.sealed_rows import CHUNK_SIZE, Row
from scoring.ledger.digests import digest_of
from scoring.models import Call, Confirmation, Entry, EntrySeat
from tournaments.enums import Visibility
from tournaments.log import seals
from tournaments.models import EntrantPlayer, Player, RuleBook, TieDecision, Tournament
from tournaments.people.domain.hidden_names import hidden_names_of

SCHEMA: Final = "istaka-archive-1"
MAX_ATTEMPTS: Final = 5
SEALED: Final[Mapping[str, Callable[[Tournament], Iterator[Row]]]] = {
    "entries": sealed_rows.entries,
    "confirmations": sealed_rows.confirmations,
    "log": sealed_rows.log_rows,
}


class NotArchivable(Exception):  # noqa: N818 - a refusal is no fault
    """The tournament was erased, changes too fast or takes too long; the message says which."""


def write_archive(public_id: UUID, into: IO[bytes], *, seconds: float | None = None) -> None:
    """Write an archive of one moment into an empty file within `seconds`.

    If the tournament changed meanwhile, it is written again. Raises Tournament.DoesNotExist, NotArchivable.
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


def archive_of(public_id: UUID) -> str:
    """Return the archive as one text. Raises Tournament.DoesNotExist, NotArchivable."""
    text = BytesIO()
    write_archive(public_id, text)
    return text.getvalue().decode()


def archived_rows(kind: ArchivedTable, tournament: Tournament) -> QuerySet[Any]:
    """Select the rows of a kind that belong to a tournament, in the order of the archive."""
    rows = (
        _SPECIAL_QUERIES[kind.name](tournament)
        if not kind.of
        else kind.model._default_manager.filter(**{kind.of: tournament})  # noqa: SLF001 - Django documents it
    )
    if kind.model is Call:
        rows = rows.exclude(side="")
    return rows.select_related(*_related_paths(kind)).order_by(kind.order)


def _archive_text(tournament: Tournament) -> Iterator[str]:
    """Yield the text of an archive in pieces; names are sorted, as in canonical JSON."""
    parts: dict[str, Callable[[], Iterable[str]]] = {
        "schema": lambda: [seals.canonical(SCHEMA)],
        "digest": lambda: [seals.canonical(digest_of(tournament))],
        "club": lambda: [seals.canonical(_club(tournament))],
        TOURNAMENT.name: lambda: [seals.canonical(_row(TOURNAMENT, tournament, tournament))],
    }
    for kind in KINDS:
        parts[kind.name] = lambda kind=kind: _array(_archive_rows(kind, tournament))  # type: ignore[misc]
    for name, rows in SEALED.items():
        parts[name] = lambda rows=rows: _array(rows(tournament))  # type: ignore[misc]
    for number, name in enumerate(sorted(parts)):
        yield f"{',' if number else '{'}{json.dumps(name)}:"
        yield from parts[name]()
    yield "}\n"


def _array(rows: Iterable[Row]) -> Iterator[str]:
    yield "["
    for number, row in enumerate(rows):
        yield ("," if number else "") + seals.canonical(row)
    yield "]"


def _archive_rows(kind: ArchivedTable, tournament: Tournament) -> Iterator[Row]:
    rosters = _rosters(tournament) if kind.name == "entrants" else {}
    for row in archived_rows(kind, tournament).iterator(chunk_size=CHUNK_SIZE):
        roster = {ROSTER: rosters.get(row.pk, [])} if kind.name == "entrants" else {}
        yield _row(kind, row, tournament) | roster


def _row(kind: ArchivedTable, row: Any, tournament: Tournament) -> Row:
    values = {name: to_json(kind.column(name), getattr(row, name)) for name in kind.columns}
    for name in kind.typed:
        values[name] = hidden_names_of(tournament).within(values[name])
    for name, other in kind.refs.items():
        target = getattr(row, name)
        values[name] = None if target is None else _key(other, target)
    return values


def _key(kind: str, target: Any) -> Any:
    return str(target.public_id) if kind == "entries" else key_of(BY_NAME[kind], target)


def _club(tournament: Tournament) -> Row:
    """Return the club; for a restored tournament, the club in its archive."""
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
    """Return the relations to load so that referenced rows can be identified."""
    paths = []
    for name, other in kind.refs.items():
        paths.append(name)
        if other != "entries":
            paths += [
                f"{name}__{further}" for further in BY_NAME[other].refs if further in BY_NAME[other].key
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
