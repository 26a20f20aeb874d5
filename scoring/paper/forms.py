from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from django.utils.datastructures import MultiValueDict

from scoring.paper.games import paper_of
from scoring.paper.games.typed_row import Row, SheetPlace
from tournaments.parsing import small_number

MOST_ROWS: Final = 60


def row_of(place: SheetPlace) -> type[Row]:
    return paper_of(place.rules).row


def posted_rows(place: SheetPlace, data: MultiValueDict[str, str]) -> list[Row]:
    first, count = small_number(data.get("first")) or 0, small_number(data.get("rows")) or 0
    deals = range(max(first, 1), max(first, 1) + min(count, MOST_ROWS))
    return [posted_row(place, deal, data) for deal in deals]


def posted_row(place: SheetPlace, deal: int, data: MultiValueDict[str, str]) -> Row:
    row = row_of(place)
    values = {name: data.get(field_name(deal, name)) or "" for name in row.fields(place)}
    accepted = data.getlist(field_name(deal, "accepted"))
    return row(place, deal, values, key=data.get(field_name(deal, "key")) or "", accepted=accepted)


def new_rows(place: SheetPlace, first: int, count: int) -> list[Row]:
    return [row_of(place)(place, deal, {}) for deal in range(first, first + count)]


def fill_gaps(place: SheetPlace, rows: Sequence[Row]) -> list[Row]:
    """Fill gaps with empty rows: a page names its rows by the first."""
    listed = {row.deal: row for row in rows}
    deals = range(min(listed), max(listed) + 1) if listed else ()
    return [listed.get(deal) or row_of(place)(place, deal, {}) for deal in deals]


def field_name(deal: int, name: str) -> str:
    return f"{deal}-{name}"


def serialize_rows(rows: Sequence[Row]) -> list[dict[str, Any]]:
    return [{"deal": row.deal, "accepted": row.accepted, **row.neutral} for row in rows if not row.empty]


def deserialize_rows(place: SheetPlace, stored: list[dict[str, Any]]) -> Iterator[Row]:
    """Return stored rows in the page's language."""
    row = row_of(place)
    for typed_row in stored:
        values = {name: in_language(place, name, typed_row.get(name, "")) for name in row.fields(place)}
        yield row(place, int(typed_row["deal"]), values, accepted=list(typed_row.get("accepted", [])))


def in_language(place: SheetPlace, field: str, mark: str) -> str:
    return paper_of(place.rules).shown(field.rpartition("-")[2], mark)
