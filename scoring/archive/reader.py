from __future__ import annotations

import json
from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import Any, Final, NoReturn
from zoneinfo import ZoneInfo

from scoring.archive import columns, verify
from scoring.archive.archived_tables import (
    ARCHIVED_TABLES,
    ROSTER,
    TOURNAMENT,
    ArchivedTable,
    column_of,
    has_composite_key,
)
from scoring.archive.errors import ArchiveRefused, join_sorted, json_pointer
from scoring.archive.json_documents import read_document
from scoring.archive.parsed_archive import Archive, Values
from scoring.archive.references import refuse_missing_targets
from scoring.archive.sealed_columns import (
    ENTRIES,
    FACTS_DIGEST,
    HIDDEN_NAMES,
    LOG,
    SEALED_TABLES,
    SEAT_COLUMNS,
    SealedTable,
    seat_column,
)
from scoring.archive.sealed_rows import PUBLIC_TEXT_ACTIONS
from scoring.archive.writer import SCHEMA
from scoring.ledger.seal_verification import UNREADABLE
from tournaments.models import Club

HEX: Final = frozenset("0123456789abcdef")
LARGEST_KEY: Final = 2**53 - 1
CLUB_COLUMNS: Final = ("name", "time_zone")
ARCHIVE_NAMES: Final = frozenset(
    {"schema", "digest", "club", TOURNAMENT.name}
    | {kind.name for kind in ARCHIVED_TABLES}
    | {kind.name for kind in SEALED_TABLES}
)


def read_archive(text: bytes) -> Archive:
    """Parse an archive and verify its columns, references and seals; store nothing. Raises ArchiveRefused."""
    raw = _decode(text)
    _require_names(raw, ARCHIVE_NAMES, "")
    if raw["schema"] != SCHEMA:
        raise ArchiveRefused("/schema", f"is not {SCHEMA}: this release reads no other")
    archive = Archive(raw)
    _require_names(raw["club"], CLUB_COLUMNS, "/club")
    for name in CLUB_COLUMNS:
        columns.from_json(column_of(Club, name), raw["club"][name], json_pointer("club", name))
    _require_zone(raw["club"]["time_zone"])
    for kind in ARCHIVED_TABLES:
        _read_table(archive, kind)
    for sealed in SEALED_TABLES:
        rows = _array(raw, sealed.name)
        archive.rows[sealed.name] = [
            _read_sealed(sealed, row, json_pointer(sealed.name, number)) for number, row in enumerate(rows)
        ]
    _index_entries(archive)
    archive.tournament = _read_row(TOURNAMENT, raw[TOURNAMENT.name], json_pointer(TOURNAMENT.name))
    refuse_missing_targets(archive)
    try:
        for place, why in verify.find_problems(raw):
            raise ArchiveRefused(place, why)
    except UNREADABLE as error:
        raise ArchiveRefused("", f"has rows that can't be verified: {error!r}") from error
    return archive


def _require_zone(name: str) -> None:
    try:
        ZoneInfo(name)
    except (ValueError, LookupError, OSError):
        raise ArchiveRefused("/club/time_zone", "is no time zone known here") from None


def _decode(text: bytes) -> Any:
    """Parse JSON. Raises ArchiveRefused if it is malformed, too large or nested too deep."""
    if len(text) > verify.MAX_BYTES:
        raise ArchiveRefused("", f"is larger than {verify.MAX_BYTES} bytes")
    if verify.has_too_many_values(text):
        raise ArchiveRefused("", "has more values than an archive of its length")
    try:
        return json.loads(
            text.decode(), object_pairs_hook=verify.require_unique_names, parse_constant=_refuse_constant
        )
    except RecursionError:
        raise ArchiveRefused("", "is nested too deep") from None
    except ValueError as error:
        raise ArchiveRefused("", f"is no JSON: {error}") from None


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _require_names(row: Any, names: Collection[str], place: str) -> None:
    if not isinstance(row, dict):
        raise ArchiveRefused(place, "is no object")
    if missing := set(names) - row.keys():
        raise ArchiveRefused(f"{place}/{min(missing)}", "is missing")
    if strange := row.keys() - set(names):
        raise ArchiveRefused(
            f"{place}{json_pointer(min(strange))}", f"is not known there; known are {join_sorted(names)}"
        )


def _array(raw: Mapping[str, Any], name: str) -> Sequence[Any]:
    if not isinstance(raw[name], list):
        raise ArchiveRefused(json_pointer(name), "is no array")
    array: Sequence[Any] = raw[name]
    return array


def _read_table(archive: Archive, kind: ArchivedTable) -> None:
    """Add a table's rows to `archive.rows`, and their numbers by key to `archive.names`.

    Raises ArchiveRefused, also for rows out of order and repeated keys.
    """
    rows, numbers = archive.rows.setdefault(kind.name, []), archive.names.setdefault(kind.name, {})
    for number, source in enumerate(_array(archive.raw, kind.name)):
        place = json_pointer(kind.name, number)
        row = _read_row(kind, source, place)
        if kind.order != "pk" and rows and str(rows[-1][kind.order]) > str(row[kind.order]):
            raise ArchiveRefused(place, f"does not follow the row before it in the order of `{kind.order}`")
        rows.append(row)
        if kind.key:
            parts = [row[name] if name in kind.refs else source[name] for name in kind.key]
            key = tuple(parts) if has_composite_key(kind) else parts[0]
            if numbers.setdefault(key, number) != number:
                raise ArchiveRefused(
                    place, f"is there twice: {json_pointer(kind.name, numbers[key])} is the same"
                )


