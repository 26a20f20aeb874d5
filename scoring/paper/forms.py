"""A score sheet that is being typed: rows in shorthand, each of which becomes a hand form."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from django.utils.datastructures import MultiValueDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules.games.okey101.rulesets import RuleSet
from rules.objections import WARNING_CODES
from rules.seats import seating
from scoring.paper.domain import notation
from scoring.paper.domain.notation import SEATS, Unreadable
from scoring.table.forms.objections import Objection, objections_by_field
from scoring.table.forms.okey101.choices import finish_name
from scoring.table.forms.okey101.hand import HandForm
from tournaments.figures import figure

PARTS: Final = ("opening", "points", "okeys", "fouls")
MOST_ROWS: Final = 60
LONGEST: Final = 60
"""More than can be written in any box."""

_UNREADABLE: Final[Mapping[str, str | Promise]] = {
    "end": _("Write the finisher's number, 1 to 4, or D or P."),
    "finish": _("These letters name no way to finish."),
    "opening": _("Write –, S or P."),
    "fouls": _("Write the letters of the list, each with how often if more than once: a b2."),
}


@dataclass(frozen=True)
class Place:
    """The match whose sheet is typed; `seats` in the order of its columns."""

    encounter: uuid.UUID
    match: int
    rules: RuleSet
    seats: tuple[str, ...] = SEATS

    @property
    def fields(self) -> tuple[str, ...]:
        """The boxes of a row in the order in which they are typed."""
        of_seats = (f"{seat}-{part}" for seat in self.seats for part in PARTS)
        return ("end", "finish", *of_seats, "indicator")


class TypedRow:
    """One hand as somebody typed it; `deal` is its row on the sheet, `key` names the attempt to store it.

    `errors` are what is wrong, by field; "" is the row as a whole.
    """

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
        self.values = {name: _printable(values.get(name, "")) for name in place.fields}
        self.key = _key(key)
        self.accepted = [code for code in accepted or () if code in WARNING_CODES]
        self.errors: dict[str, list[Objection]] = {}

    @property
    def empty(self) -> bool:
        return not any(self.values.values())

    @cached_property
    def hand(self) -> HandForm:
        """The hand that is meant. What can't be read is left out of it and stands under `errors`."""
        return HandForm(self._data(), rules=self.place.rules, playing=seating(self.place.seats))

    @property
    def readable(self) -> bool:
        """Whether every box holds shorthand."""
        self.hand  # noqa: B018 - reading finds what is unreadable
        return not self.errors

    @property
    def sound(self) -> bool:
        """Whether the ledger can be asked: every box is read, and every player told who must be."""
        return self.readable and self.hand.sound

    @cached_property
    def neutral(self) -> dict[str, str]:
        """What was typed in one spelling, to be compared with what somebody else typed of the same sheet."""
        return {name: self._neutral(name) for name in self.place.fields}

    def take_key(self, given: str) -> None:
        """Bear the key that came back with a page, if it is one."""
        self.key = _key(given or self.key)

    def say(self, problem: str, field: str = "") -> None:
        self.errors.setdefault(field, []).append(Objection(problem))

    def gather(self) -> None:
        """Take over what the hand form says, each on the field of the row that it concerns."""
        for name, told in objections_by_field(self.hand.errors):
            self._take(name if name in ("end", "finish", "indicator") else "", told)
        for seat, form in self.hand.seats.items():
            for name, told in objections_by_field(form.errors):
                part = name if name in PARTS else "fouls"
                self._take(f"{seat}-{part}", told)

    def _take(self, field: str, told: list[Objection]) -> None:
        if told and field not in self.errors:
            self.errors[field] = told

    def _read(self, field: str, read: Callable[[str], Any], otherwise: Any) -> Any:
        try:
            return read(self.values[field])
        except Unreadable:
            self.say(str(_UNREADABLE[field.rpartition("-")[2]]), field)
            return otherwise

    def _data(self) -> dict[str, Any]:
        end = self._read("end", self._seat_of, "")
        finish, with_pairs = self._read("finish", notation.read_finish, (None, False))
        data: dict[str, Any] = {
            "encounter": self.place.encounter,
            "match": self.place.match,
            "deal": self.deal,
            "entry_key": self.key,
            "end": end,
            "finish": finish_name(finish) if finish else "",
            "indicator": self.values["indicator"],
            "accepted": self.accepted,
        }
        for seat in self.place.seats:
            data |= self._seat(seat)
        if with_pairs and end in self.place.seats:
            self._finished_with_pairs(data, end)
        return data

    def _seat_of(self, typed: str) -> str:
        return notation.read_end(typed, self.place.seats)

    def _seat(self, seat: str) -> dict[str, Any]:
        opening = self._read(f"{seat}-opening", notation.read_opening, None)
        fouls = self._read(f"{seat}-fouls", notation.read_fouls, {})
        unknown = [code for code in fouls if code not in self.place.rules.infractions]
        if unknown:
            self.say(str(_("This tournament's rules don't know this infraction.")), f"{seat}-fouls")
        data: dict[str, Any] = {f"{seat}-{code}": str(count) for code, count in fouls.items()}
        return data | {
            f"{seat}-opening": opening.value if opening else "",
            f"{seat}-points": self.values[f"{seat}-points"],
            f"{seat}-okeys": self.values[f"{seat}-okeys"],
        }

    def _finished_with_pairs(self, data: dict[str, Any], end: str) -> None:
        """A finish with pairs tells how the finisher opened."""
        if data[f"{end}-opening"] == "series":
            self.say(str(_("He finished with pairs, so he did not open with series.")), f"{end}-opening")
        data[f"{end}-opening"] = "pairs"

    def _neutral(self, name: str) -> str:
        typed, part = self.values[name], name.rpartition("-")[2]
        try:
            match part:
                case "end":
                    return notation.end_mark(self._seat_of(typed), self.place.seats)
                case "finish":
                    finish, pairs = notation.read_finish(typed)
                    return notation.finish_mark(finish, pairs=pairs)
                case "opening":
                    return notation.opening_mark(notation.read_opening(typed))
                case "fouls":
                    return notation.fouls_mark(notation.read_fouls(typed))
        except Unreadable:
            return typed
        return str(int(typed)) if typed.isdecimal() else typed


