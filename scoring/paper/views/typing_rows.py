"""The rows of a sheet that is being typed, as the page shows them: boxes, figures, problems."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from rules.games.okey101.rulesets import RuleSet
from rules.seats import in_columns
from scoring.paper.domain.notation import numbers
from scoring.paper.forms import PARTS, TypedRow, field_name
from scoring.paper.pdf.words import head_name
from scoring.paper.queries.legend import fouls_of
from scoring.table.forms.objections import Objection
from scoring.table.views.preview import Preview, preview_hand
from scoring.table.views.seats import Seat


@dataclass(frozen=True)
class Box:
    """One field of a row: what stands in it, how it is called, and what is wrong with it."""

    name: str
    kind: str
    seat: str
    value: str
    label: str
    problems: Sequence[Objection]

    @property
    def short(self) -> str:
        """Its head on paper, for where the grid has no heads."""
        return head_name(self.kind)


@dataclass(frozen=True)
class Column:
    """A player's columns: his number on paper, his name."""

    number: str
    seat: Seat


@dataclass(frozen=True)
class RowOnPage:
    """A row with its boxes in the order in which they are typed, and what the rules make of it."""

    row: TypedRow
    ending: Sequence[Box]
    seats: Sequence[tuple[Column, Sequence[Box]]]
    preview: Preview | None
    problems: Sequence[tuple[str, str, Objection]]

    @property
    def deal(self) -> int:
        return self.row.deal

    @property
    def figures(self) -> list[tuple[str, int]]:
        """What the hand adds for each side, once everything is told."""
        return sorted(self.preview.sides.items()) if self.preview and not self.problems else []


def row_on_page(row: TypedRow, seats: Sequence[Seat], *, strict: bool) -> RowOnPage:
    """A row with its problems; unless `strict`, an empty box is not complained of while one still types."""
    preview = None
    if not row.empty:
        readable = row.readable
        preview = preview_hand(row.hand, seats)
        row.gather()
        preview = preview if readable else None
    told = {name: said for name, said in row.errors.items() if strict or row.values.get(name) or name == ""}
    names = {seat.code: seat.call for seat in seats}
    boxes = {name: _box(row, name, names, told.get(name, [])) for name in row.values}
    return RowOnPage(
        row=row,
        ending=[boxes["end"], boxes["finish"]] + ([boxes["indicator"]] if row.hand.asks_indicator else []),
        seats=[
            (column, [boxes[f"{column.seat.code}-{part}"] for part in PARTS]) for column in columns(seats)
        ],
        preview=preview,
        problems=[
            (field_name(row.deal, name) if name else "", whose(name, names) if name else "", message)
            for name, messages in told.items()
            for message in messages
        ],
    )


def columns(seats: Sequence[Seat]) -> list[Column]:
    """The players in the order of the paper."""
    known = {seat.code: seat for seat in seats}
    return [Column(number, known[code]) for code, number in numbers(in_columns(known)).items()]


def fouls_on_page(rules: RuleSet) -> list[tuple[str, str, str]]:
    """The letters of the infractions with their names and amounts, in the page's language."""
    language = get_language() or "tr"
    return [
        (foul.letter, foul.name.in_language(language), foul.costs.in_language(language))
        for foul in fouls_of(rules)
    ]


def part_name(name: str) -> str:
    """What a box is called."""
    return {
        "end": pgettext("box on a score sheet", "who finished"),
        "finish": pgettext("box on a score sheet", "how"),
        "indicator": pgettext("box on a score sheet", "indicator"),
        "opening": pgettext("box on a score sheet", "opening"),
        "points": pgettext("box on a score sheet", "points left"),
        "okeys": pgettext("box on a score sheet", "okeys left"),
        "fouls": pgettext("box on a score sheet", "infractions"),
    }[name.rpartition("-")[2]]


def whose(name: str, names: dict[str, str]) -> str:
    """A box within its row: whose it is, and what."""
    seat = name.partition("-")[0] if "-" in name else ""
    return f"{names[seat]}, {part_name(name)}" if seat else part_name(name)


def box_label(deal: int, name: str, names: dict[str, str]) -> str:
    """A box among all of the page: its row too, which is a deal whatever number its hand bears."""
    return _("Row %(row)s, %(box)s") % {"row": deal, "box": whose(name, names)}


def _box(row: TypedRow, name: str, names: dict[str, str], problems: Sequence[Objection]) -> Box:
    return Box(
        name=field_name(row.deal, name),
        kind=name.rpartition("-")[2],
        seat=name.partition("-")[0] if "-" in name else "",
        value=row.values[name],
        label=box_label(row.deal, name, names),
        problems=problems,
    )
