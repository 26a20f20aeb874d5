from __future__ import annotations

from collections.abc import Hashable, Mapping

from scoring.archive import columns
from scoring.archive.archived_tables import ARCHIVED_TABLES, ROSTER, TOURNAMENT, column_of
from scoring.archive.errors import ArchiveRefused, json_pointer
from scoring.archive.parsed_archive import Archive, Values
from scoring.archive.sealed_columns import ENTRIES, SEALED_TABLES
from scoring.models import Hand


def refuse_missing_targets(archive: Archive) -> None:
    """Raise ArchiveRefused if a reference has no target."""
    for kind in ARCHIVED_TABLES:
        for number, row in enumerate(archive.rows[kind.name]):
            _check_refs(archive, kind.refs, row, json_pointer(kind.name, number))
            for place, player in enumerate(row.get(ROSTER, [])):
                _require_target(archive, "players", player, json_pointer(kind.name, number, ROSTER, place))
    _check_refs(archive, TOURNAMENT.refs, archive.tournament, json_pointer(TOURNAMENT.name))
    for sealed in SEALED_TABLES:
        leading = {name: kind for name, kind in sealed.places.items() if name not in ("deal", "seats")}
        for number, row in enumerate(archive.rows[sealed.name]):
            _check_refs(archive, leading, row, json_pointer(sealed.name, number))
            if sealed is ENTRIES:
                _check_entry_refs(archive, row, json_pointer(sealed.name, number))


def _check_refs(archive: Archive, refs: Mapping[str, str], row: Values, place: str) -> None:
    for name, kind in refs.items():
        if row[name] is not None:
            _require_target(archive, kind, row[name], f"{place}/{name}")


def _check_entry_refs(archive: Archive, row: Values, place: str) -> None:
    columns.from_json(column_of(Hand, "deal"), row["deal"], f"{place}/deal")
    _require_target(archive, "hands", (row["match"], row["deal"]), f"{place}/deal")
    for number, seat in enumerate(row["seats"]):
        _require_target(archive, "players", seat["player"], f"{place}/seats/{number}/player")


def _require_target(archive: Archive, kind: str, key: Hashable, place: str) -> None:
    if key not in archive.names[kind]:
        raise ArchiveRefused(place, f"names none of the {kind.replace('_', ' ')}")
