"""Two versions of one hand side by side: what the ledger has, and what was typed here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language

from rules.reports import parse_report_text
from rules.score import score_hand
from scoring.forms import HandForm
from scoring.models import Entry
from tournaments.domain.tables import current_encounter
from tournaments.models import Encounter, Table

from .preview import explained
from .screen import Screen, Seat

TAKEN = 409
NOT_TYPED = ("csrfmiddlewaretoken", "entry_key")


@dataclass(frozen=True)
class SeatVersions:
    """A seat in both versions: figure and reasons of each."""

    seat: Seat
    stored: int
    stored_lines: list[tuple[str, int]]
    typed: int
    typed_lines: list[tuple[str, int]]

    @property
    def differs(self) -> bool:
        return (self.stored, self.stored_lines) != (self.typed, self.typed_lines)


def compare(request: HttpRequest, table: Table, form: HandForm, stored: Entry) -> HttpResponse:
    """The hand was recorded before: show both, so that the keeper can drop his or correct the stored one."""
    hand = stored.hand
    encounter = current_encounter(table)
    assert encounter is not None
    screen = Screen(table, encounter)
    match = screen.play.match(hand.match.number)
    assert match is not None
    context: dict[str, Any] = {
        "table": table,
        "tournament": table.tournament,
        "screen": screen,
        "stored": stored,
        "match": match.number,
        "deal": hand.deal,
        "number": match.numbers[hand.deal - 1],
        "versions": versions(screen, form, stored),
        "same": parse_report_text(stored.report) == form.report(),
        "typed": _typed(request),
    }
    return render(request, "scoring/table/compare.html", context, status=TAKEN)


def versions(screen: Screen, form: HandForm, stored: Entry) -> list[SeatVersions]:
    typed = score_hand(form.report(), screen.rules)
    language, lines = get_language() or "tr", stored.score_lines
    rows = []
    for seat in screen.seats:
        mine = [line for line in lines if line.seat == seat.code]
        rows.append(
            SeatVersions(
                seat,
                stored=sum(line.points for line in mine),
                stored_lines=[(line.text.in_language(language), line.points) for line in mine],
                typed=typed.by_seat()[seat.code],
                typed_lines=explained(typed.lines, seat.code),
            )
        )
    return rows


def _typed(request: HttpRequest) -> list[tuple[str, str]]:
    """Everything that was typed, to be carried into a correction."""
    return [
        (name, value)
        for name, values in request.POST.lists()
        if name not in NOT_TYPED
        for value in values
    ]


def encounter_of(entry: Entry) -> Encounter:
    return entry.hand.match.encounter
