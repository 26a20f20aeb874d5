from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from scoring.archive.archived_tables import (
    ARCHIVED_TABLES,
    ROSTER,
    TABLES_BY_NAME,
    TOURNAMENT,
    ArchivedTable,
    column_of,
    has_composite_key,
)
from scoring.archive.columns import Schema, column_schema
from scoring.archive.sealed_columns import (
    ENTRIES,
    FACTS_DIGEST,
    HIDDEN_NAMES,
    SEALED_TABLES,
    SEAT_COLUMNS,
    SealedTable,
    seat_column,
)
from scoring.archive.writer import SCHEMA
from scoring.models import Hand
from tournaments.log import seals

FILE: Final = Path(__file__).parent / f"{SCHEMA}.json"
"""The served file; a test checks that it equals the result of `published`."""
DIGEST: Final[Schema] = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
NUMBER: Final[Schema] = {"type": ["integer", "null"], "minimum": 0}
TITLE: Final = "An archive of an Istaka tournament"


def build_schema() -> Schema:
    properties: Schema = {
        "schema": {"const": SCHEMA},
        "digest": DIGEST,
        "club": _object({"name": {"type": "string"}, "time_zone": {"type": "string"}}),
        TOURNAMENT.name: _row(TOURNAMENT),
    }
    properties |= {kind.name: _array(_row(kind)) for kind in ARCHIVED_TABLES}
    properties |= {kind.name: _array(_sealed_row_schema(kind)) for kind in SEALED_TABLES}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:istaka:{SCHEMA}",
        "title": TITLE,
    } | _object(properties)


def _object(properties: Schema, required: Iterable[str] | None = None) -> Schema:
    names = sorted(properties if required is None else required)
    return {
        "type": "object",
        "properties": properties,
        "required": names,
        "additionalProperties": False,
    }


def _array(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _row(kind: ArchivedTable) -> Schema:
    properties = {name: column_schema(kind.column(name)) for name in kind.columns}
    for name, other in kind.refs.items():
        properties[name] = _reference(other, empty=kind.column(name).null)
    if kind.name == "entrants":
        properties[ROSTER] = _array(_reference("players"))
    return _object(properties)


def _reference(kind: str, *, empty: bool = False) -> Schema:
    if kind == ENTRIES.name:
        reference: Schema = column_schema(ENTRIES.column("public_id"))
    else:
        own = TABLES_BY_NAME[kind]
        parts = [_key_part_schema(own, name) for name in own.key]
        many = {"type": "array", "prefixItems": parts, "items": False, "minItems": len(parts)}
        reference = many if has_composite_key(own) else parts[0]
    return reference | {"type": [reference["type"], "null"]} if empty else reference


def _key_part_schema(kind: ArchivedTable, name: str) -> Schema:
    return _reference(kind.refs[name]) if name in kind.refs else column_schema(kind.column(name))


def _sealed_row_schema(kind: SealedTable) -> Schema:
    """Return the schema of a shown row or, if rows can be hidden, of either kind."""
    properties = {name: column_schema(kind.column(name)) for name in kind.columns}
    properties |= dict.fromkeys(kind.origin_keys, NUMBER) | dict.fromkeys(kind.private, DIGEST)
    properties |= {name: {"type": ["string", "null"]} for name in kind.withholdable_texts}
    properties |= {name: _reference_or_seats_schema(name, other) for name, other in kind.places.items()}
    properties["seal_format"] = {"const": seals.FORMAT}
    if not kind.hides_rows:
        return _object(properties)
    hidden = {"required": sorted(HIDDEN_NAMES), "maxProperties": len(HIDDEN_NAMES)}
    shown = {"required": sorted(kind.names), "not": {"required": [FACTS_DIGEST]}}
    return _object(properties | {FACTS_DIGEST: DIGEST}, kind.names.intersection(HIDDEN_NAMES)) | {
        "oneOf": [hidden, shown]
    }


def _reference_or_seats_schema(name: str, kind: str) -> Schema:
    if name == "seats":
        seat: dict[str, Any] = {
            name_in_seat: column_schema(seat_column(name_in_seat)) for name_in_seat in SEAT_COLUMNS
        }
        return _array(_object(seat | {"player": _reference("players")}))
    if name == "deal":
        return column_schema(column_of(Hand, "deal"))
    return _reference(kind)