def _printable(text: str) -> str:
    """What can stand in a box: a database takes no NUL even where somebody sends one."""
    return "".join(letter for letter in text if letter.isprintable()).strip()[:LONGEST]


def _key(given: str) -> str:
    try:
        return str(uuid.UUID(given))
    except ValueError:
        return str(uuid.uuid4())


def posted_rows(place: Place, data: MultiValueDict[str, str]) -> list[TypedRow]:
    """The rows of a page that was sent, in order; a page that names no rows has none."""
    first, count = figure(data.get("first")) or 0, figure(data.get("rows")) or 0
    deals = range(max(first, 1), max(first, 1) + min(count, MOST_ROWS))
    return [posted_row(place, deal, data) for deal in deals]


def posted_row(place: Place, deal: int, data: MultiValueDict[str, str]) -> TypedRow:
    values = {name: data.get(field_name(deal, name)) or "" for name in place.fields}
    accepted = data.getlist(field_name(deal, "accepted"))
    return TypedRow(place, deal, values, key=data.get(field_name(deal, "key")) or "", accepted=accepted)


def new_rows(place: Place, first: int, count: int) -> list[TypedRow]:
    """Empty rows, each with its key."""
    return [TypedRow(place, deal, {}) for deal in range(first, first + count)]


def unbroken(place: Place, rows: Sequence[TypedRow]) -> list[TypedRow]:
    """Rows with an empty one wherever a deal is missing between them: a page names them by the first."""
    listed = {row.deal: row for row in rows}
    deals = range(min(listed), max(listed) + 1) if listed else ()
    return [listed.get(deal) or TypedRow(place, deal, {}) for deal in deals]


def field_name(deal: int, name: str) -> str:
    """The name of a field of a row on the page."""
    return f"{deal}-{name}"


def kept(rows: list[TypedRow]) -> list[dict[str, Any]]:
    """The rows that hold something, in one spelling, as they are kept for a comparison."""
    return [{"deal": row.deal, "accepted": row.accepted, **row.neutral} for row in rows if not row.empty]


def kept_rows(place: Place, stored: list[dict[str, Any]]) -> Iterator[TypedRow]:
    """Kept rows again, in the letters of the page's language."""
    for row in stored:
        values = {name: in_language(name, row.get(name, "")) for name in place.fields}
        yield TypedRow(place, int(row["deal"]), values, accepted=list(row.get("accepted", [])))


def in_language(field: str, mark: str) -> str:
    """What a box holds in the letters of the page's language."""
    part = field.rpartition("-")[2]
    return notation.shown(part, mark) if part in ("end", "finish", "opening") else mark
