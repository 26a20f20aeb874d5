from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.paper import domain
from scoring.paper.forms import deserialize_rows, field_name, localized_mark, row_class_for
from scoring.paper.games.typed_row import SheetRow
from scoring.paper.views.typed_rows import box_label
from scoring.paper.views.typed_sheet import TypingPage, store_rows
from tournaments import access
from tournaments.refusals import Refused
from tournaments.web.http import PageRequest, actor_of, see_other

CHOICES = ("first", "second")


@dataclass(frozen=True)
class Difference:
    deal: int
    field: str
    label: str
    first: str
    second: str
    chosen: str

    @property
    def name(self) -> str:
        return "pick-" + field_name(self.deal, self.field)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def require_double_entry(request: PageRequest, encounter_id: UUID, match: int) -> HttpResponse:
    """On POST, require double entry, or with `drop` end it and delete typings; 404 unless organizer.

    Redirects to the sheet; refusals become messages.
    """
    typing_page = TypingPage(request, encounter_id, match)
    if not access.may_manage(request.user, typing_page.tournament):
        raise Http404
    back = see_other("scoring:type_sheet", encounter_id, match)
    if request.method != "POST":
        return back
    action = domain.drop_double_entry if "drop" in request.POST else domain.require_double_entry
    try:
        action(encounter=typing_page.encounter, match=match, by=actor_of(request), at=timezone.now())
    except Refused as refusal:
        messages.error(request, refusal.message.html)
    return back


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def compare_typed(request: PageRequest, encounter_id: UUID, match: int) -> HttpResponse:
    """Show differences; POST stores the hands if each has a choice, else 422.

    Redirects to typing unless two typings are complete.
    """
    typing_page = TypingPage(request, encounter_id, match)
    if not typing_page.double_entry.is_complete:
        return see_other("scoring:type_sheet", encounter_id, match)
    boxes = find_differences(typing_page, request.POST)
    if request.method == "POST" and all(difference.chosen for difference in boxes):
        return store_rows(typing_page, _resolve_differences(typing_page, boxes, request.POST))
    rows = _merge_typings(typing_page, request.POST)
    context = typing_page.context(
        [],
        differences=boxes,
        keys=[(field_name(row.deal, "key"), row.key) for row in rows],
        hands=len(rows),
        typists=[sheet.user.name for sheet in typing_page.double_entry.finished_sheets[: domain.TYPISTS]],
        missing=request.method == "POST",
    )
    status = HTTPStatus.UNPROCESSABLE_ENTITY if request.method == "POST" else HTTPStatus.OK
    return render(request, "scoring/paper/compare_typed.html", context, status=status)


def find_differences(typing_page: TypingPage, choices: Mapping[str, Any]) -> list[Difference]:
    """Return boxes that differ between two complete typings, with posted choices."""
    first, second = (
        _rows_by_deal(sheet.rows) for sheet in typing_page.double_entry.finished_sheets[: domain.TYPISTS]
    )
    names = {seat.code: seat.spoken_name for seat in typing_page.screen.seats}
    differing = []
    for deal in sorted(first.keys() | second.keys()):
        for name in row_class_for(typing_page.place).fields(typing_page.place):
            first_value, second_value = (rows.get(deal, {}).get(name, "") for rows in (first, second))
            if first_value != second_value:
                labels = (
                    localized_mark(typing_page.place, name, first_value),
                    localized_mark(typing_page.place, name, second_value),
                )
                differing.append(
                    Difference(
                        deal, name, box_label(typing_page.paper, deal, name, names), *labels, chosen=""
                    )
                )
    return [_with_choice(difference, choices) for difference in differing]


def _with_choice(difference: Difference, choices: Mapping[str, Any]) -> Difference:
    """Return a copy with the posted choice, blank unless `first` or `second`."""
    choice = choices.get(difference.name, "")
    return Difference(
        difference.deal,
        difference.field,
        difference.label,
        difference.first,
        difference.second,
        choice if choice in CHOICES else "",
    )


def _merge_typings(typing_page: TypingPage, data: Mapping[str, Any]) -> list[SheetRow]:
    """Merge both typings box by box; the first wins, blank boxes too. Only entry keys come from `data`."""
    first, second = (
        _rows_by_deal(sheet.rows) for sheet in typing_page.double_entry.finished_sheets[: domain.TYPISTS]
    )
    merged = [
        {"deal": deal, **second.get(deal, {}), **first.get(deal, {})} for deal in sorted(first | second)
    ]
    rows = list(deserialize_rows(typing_page.place, merged))
    for row in rows:
        row.take_key(str(data.get(field_name(row.deal, "key"), "")))
    return rows


def _resolve_differences(
    typing_page: TypingPage, boxes: Sequence[Difference], data: Mapping[str, Any]
) -> list[SheetRow]:
    rows = {row.deal: row for row in _merge_typings(typing_page, data)}
    for difference in boxes:
        rows[difference.deal].values[difference.field] = (
            difference.first if difference.chosen == "first" else difference.second
        )
    return list(rows.values())


def _rows_by_deal(rows: Sequence[dict[str, Any]]) -> dict[int, dict[str, Any]]:
    return {int(row["deal"]): row for row in rows}
