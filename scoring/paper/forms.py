from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from django.utils.datastructures import MultiValueDict

from scoring.paper.games import game_sheet_for
from scoring.paper.games.typed_row import SheetPlace, SheetRow
from tournaments.small_inputs import parse_small_number

MOST_ROWS: Final = 60


def row_class_for(place: SheetPlace) -> type[SheetRow]:
    return game_sheet_for(place.rules).row


def posted_rows(place: SheetPlace, data: MultiValueDict[str, str]) -> list[SheetRow]:
    first, count = parse_small_number(data.get("first")) or 0, parse_small_number(data.get("rows")) or 0
    deals = range(max(first, 1), max(first, 1) + min(count, MOST_ROWS))
    return [posted_row(place, deal, data) for deal in deals]


def posted_row(place: SheetPlace, deal: int, data: MultiValueDict[str, str]) -> SheetRow:
    row = row_class_for(place)
    values = {name: data.get(field_name(deal, name)) or "" for name in row.fields(place)}
    accepted = data.getlist(field_name(deal, "accepted"))
    return row(place, deal, values, key=data.get(field_name(deal, "key")) or "", accepted=accepted)


def new_rows(place: SheetPlace, first: int, count: int) -> list[SheetRow]:
    return [row_class_for(place)(place, deal, {}) for deal in range(first, first + count)]


def fill_gaps(place: SheetPlace, rows: Sequence[SheetRow]) -> list[SheetRow]:
    """Fill gaps with empty rows: a page names its rows by the first."""
    listed = {row.deal: row for row in rows}
    deals = range(min(listed), max(listed) + 1) if listed else ()
    return [listed.get(deal) or row_class_for(place)(place, deal, {}) for deal in deals]


def field_name(deal: int, name: str) -> str:
    return f"{deal}-{name}"


def serialize_rows(rows: Sequence[SheetRow]) -> list[dict[str, Any]]:
    return [
        {"deal": row.deal, "accepted": row.accepted, **row.neutral_values} for row in rows if not row.empty
    ]


def deserialize_rows(place: SheetPlace, stored: list[dict[str, Any]]) -> Iterator[SheetRow]:
    """Return stored rows in the page's language."""
    row = row_class_for(place)
    for typed_row in stored:
        values = {name: localized_mark(place, name, typed_row.get(name, "")) for name in row.fields(place)}
        yield row(place, int(typed_row["deal"]), values, accepted=list(typed_row.get("accepted", [])))


def localized_mark(place: SheetPlace, field: str, mark: str) -> str:
    return game_sheet_for(place.rules).mark_label(field.rpartition("-")[2], mark)
