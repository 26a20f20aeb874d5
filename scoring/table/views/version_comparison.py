"""Two versions of a hand side by side: the stored one and the typed one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from rules.hand_summary import VersionReport
from rules.hands import Report
from rules.text import Text
from scoring.ledger.hand_versions import with_penalties_before
from scoring.ledger.rulebooks import report_of
from scoring.models import Entry
from scoring.table.forms.hand_form import EntryForm
from scoring.table.views.score_rows import Explained, explained
from scoring.table.views.seat_labels import Charged
from scoring.table.views.table_screen import TableScreen
from tournaments.log.actor import Actor


@dataclass(frozen=True)
class ComparedScore:
    """`words` name the players of a charged side."""

    charged: Charged
    stored: int
    stored_lines: list[Explained]
    typed: int
    typed_lines: list[Explained]
    stored_words: Sequence[Text] = ()
    typed_words: Sequence[Text] = ()

    @property
    def differs(self) -> bool:
        stored = self.stored, self.stored_lines, self.stored_words
        return stored != (self.typed, self.typed_lines, self.typed_words)


def compare(
    request: HttpRequest, screen: TableScreen, actor: Actor, form: EntryForm, stored: Entry, **extra: Any
) -> HttpResponse:
    hand = stored.hand
    match = screen.play.match(hand.match.number)
    assert match is not None
    rows = versions(screen, form, stored)
    place = screen.table.public_id, screen.encounter.public_id
    context = screen.context(actor) | {
        "stored": stored,
        "match": match.number,
        "deal": hand.deal,
        "number": match.numbers[hand.deal - 1],
        "versions": rows,
        "same": not any(row.differs for row in rows),
        "typed": typed_fields(request, "version", "after", "match", "deal"),
        "typed_key": form.key,
        "keep_url": reverse("scoring:table", args=[screen.table.public_id]),
        "correct_url": reverse("scoring:preview_correction", args=[*place, hand.match.number, hand.deal]),
    }
    return render(request, "scoring/table/compare.html", context | extra, status=HTTPStatus.CONFLICT)


def versions(screen: TableScreen, form: EntryForm, stored: Entry) -> list[ComparedScore]:
    report = with_penalties_before(form.report, screen.rules, screen.paid_before(form))
    typed = screen.entering.game.score_hand(report, screen.rules)
    points = typed.by_charged()
    stored_texts, typed_texts = (texts_of(screen, charged) for charged in (report_of(stored), report))
    return [
        ComparedScore(
            charged,
            stored=sum(line.points for line in stored.score_lines if line.seat == charged.code),
            stored_lines=explained(stored.score_lines, charged.code),
            typed=points[charged.code],
            typed_lines=explained(typed.lines, charged.code),
            stored_words=stored_texts.get(charged.code, ()),
            typed_words=typed_texts.get(charged.code, ()),
        )
        for charged in screen.entering.charged(screen.seats)
    ]


def texts_of(screen: TableScreen, report: Report) -> dict[str, Sequence[Text]]:
    game = screen.entering.game
    if not game.charges_sides:
        return {}
    names = {seat.code: seat.call for seat in screen.seats}
    return {
        code: part.words for code, part in game.parts_of(VersionReport(report, screen.rules), names).items()
    }


def typed_fields(request: HttpRequest, *excluded: str) -> list[tuple[str, str]]:
    return [
        (name, value)
        for name, values in request.POST.lists()
        if name not in ("csrfmiddlewaretoken", *excluded)
        for value in values
    ]
