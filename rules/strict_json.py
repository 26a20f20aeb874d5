import json
from collections.abc import Collection, Iterable, Mapping
from enum import StrEnum
from itertools import islice
from typing import Any, Final, NoReturn, TypeVar

from rules.localized_text import Text

LARGEST_NUMBER: Final = 10_000
_QUOTED_LENGTH: Final = 40
_QUOTED_NAMES: Final = 5

Answer = dict[str, Any]
"""A JSON object as in RULES §9."""

Choice = TypeVar("Choice", bound=StrEnum)


class Malformed(ValueError):  # noqa: N818 - a refusal is no fault
    """``message`` says where and why."""

    def __init__(self, message: Text) -> None:
        super().__init__(message.en)
        self.message = message


class RepeatedKeys(dict[str, object]):
    """An object with a repeated key, refused when read."""


def decode(text: str | bytes) -> object:
    """Decode in linear time; refuse NaN, Infinity, thousands of digits and deep nesting."""
    try:
        source = text.decode() if isinstance(text, bytes) else text
        return json.loads(source, object_pairs_hook=_decode_object, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise Malformed(Text("Geçerli bir JSON değil.", "This is not valid JSON.")) from None


def _decode_object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    return members if len(members) == len(pairs) else RepeatedKeys(members)


def _refuse_constant(_name: str) -> NoReturn:
    raise ValueError


def refuse(location: str, tr: str, en: str) -> NoReturn:
    prefix = f"{location}: " if location else ""
    raise Malformed(Text(prefix + tr, prefix + en))


def quote_names(names: Collection[str]) -> str:
    """Quote a few, shortened."""
    shown_names = [f"“{name[:_QUOTED_LENGTH]}”" for name in islice(names, _QUOTED_NAMES)]
    return ", ".join([*shown_names, "…"] if len(names) > _QUOTED_NAMES else shown_names)


def read_object(value: object, location: str) -> dict[str, object]:
    if not isinstance(value, dict):
        refuse(location, "bir JSON nesnesi olmalı.", "must be a JSON object.")
    if isinstance(value, RepeatedKeys):
        refuse(location, "bir anahtar iki kez yazılmış.", "a key is written twice.")
    return {read_text(key, location): member for key, member in value.items()}


def read_members(value: object, location: str, allowed: Collection[str]) -> dict[str, object]:
    """Null counts as absent."""
    members = read_object(value, location)
    unknown = [key for key in members if key not in allowed]
    if unknown:
        names = quote_names(unknown)
        refuse(location, f"bilinmeyen anahtar: {names}.", f"unknown key: {names}.")
    return {key: member for key, member in members.items() if member is not None}


def read_own_members(
    value: object, location: str, allowed: Collection[str], own: Collection[str]
) -> dict[str, object]:
    """Other ``allowed`` keys than ``own`` must be null."""
    members = read_members(value, location, allowed)
    for key in members:
        if key not in own:
            refuse(location, f"“{key}” bu oyunda yok.", f"“{key}” does not belong to this game.")
    return members


def required_member(members: Mapping[str, object], key: str, location: str = "") -> object:
    if key not in members:
        refuse(location, f"“{key}” eksik.", f"“{key}” is missing.")
    return members[key]


def optional_text(entry: Mapping[str, object], key: str) -> str | None:
    return read_text(entry[key], key) if key in entry else None


def read_list(value: object, location: str) -> list[object]:
    if not isinstance(value, list):
        refuse(location, "bir liste olmalı.", "must be a list.")
    return value


def read_text(value: object, location: str) -> str:
    """Refuse lone surrogates."""
    if not isinstance(value, str):
        refuse(location, "bir metin olmalı.", "must be a string.")
    try:
        value.encode()
    except UnicodeEncodeError:
        refuse(location, "bozuk karakter içeriyor.", "contains a broken character.")
    return value


def read_integer(value: object, location: str) -> int:
    """Refuse true, 5.0 and "5"."""
    if isinstance(value, bool) or not isinstance(value, int):
        refuse(location, "tam sayı olmalı.", "must be a whole number.")
    return value


def read_number(value: object, location: str) -> int:
    """Refuse more than 10,000, too."""
    number = read_integer(value, location)
    if number > LARGEST_NUMBER:
        refuse(location, "10.000’den büyük olamaz.", "cannot be over 10,000.")
    return number


def read_flag(value: object, location: str) -> bool:
    if not isinstance(value, bool):
        refuse(location, "true ya da false olmalı.", "must be true or false.")
    return value


def read_choice(value: object, location: str, choices: Iterable[Choice]) -> Choice:
    name = read_text(value, location)
    for choice in choices:
        if choice.value == name:
            return choice
    values = ", ".join(choice.value for choice in choices)
    refuse(location, f"şunlardan biri olmalı: {values}.", f"must be one of {values}.")