def _read_row(kind: ArchivedTable, raw_row: Any, place: str) -> Values:
    """Return a row's values by column: references as keys, a roster as a list. Raises ArchiveRefused."""
    rosters = [ROSTER] if kind.name == "entrants" else []
    _require_names(raw_row, [*kind.names, *rosters], place)
    row = {
        name: columns.from_json(kind.column(name), raw_row[name], f"{place}/{name}") for name in kind.columns
    }
    for name in kind.refs:
        if raw_row[name] is None and not kind.column(name).null:
            raise ArchiveRefused(f"{place}/{name}", "is empty, and may not be")
        row[name] = _key(raw_row[name], f"{place}/{name}")
    for name in rosters:
        if not isinstance(raw_row[name], list):
            raise ArchiveRefused(f"{place}/{name}", "is no array")
        row[name] = [_key(key, f"{place}/{name}") for key in raw_row[name]]
    return row


def _key(value: Any, place: str) -> Hashable:
    parts = value if isinstance(value, list) else [value]
    if not all(part is None or type(part) in (str, int) for part in parts):
        raise ArchiveRefused(place, "names nothing")
    return tuple(value) if isinstance(value, list) else value


def _read_sealed(kind: SealedTable, raw_row: Any, place: str) -> Values:
    if not isinstance(raw_row, dict):
        raise ArchiveRefused(place, "is no object")
    return (_read_hidden if kind.is_hidden(raw_row) else _read_shown_row)(kind, raw_row, place)


def _read_shown_row(kind: SealedTable, raw_row: Values, place: str) -> Values:
    """Return a public row's values, withheld texts as None, digests unchecked. Raises ArchiveRefused."""
    _require_names(raw_row, kind.names, place)
    row = {
        name: columns.from_json(kind.column(name), raw_row[name], f"{place}/{name}") for name in kind.columns
    }
    for name in kind.origin_keys:
        if raw_row[name] is not None and (
            type(raw_row[name]) is not int or not 0 <= raw_row[name] <= LARGEST_KEY
        ):
            raise ArchiveRefused(f"{place}/{name}", "is no number of a row")
    for name in kind.private:
        _require_digest(raw_row[name], f"{place}/{name}")
    for name in kind.withholdable_texts:
        words = kind.column("reason" if name == "summary" else name)
        row[name] = (
            None if raw_row[name] is None else columns.from_json(words, raw_row[name], f"{place}/{name}")
        )
    for name in kind.places:
        row[name] = (
            _key(raw_row[name], f"{place}/{name}") if name != "seats" else _read_seats(raw_row[name], place)
        )
    if kind is LOG:
        _check_log_texts(row, place)
    return row | {name: raw_row[name] for name in (*kind.origin_keys, *kind.private)}


def _read_hidden(kind: SealedTable, raw_row: Values, place: str) -> Values:
    _require_names(raw_row, HIDDEN_NAMES, place)
    _require_digest(raw_row[FACTS_DIGEST], f"{place}/{FACTS_DIGEST}")
    chain = [name for name in HIDDEN_NAMES if name != FACTS_DIGEST]
    row = {name: columns.from_json(kind.column(name), raw_row[name], f"{place}/{name}") for name in chain}
    return row | {FACTS_DIGEST: raw_row[FACTS_DIGEST]}


def _check_log_texts(row: Values, place: str) -> None:
    """Raise ArchiveRefused unless texts are JSON objects, blank, or both withheld."""
    if (row["before"] is None) != (row["after"] is None):
        raise ArchiveRefused(f"{place}/after", "is withheld, or is not, as `before` is")
    for name in LOG.withholdable_texts:
        if row[name]:
            _require_object(row[name], f"{place}/{name}")
            if row["action"] not in PUBLIC_TEXT_ACTIONS:
                raise ArchiveRefused(f"{place}/{name}", "is not for everybody, and no archive tells it")


def _require_object(text: str, place: str) -> None:
    if not isinstance(read_document(text, place), dict):
        raise ArchiveRefused(place, "is no JSON object")


def _require_digest(value: Any, place: str) -> None:
    if not isinstance(value, str) or len(value) != 64 or not HEX.issuperset(value):  # noqa: PLR2004 - SHA-256
        raise ArchiveRefused(place, "is no SHA-256 digest")


def _read_seats(raw_seats: Any, place: str) -> list[Values]:
    """Return the seats of the version at `place`, with players as keys.

    Raises ArchiveRefused, with the place of the fault below `place`.
    """
    if not isinstance(raw_seats, list):
        raise ArchiveRefused(f"{place}/seats", "is no array")
    seats = []
    for number, raw_seat in enumerate(raw_seats):
        seat_place = f"{place}/seats/{number}"
        _require_names(raw_seat, [*SEAT_COLUMNS, "player"], seat_place)
        row = {
            name: columns.from_json(seat_column(name), raw_seat[name], f"{seat_place}/{name}")
            for name in SEAT_COLUMNS
        }
        seats.append(row | {"player": _key(raw_seat["player"], f"{seat_place}/player")})
    return seats


def _index_entries(archive: Archive) -> None:
    numbers = archive.names.setdefault(ENTRIES.name, {})
    for number, row in enumerate(archive.rows[ENTRIES.name]):
        if numbers.setdefault(str(row["public_id"]), number) != number:
            raise ArchiveRefused(json_pointer(ENTRIES.name, number, "public_id"), "is there twice")
