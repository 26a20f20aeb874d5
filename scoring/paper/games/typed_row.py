"""A row of a sheet that is being typed, in shorthand, which becomes the form of a hand of its game."""

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
from scoring.table.forms.validation import Objection

LONGEST: Final = 60
"""More than can be written in any box."""


@dataclass(frozen=True)
class Place:
    """The match whose sheet is typed; `seats` in the order of its columns."""

    encounter: uuid.UUID
    match: int
    rules: RuleSet
    seats: tuple[str, ...] = SEATS


class Row:
    """One hand as somebody typed it; `deal` is its row on the sheet, `key` names the attempt to store it.

    `errors` are what is wrong, by field; "" is the row as a whole.
    """

    UNREADABLE: ClassVar[Mapping[str, str | Promise]] = {}
    """What to write into a box in which something else stands, by its part."""

    def __init__(
        self,
        place: Place,
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
        self.errors: dict[str, list[Objection]] = {}

    @classmethod
    @abstractmethod
    def fields(cls, place: Place) -> Sequence[str]:
        """The boxes of a row in the order in which they are typed."""

    @property
    @abstractmethod
    def hand(self) -> EntryForm:
        """The hand that is meant, read once. What can't be read is left out and stands under `errors`."""

    @abstractmethod
    def gather(self) -> None:
        """Take over what the hand form says, each on the field of the row that it concerns."""

    @abstractmethod
    def read_back(self, name: str) -> str:
        """What stands in a box in the one spelling that no language owns. Raises Unreadable."""

    @property
    def empty(self) -> bool:
        return not any(self.values.values())

    @property
    def readable(self) -> bool:
        """Whether every box holds shorthand."""
        self.hand  # noqa: B018 - reading finds what is unreadable
        return not self.errors

    @property
    def sound(self) -> bool:
        """Whether the ledger can be asked: every box is read, and everything told that must be."""
        return self.readable and self.hand.sound

    @cached_property
    def neutral(self) -> dict[str, str]:
        """What was typed in one spelling, to be compared with what somebody else typed of the same sheet."""
        return {name: self._neutral(name) for name in self.values}

    def take_key(self, given: str) -> None:
        """Bear the key that came back with a page, if it is one."""
        self.key = _key(given or self.key)

    def say(self, problem: str, field: str = "") -> None:
        self.errors.setdefault(field, []).append(Objection(problem))

    def take(self, field: str, told: list[Objection]) -> None:
        """Put what a form says on a field of which nothing is said yet."""
        if told and field not in self.errors:
            self.errors[field] = told

    def read(self, field: str, reads: Callable[[str], Any], otherwise: Any) -> Any:
        """What a box means; `otherwise`, and a word on the box, where it means nothing."""
        try:
            return reads(self.values[field])
        except Unreadable:
            self.say(str(self.UNREADABLE[field.rpartition("-")[2]]), field)
            return otherwise

    @property
    def named(self) -> dict[str, Any]:
        """By which the form knows the hand: nobody types it."""
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
    """What can stand in a box: a database takes no NUL even where somebody sends one."""
    return "".join(letter for letter in text if letter.isprintable()).strip()[:LONGEST]


def _key(given: str) -> str:
    try:
        return str(uuid.UUID(given))
    except ValueError:
        return str(uuid.uuid4())
