"""Hostile archives: valid ones with some values changed at random, and sealed again."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any, Final

from django.db.models import Field

from scoring.archive import verify
from scoring.archive.archived_tables import ARCHIVED_TABLES, TOURNAMENT, ArchivedTable
from scoring.archive.sealed_columns import SEALED_TABLES, SealedTable
from tests.scoring.archive.sample_archives import Archive, reseal

ALL: Final[list[ArchivedTable | SealedTable]] = [TOURNAMENT, *ARCHIVED_TABLES, *SEALED_TABLES]
COLUMNS: Final = {kind.name: kind for kind in ALL}
ARRAYS: Final = [kind.name for kind in ALL[1:]]
MOMENTS: Final = ("0001-01-01T00:00:00+00:00", "1970-01-01T00:00:00+00:00", "9999-12-31T23:59:59+00:00")
DAYS: Final = ("0001-01-01", "1969-12-31", "9999-12-31")
NUMBERS: Final = (-1, 0, 1, 2, 3, 4, 7, 99, 2**15 - 1, 2**31 - 1, 2**53 - 1, 2**63, 10**400)
TEXTS: Final = ("", " ", "A", "B", "C", "D", "A1", "{}", "[]", "null", "\0", "\ud800", "#1", "x" * 500)
DEEP: Final = "[" * 100_000 + "]" * 100_000
Place = tuple[Any, Any]
"""An object or an array, and the name or number of a value in it."""


def change(archive: Archive, chance: random.Random) -> str:
    changes = [_change_value(archive, chance) for _change in range(chance.choice([1, 1, 1, 2, 3]))]
    try:
        _seal(archive)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        changes.append("not sealed")
    return "; ".join(changes)


def _change_value(archive: Archive, chance: random.Random) -> str:
    if chance.random() < 0.15:
        return _change_rows(archive, chance)
    filled = [name for name in ARRAYS if archive[name]]
    name = chance.choice([*filled, *filled, "tournament", "club"])
    number = chance.randrange(len(archive[name])) if name in ARRAYS else None
    row = archive[name] if number is None else archive[name][number]
    if not isinstance(row, dict) or not row:
        return f"{name} left"
    column = chance.choice(sorted(row))
    nested = _leaves(row[column])
    text = row[column]
    if isinstance(text, str) and text[:1] in ("{", "[") and chance.random() < 0.7:
        written = json.loads(text)
        if inner := list(_leaves(written)):
            container, key = chance.choice(inner)
            container[key] = _hostile_value(container[key], chance)
            row[column] = json.dumps(written, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
            return f"{name}/{number}/{column}: {key!r} = {str(container[key])[:60]!r}"
    inner = list(nested)
    if inner and chance.random() < 0.8:
        container, key = chance.choice(inner)
        container[key] = _hostile_value(container[key], chance)
        return f"{name}/{number}/{column}/{key!r} = {str(container[key])[:60]!r}"
    values = (
        [other[column] for other in archive[name] if isinstance(other, dict) and column in other]
        if number is not None
        else []
    )
    row[column] = (
        chance.choice(values)
        if values and chance.random() < 0.4
        else _value(name, column, row[column], chance)
    )
    return f"{name}/{number}/{column} = {str(row[column])[:60]!r}"


def _change_rows(archive: Archive, chance: random.Random) -> str:
    name = chance.choice([name for name in ARRAYS if archive[name]])
    rows, change_kind = archive[name], chance.choice(["double", "remove", "exchange", "none", "last"])
    number, other = chance.randrange(len(rows)), chance.randrange(len(rows))
    if change_kind == "double":
        rows.insert(other, json.loads(json.dumps(rows[number])))
    elif change_kind == "remove":
        del rows[number]
    elif change_kind == "last":
        rows.append(json.loads(json.dumps(rows[number])))
    elif change_kind == "exchange":
        rows[number], rows[other] = rows[other], rows[number]
    else:
        rows.clear()
    return f"{name}: {change_kind} {number} {other}"


def _leaves(value: Any) -> Iterator[Place]:
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        yield value, key
        yield from _leaves(inner)


def _value(kind: str, column: str, now: Any, chance: random.Random) -> Any:
    field = _field(kind, column)
    if field is not None and field.null and chance.random() < 0.25:
        return None
    if field is not None and field.choices and chance.random() < 0.9:
        return chance.choice([value for value, _name in field.flatchoices])
    if field is not None and field.get_internal_type() == "DateTimeField" and chance.random() < 0.9:
        return chance.choice(MOMENTS)
    if field is not None and field.get_internal_type() == "BooleanField":
        return not now
    if field is not None and "Integer" in field.get_internal_type() and chance.random() < 0.9:
        return chance.choice(NUMBERS)
    return _hostile_value(now, chance)


def _field(kind: str, column: str) -> Field[Any, Any] | None:
    known = COLUMNS.get(kind)
    return known.column(column) if known is not None and column in known.columns else None


def _hostile_value(now: Any, chance: random.Random) -> Any:
    if chance.random() < 0.15:
        return chance.choice(
            [None, [], {}, 1.5, 0, -1, True, False, "", DEEP, json.loads("[" * 40 + "]" * 40)]
        )
    if isinstance(now, bool):
        return not now
    if isinstance(now, int):
        return chance.choice([*NUMBERS, now + 1, now - 1])
    if isinstance(now, str) and len(now) in (25, 32) and "T" in now:
        return chance.choice(MOMENTS)
    if isinstance(now, str) and len(now) == 10 and now.count("-") == 2:
        return chance.choice(DAYS)
    if isinstance(now, list) and now:
        return chance.choice([[], now[:-1], [*now, now[0]], now[::-1]])
    return chance.choice(TEXTS)


def _seal(archive: Archive) -> None:
    renamed = {}
    for book in archive["rule_books"]:
        digest = verify.sha256(book["content"])
        if digest != book["digest"]:
            renamed[book["digest"]] = book["digest"] = digest
    for row in [*archive["entries"], archive["tournament"]]:
        row["rule_book"] = renamed.get(row["rule_book"], row["rule_book"])
    for row in archive["entries"]:
        if row.get("summary") is not None:
            row["reason"] = verify.digest(row["summary"])
    for row in archive["log"]:
        if row["before"] is not None:
            row["texts_digest"] = verify.digest([row["before"], row["after"]])
    reseal(archive)
