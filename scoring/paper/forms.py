"""A score sheet that is being typed: the rows of a page, each in the shorthand of its game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from django.utils.datastructures import MultiValueDict

from scoring.paper.games import paper_of
from scoring.paper.games.typed_row import Place, Row
from tournaments.parsing import figure

MOST_ROWS: Final = 60


def row_of(place: Place) -> type[Row]:
    """What a row of the sheet is."""
    return paper_of(place.rules).row


def posted_rows(place: Place, data: MultiValueDict[str, str]) -> list[Row]:
    """The rows of a page that was sent, in order; a page that names no rows has none."""
    first, count = figure(data.get("first")) or 0, figure(data.get("rows")) or 0
    deals = range(max(first, 1), max(first, 1) + min(count, MOST_ROWS))
    return [posted_row(place, deal, data) for deal in deals]


def posted_row(place: Place, deal: int, data: MultiValueDict[str, str]) -> Row:
    row = row_of(place)
    values = {name: data.get(field_name(deal, name)) or "" for name in row.fields(place)}
    accepted = data.getlist(field_name(deal, "accepted"))
    return row(place, deal, values, key=data.get(field_name(deal, "key")) or "", accepted=accepted)


def new_rows(place: Place, first: int, count: int) -> list[Row]:
    """Empty rows, each with its key."""
    return [row_of(place)(place, deal, {}) for deal in range(first, first + count)]


def unbroken(place: Place, rows: Sequence[Row]) -> list[Row]:
    """Rows with an empty one wherever a deal is missing between them: a page names them by the first."""
    listed = {row.deal: row for row in rows}
    deals = range(min(listed), max(listed) + 1) if listed else ()
    return [listed.get(deal) or row_of(place)(place, deal, {}) for deal in deals]


def field_name(deal: int, name: str) -> str:
    """The name of a field of a row on the page."""
    return f"{deal}-{name}"


def kept(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """The rows that hold something, in one spelling, as they are kept for a comparison."""
    return [{"deal": row.deal, "accepted": row.accepted, **row.neutral} for row in rows if not row.empty]


def kept_rows(place: Place, stored: list[dict[str, Any]]) -> Iterator[Row]:
    """Kept rows again, in the letters of the page's language."""
    row = row_of(place)
    for told in stored:
        values = {name: in_language(place, name, told.get(name, "")) for name in row.fields(place)}
        yield row(place, int(told["deal"]), values, accepted=list(told.get("accepted", [])))


def in_language(place: Place, field: str, mark: str) -> str:
    """What a box holds in the letters of the page's language."""
    return paper_of(place.rules).shown(field.rpartition("-")[2], mark)
