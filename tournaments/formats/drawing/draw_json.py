from __future__ import annotations

import json
from collections.abc import Callable, Collection
from typing import TypeVar

from rules.strict_json import Malformed, decode, read_object, read_text, refuse

VERSION = 1

Read = TypeVar("Read")


class MalformedDraw(ValueError):  # noqa: N818 - a refusal is no fault
    """The message names the place and the reason."""


class UnknownVersion(MalformedDraw):
    pass


def canonical_json(value: object) -> str:
    """Return equal bytes for equal values."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def read(text: str, reader: Callable[[object], Read]) -> Read:
    """Raise MalformedDraw for text that the reader refuses."""
    try:
        return reader(decode(text))
    except Malformed as malformed:
        raise MalformedDraw(str(malformed)) from None


def read_versioned(value: object, names: Collection[str]) -> dict[str, object]:
    """Raise UnknownVersion for another version, Malformed for other members."""
    version = read_object(value, "").get("version")
    if read_integer(version, "version") != VERSION:
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


def read_optional(value: object, path: str, reader: Callable[[object, str], Read]) -> Read | None:
    return None if value is None else reader(value, path)
