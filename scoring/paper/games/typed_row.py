"""A typed row of a sheet in shorthand, which becomes a hand form of its game."""

from __future__ import annotations

import uuid
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Final

from django.utils.functional import Promise

from rules.rulesets import RuleSet
from rules.validation import WARNING_CODES
from scoring.paper.domain.shorthand import SEATS, Unreadable
from scoring.table.forms.hand_form import EntryForm
from scoring.table.forms.validation import ValidationMessage

LONGEST: Final = 60


@dataclass(frozen=True)
class SheetPlace:
    """`seats` are in the order of columns."""

    encounter: uuid.UUID
    match: int
    rules: RuleSet
    seats: tuple[str, ...] = SEATS


class Row:
    """`deal` is its row on the sheet, `key` its idempotency key.

    `errors` are problems by field, with "" for the row as a whole.
    """

    UNREADABLE: ClassVar[Mapping[str, str | Promise]] = {}
    """What to write in a box with unreadable content, by part."""

    def __init__(
        self,
        place: SheetPlace,
        deal: int,
        values: Mapping[str, str],
        *,
        key: str = "",
        accepted: list[str] | None = None,
    ) -> None:
        self.place, self.deal = place, deal
        self.values = {name: _printable(values.get(name, "")) for name in self.fields(place)}
        self.key = _key(key)
        self.accepted = [code for code in accepted or () if code in WARNING_CODES]
        self.errors: dict[str, list[ValidationMessage]] = {}

    @classmethod
    @abstractmethod
    def fields(cls, place: SheetPlace) -> Sequence[str]:
        """The boxes of a row in the order they are typed."""

    @property
    @abstractmethod
    def hand(self) -> EntryForm:
        """The hand form; unreadable boxes are left out and reported in `errors`."""

    @abstractmethod
    def gather(self) -> None: ...

    @abstractmethod
    def read_back(self, name: str) -> str:
        """Return a box's content in neutral shorthand. Raises Unreadable."""

    @property
    def empty(self) -> bool:
        return not any(self.values.values())

    @property
    def readable(self) -> bool:
        self.hand  # noqa: B018 - reading finds what is unreadable
        return not self.errors

    @property
    def sound(self) -> bool:
        return self.readable and self.hand.sound

    @cached_property
    def neutral(self) -> dict[str, str]:
        return {name: self._neutral(name) for name in self.values}

    def take_key(self, posted_key: str) -> None:
        self.key = _key(posted_key or self.key)

    def say(self, problem: str, field: str = "") -> None:
        self.errors.setdefault(field, []).append(ValidationMessage(problem))

    def take(self, field: str, messages: list[ValidationMessage]) -> None:
        if messages and field not in self.errors:
            self.errors[field] = messages

    def read(self, field: str, parse: Callable[[str], Any], default: Any) -> Any:
        """Parse a box; if it is unreadable, report it and return `default`."""
        try:
            return parse(self.values[field])
        except Unreadable:
            self.say(str(self.UNREADABLE[field.rpartition("-")[2]]), field)
            return default

    @property
    def named(self) -> dict[str, Any]:
        return {
            "encounter": self.place.encounter,
            "match": self.place.match,
            "deal": self.deal,
            "entry_key": self.key,
            "accepted": self.accepted,
        }

    def _neutral(self, name: str) -> str:
        try:
            return self.read_back(name)
        except Unreadable:
            return self.values[name]


def _printable(text: str) -> str:
    """The database rejects NUL."""
    return "".join(letter for letter in text if letter.isprintable()).strip()[:LONGEST]


def _key(text: str) -> str:
    try:
        return str(uuid.UUID(text))
    except ValueError:
        return str(uuid.uuid4())
