from __future__ import annotations

import json
from collections.abc import Callable, Collection
from typing import TypeVar

from rules.strict_json import Malformed, decode, read_object, read_text, refuse

DRAW_VERSION = 1

ParsedDraw = TypeVar("ParsedDraw")


class MalformedDraw(ValueError):  # noqa: N818 - a refusal is no fault
    """The message names the place and the reason."""


class UnknownVersion(MalformedDraw):
    pass


def canonical_json(value: object) -> str:
    """Return equal bytes for equal values."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def read_draw_json(text: str, reader: Callable[[object], ParsedDraw]) -> ParsedDraw:
    """Raises MalformedDraw."""
    try:
        return reader(decode(text))
    except Malformed as malformed:
        raise MalformedDraw(str(malformed)) from None


def read_versioned(value: object, names: Collection[str]) -> dict[str, object]:
    """Raises UnknownVersion; Malformed for other members."""
    version = read_object(value, "").get("version")
    if read_integer(version, "version") != DRAW_VERSION:
        raise UnknownVersion(f"version {version} of a draw is not known")
    return read_members(value, "", [*names, "version"])


def read_members(value: object, path: str, names: Collection[str]) -> dict[str, object]:
    fields = read_object(value, path)
    if fields.keys() != set(names):
        key_list = ", ".join(sorted(names))
        refuse(path, f"şu anahtarları içermeli: {key_list}.", f"must have the keys {key_list}.")
    return fields


def read_integer(value: object, path: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        refuse(path, "tam sayı olmalı.", "must be a whole number.")
    return value


def read_nonempty(value: object, path: str) -> str:
    text = read_text(value, path)
    if not text:
        refuse(path, "boş olamaz.", "cannot be empty.")
    return text


def read_optional(value: object, path: str, reader: Callable[[object, str], ParsedDraw]) -> ParsedDraw | None:
    return None if value is None else reader(value, path)
