"""Moments are in UTC, as sealed; public ids, days and times of day are texts."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, time
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import models

from scoring.archive.errors import ArchiveRefused
from scoring.archive.json_documents import is_storable, read_document
from tournaments.clock_tolerance import ACCEPTED_YEARS

if TYPE_CHECKING:
    Field = models.Field[Any, Any]
Schema = dict[str, Any]
RANGES: Final[tuple[tuple[type[Field], int, int], ...]] = (
    (models.PositiveSmallIntegerField, 0, 2**15 - 1),
    (models.PositiveBigIntegerField, 0, 2**53 - 1),
    (models.PositiveIntegerField, 0, 2**31 - 1),
    (models.IntegerField, -(2**31), 2**31 - 1),
)
UUID_TEXT: Final = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"
DAY_TEXT: Final = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
TIME_TEXT: Final = "^[0-9]{2}:[0-9]{2}:[0-9]{2}$"
MOMENT_TEXT: Final = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{6})?\+00:00$"


def format_moment(value: datetime) -> str:
    return value.astimezone(UTC).isoformat()


TEXT_FORMATS: Final = (
    (models.UUIDField, UUID, str, "is no id"),
    (models.DateTimeField, datetime.fromisoformat, format_moment, "is no moment in UTC"),
    (models.DateField, date.fromisoformat, str, "is no day"),
    (models.TimeField, time.fromisoformat, str, "is no time of day"),
)
"""Columns written as texts, with their parser and formatter and the error text."""


def to_json(field: Field, value: Any) -> Any:
    if isinstance(value, datetime):
        return format_moment(value)
    if isinstance(value, (date, time, UUID)):
        return str(value)
    return value


def from_json(field: Field, value: Any, place: str) -> Any:
    """Return the column's value for a JSON value; null is None, a JSONField's value a list of texts.

    Raises ArchiveRefused, with the pointer `place`, if the column can't hold it, or a TextField's text is no
    JSON.
    """
    if value is None:
        if field.null:
            return None
        raise ArchiveRefused(place, "is empty, and may not be")
    if isinstance(field, models.JSONField):
        return _run_validators(field, _texts(value, place), place)
    if isinstance(field, models.BooleanField):
        return _require_type(bool, value, place)
    if isinstance(field, models.IntegerField):
        return _number(field, value, place)
    text = _text(value, place)
    for kind, parse, format_value, problem in TEXT_FORMATS:
        if isinstance(field, kind):
            return _require_year(_parse_canonical(parse, format_value, text, place, problem), place)
    return _check_column(field, text, place)


def column_schema(field: Field) -> Schema:
    described = _base_schema(field)
    if not field.null:
        return described
    if "enum" in described:
        return described | {"enum": [*described["enum"], None]}
    return described | {"type": [described["type"], "null"]}


def _base_schema(field: Field) -> Schema:
    """Return the JSON schema of values other than null; a JSONField is an array of texts."""
    if isinstance(field, models.JSONField):
        return {"type": "array", "items": {"type": "string"}}
    if isinstance(field, models.BooleanField):
        return {"type": "boolean"}
    if isinstance(field, models.IntegerField):
        low, high = _range(field)
        return {"type": "integer", "minimum": low, "maximum": high}
    for kind, pattern in (
        (models.UUIDField, UUID_TEXT),
        (models.DateTimeField, MOMENT_TEXT),
        (models.DateField, DAY_TEXT),
        (models.TimeField, TIME_TEXT),
    ):
        if isinstance(field, kind):
            return {"type": "string", "pattern": pattern}
    if field.choices:
        return {"enum": _choices(field)}
    return {"type": "string"} | ({"maxLength": field.max_length} if field.max_length else {})


def _range(field: Field) -> tuple[int, int]:
    return next((low, high) for kind, low, high in RANGES if isinstance(field, kind))


def _choices(field: Field) -> list[str]:
    return [str(value) for value, _name in field.flatchoices] + (
        [""] if field.blank and not field.null else []
    )


def _require_type(kind: type, value: Any, place: str) -> Any:
    if type(value) is not kind:
        raise ArchiveRefused(place, f"is no {'number' if kind is int else kind.__name__}")
    return value


def _number(field: Field, value: Any, place: str) -> int:
    low, high = _range(field)
    number: int = _require_type(int, value, place)
    if not low <= number <= high:
        raise ArchiveRefused(place, f"is not between {low} and {high}")
    return number


def _text(value: Any, place: str) -> str:
    if not isinstance(value, str):
        raise ArchiveRefused(place, "is no text")
    if not is_storable(value):
        raise ArchiveRefused(place, "has a letter that no database keeps")
    return value


def _texts(value: Any, place: str) -> list[str]:
    if not isinstance(value, list):
        raise ArchiveRefused(place, "is no array")
    return [_text(text, f"{place}/{number}") for number, text in enumerate(value)]


def _run_validators(field: Field, texts: list[str], place: str) -> list[str]:
    try:
        for validate in field.validators:
            validate(texts)
    except ValidationError as error:
        raise ArchiveRefused(place, error.messages[0]) from error
    return texts


def _parse_canonical(parse: Any, format_value: Any, text: str, place: str, problem: str) -> Any:
    """Parse `text`. Raises ArchiveRefused with `problem` unless `format_value` gives `text` again."""
    try:
        value = parse(text)
        same = format_value(value) == text
    except ValueError:
        same = False
    if not same:
        raise ArchiveRefused(place, problem)
    return value


def _require_year(value: Any, place: str) -> Any:
    if isinstance(value, date) and value.year not in ACCEPTED_YEARS:
        raise ArchiveRefused(place, f"is not between the years {ACCEPTED_YEARS[0]} and {ACCEPTED_YEARS[-1]}")
    return value


def _check_column(field: Field, text: str, place: str) -> str:
    if field.choices and text not in _choices(field):
        raise ArchiveRefused(place, f"is unknown: {json.dumps(text[:40], ensure_ascii=False)}")
    if isinstance(field, models.TextField) and text:
        read_document(text, place)
    if field.max_length is not None and len(text) > field.max_length:
        raise ArchiveRefused(place, f"is longer than {field.max_length} letters")
    return text
