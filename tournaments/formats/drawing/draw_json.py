"""Texts of draws: canonical JSON, read back strictly."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from typing import TypeVar

from rules.strict_json import Malformed, decode, read_object, read_text, refuse

VERSION = 1

Read = TypeVar("Read")


class MalformedDraw(ValueError):  # noqa: N818 - a refusal is no fault
    """What makes no draw; the text says where and why."""


class UnknownVersion(MalformedDraw):
    """A text of a later program."""


def canonical(value: object) -> str:
    """Sorted keys, no spaces, letters as they are: equal values give equal bytes."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def read(text: str, reader: Callable[[object], Read]) -> Read:
    """What the reader makes of JSON text. Raises MalformedDraw."""
    try:
        return reader(decode(text))
    except Malformed as malformed:
        raise MalformedDraw(str(malformed)) from None


def versioned(value: object, names: Collection[str]) -> dict[str, object]:
    """An object with these members and our version. Raises UnknownVersion, Malformed."""
    version = read_object(value, "").get("version")
    if whole(version, "version") != VERSION:
        raise UnknownVersion(f"version {version} of a draw is not known")
    return members(value, "", [*names, "version"])


def members(value: object, where: str, names: Collection[str]) -> dict[str, object]:
    """An object with these members, no fewer and no more."""
    found = read_object(value, where)
    if found.keys() != set(names):
        wanted = ", ".join(sorted(names))
        refuse(where, f"şu anahtarları içermeli: {wanted}.", f"must have the keys {wanted}.")
    return found


def whole(value: object, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        refuse(where, "tam sayı olmalı.", "must be a whole number.")
    return value


def name_of(value: object, where: str) -> str:
    """A text that is not empty."""
    text = read_text(value, where)
    if not text:
        refuse(where, "boş olamaz.", "cannot be empty.")
    return text


def optional(value: object, where: str, reader: Callable[[object, str], Read]) -> Read | None:
    return None if value is None else reader(value, where)
