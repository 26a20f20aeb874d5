from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from rules.seats import seats_in_columns
from scoring.paper.domain import seat_numbers
from scoring.paper.forms import field_name
from scoring.paper.games import game_sheet_for
from scoring.paper.games.game_sheet import GameSheet
from scoring.paper.games.typed_row import SheetRow
from scoring.table.forms.validation import ValidationMessage
from scoring.table.views.score_preview import Preview, preview_hand
from scoring.table.views.seat_labels import Seat


@dataclass(frozen=True)
class Box:
    name: str
    kind: str
    seat: str
    value: str
    label: str
    short: str
    problems: Sequence[ValidationMessage]


@dataclass(frozen=True)
class Column:
    number: str
    seat: Seat


@dataclass(frozen=True)
class RowOnPage:
    """`points_left` by side after the row, if all rows so far are complete."""

    row: SheetRow
    hand_boxes: Sequence[Box]
    seats: Sequence[tuple[Column, Sequence[Box]]]
    preview: Preview | None
    problems: Sequence[tuple[str, str, ValidationMessage]]
    points_left: Mapping[str, int] = field(default_factory=dict)
    ends_match: bool = False

    @property
    def deal(self) -> int:
        return self.row.deal

    @property
    def side_points(self) -> list[tuple[str, int]]:
        """What the hand adds, if complete."""
        return sorted(self.preview.sides.items()) if self.preview and not self.problems else []


def build_page_row(
    row: SheetRow, seats: Sequence[Seat], *, strict: bool, before: Mapping[str, int] | None = None
) -> RowOnPage:
    """Missing boxes are reported only if `strict`; `before` is what sides paid so far."""
    paper, preview = game_sheet_for(row.place.rules), None
    if not row.empty:
        readable = row.readable
        preview = preview_hand(row.hand, seats, before)
        row.gather()
        preview = preview if readable else None
    visible = {
        name: error for name, error in row.errors.items() if strict or row.values.get(name) or name == ""
    }
    names = {seat.code: seat.spoken_name for seat in seats}
    boxes = {name: _build_box(paper, row, name, names, visible.get(name, [])) for name in row.values}
    return RowOnPage(
        row=row,
        hand_boxes=[boxes[box.part] for box in paper.boxes(row.place.rules, row.place.seats)],
        seats=[
            (column, [boxes[f"{column.seat.code}-{part}"] for part in paper.seat_parts])
            for column in columns(seats)
            if paper.seat_parts
        ],
        preview=preview,
        problems=[
            (
                field_name(row.deal, name) if name else "",
                box_name(paper, name, names) if name else "",
                message,
            )
            for name, messages in visible.items()
            for message in messages
        ],
    )


def columns(seats: Sequence[Seat]) -> list[Column]:
    known = {seat.code: seat for seat in seats}
    return [Column(number, known[code]) for code, number in seat_numbers(seats_in_columns(known)).items()]


def box_name(paper: GameSheet, name: str, names: Mapping[str, str]) -> str:
    seat, part = name.partition("-")[0] if "-" in name else "", name.rpartition("-")[2]
    part_name = paper.names()[part]
    return f"{names[seat]}, {part_name}" if seat else part_name


def box_label(paper: GameSheet, deal: int, name: str, names: Mapping[str, str]) -> str:
    """The row is the deal, not the hand number."""
    return _("Row %(row)s, %(box)s") % {"row": deal, "box": box_name(paper, name, names)}


def _build_box(
    paper: GameSheet,
    row: SheetRow,
    name: str,
    names: Mapping[str, str],
    problems: Sequence[ValidationMessage],
) -> Box:
    """Return a box for the page; `name` is seat code and kind joined by a hyphen, or the kind."""
    kind = name.rpartition("-")[2]
    return Box(
        name=field_name(row.deal, name),
        kind=kind,
        seat=name.partition("-")[0] if "-" in name else "",
        value=row.values[name],
        label=box_label(paper, row.deal, name, names),
        short=paper.heads()[kind],
        problems=problems,
    )
