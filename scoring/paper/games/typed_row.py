"""A typed row in shorthand, which becomes a hand form."""

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
from scoring.paper.domain import SEATS, Unreadable
from scoring.table.forms.hand_form import EntryForm
from scoring.table.forms.validation import ValidationMessage

MAX_TEXT_LENGTH: Final = 60


@dataclass(frozen=True)
class SheetPlace:
    """`seats` are in order of columns."""

    encounter: uuid.UUID
    match: int
    rules: RuleSet
    seats: tuple[str, ...] = SEATS


class SheetRow:
    """`deal` is its row, `key` its idempotency key; `errors` are by field, "" for the whole row."""

    UNREADABLE_HINTS: ClassVar[Mapping[str, str | Promise]] = {}
    """What to write in an unreadable box, by part."""

    def __init__(
        self,
        place: SheetPlace,
        deal: int,
        values: Mapping[str, str],
        *,
        key: str = "",
        accepted: list[str] | None = None,
    ) -> None:
        """`values` are boxes by name; missing ones are blank.

        `accepted` are codes of warnings. Unknown names and codes are ignored, a malformed `key` replaced.
        """
        self.place, self.deal = place, deal
        self.values = {name: _printable(values.get(name, "")) for name in self.fields(place)}
        self.key = _key(key)
        self.accepted = [code for code in accepted or () if code in WARNING_CODES]
        self.errors: dict[str, list[ValidationMessage]] = {}

    @classmethod
    @abstractmethod
    def fields(cls, place: SheetPlace) -> Sequence[str]:
        """Boxes of a row in order of typing."""

    @property
    @abstractmethod
    def hand(self) -> EntryForm:
        """Hand form; unreadable boxes are left out and reported in `errors`."""

    @abstractmethod
    def gather(self) -> None: ...

    @abstractmethod
    def neutral_mark(self, name: str) -> str:
        """Return a box in neutral shorthand. Raises Unreadable."""

    @property
    def empty(self) -> bool:
        return not any(self.values.values())

    @property
    def readable(self) -> bool:
        self.hand  # noqa: B018 - reading finds what is unreadable
        return not self.errors

    @property
    def sound(self) -> bool:
        return self.readable and self.hand.is_valid_hand

    @cached_property
    def neutral_values(self) -> dict[str, str]:
        return {name: self._neutral_or_typed(name) for name in self.values}

    def take_key(self, posted_key: str) -> None:
        self.key = _key(posted_key or self.key)

    def add_error(self, problem: str, field: str = "") -> None:
        self.errors.setdefault(field, []).append(ValidationMessage(problem))

    def set_errors(self, field: str, messages: list[ValidationMessage]) -> None:
        if messages and field not in self.errors:
            self.errors[field] = messages

    def parse_field(self, field: str, parse: Callable[[str], Any], default: Any) -> Any:
        """Report an unreadable box and return `default`."""
        try:
            return parse(self.values[field])
        except Unreadable:
            self.add_error(str(self.UNREADABLE_HINTS[field.rpartition("-")[2]]), field)
            return default

    @property
    def base_data(self) -> dict[str, Any]:
        return {
            "encounter": self.place.encounter,
            "match": self.place.match,
            "deal": self.deal,
            "entry_key": self.key,
            "accepted": self.accepted,
        }

    def _neutral_or_typed(self, name: str) -> str:
        try:
            return self.neutral_mark(name)
        except Unreadable:
            return self.values[name]


def _printable(text: str) -> str:
    """Without NUL, which the database rejects."""
    return "".join(letter for letter in text if letter.isprintable()).strip()[:MAX_TEXT_LENGTH]


def _key(text: str) -> str:
    try:
        return str(uuid.UUID(text))
    except ValueError:
        return str(uuid.uuid4())
