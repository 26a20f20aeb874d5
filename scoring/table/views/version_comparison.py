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
from rules.localized_text import Text
from scoring.ledger.hand_versions import with_penalties_before
from scoring.ledger.rulebooks import report_of
from scoring.models import Entry
from scoring.queries.hand_texts import hand_summaries
from scoring.table.forms.hand_form import EntryForm
from scoring.table.views.score_rows import ExplainedLine, explain_lines
from scoring.table.views.seat_labels import Payer
from scoring.table.views.table_screen import TableScreen
from tournaments.log.actor import Actor


@dataclass(frozen=True)
class ComparedScore:
    """`words` name a charged side's players."""

    charged: Payer
    stored_points: int
    stored_lines: list[ExplainedLine]
    typed_points: int
    typed_lines: list[ExplainedLine]
    stored_texts: Sequence[Text] = ()
    typed_texts: Sequence[Text] = ()

    @property
    def is_different(self) -> bool:
        stored = self.stored_points, self.stored_lines, self.stored_texts
        return stored != (self.typed_points, self.typed_lines, self.typed_texts)


def render_comparison(
    request: HttpRequest, screen: TableScreen, actor: Actor, form: EntryForm, stored: Entry, **extra: Any
) -> HttpResponse:
    """Show the typed hand, which must be valid, beside the stored one, with 409; `extra` has priority."""
    hand = stored.hand
    match = screen.play.match(hand.match.number)
    assert match is not None
    rows = compare_versions(screen, form, stored)
    place = screen.table.public_id, screen.encounter.public_id
    context = screen.context(actor) | {
        "stored": stored,
        "match": match.number,
        "deal": hand.deal,
        "number": match.numbers[hand.deal - 1],
        "versions": rows,
        "same": not any(row.is_different for row in rows),
        "typed": typed_fields(request, "version", "after", "match", "deal"),
        "typed_key": form.key,
        "keep_url": reverse("scoring:table", args=[screen.table.public_id]),
        "correct_url": reverse("scoring:preview_correction", args=[*place, hand.match.number, hand.deal]),
    }
    return render(request, "scoring/table/compare_versions.html", context | extra, status=HTTPStatus.CONFLICT)


def compare_versions(screen: TableScreen, form: EntryForm, stored: Entry) -> list[ComparedScore]:
    """Score the typed hand, which must be valid; return it beside the stored one for each payer."""
    report = with_penalties_before(form.report, screen.rules, screen.paid_before(form))
    typed = screen.entering.game.score_hand(report, screen.rules)
    points = typed.by_payer()
    stored_texts, typed_texts = (charged_texts(screen, charged) for charged in (report_of(stored), report))
    return [
        ComparedScore(
            charged,
            stored_points=sum(line.points for line in stored.score_lines if line.seat == charged.code),
            stored_lines=explain_lines(stored.score_lines, charged.code),
            typed_points=points[charged.code],
            typed_lines=explain_lines(typed.lines, charged.code),
            stored_texts=stored_texts.get(charged.code, ()),
            typed_texts=typed_texts.get(charged.code, ()),
        )
        for charged in screen.entering.charged(screen.seats)
    ]


def charged_texts(screen: TableScreen, report: Report) -> dict[str, Sequence[Text]]:
    game = screen.entering.game
    if not game.charges_sides:
        return {}
    names = {seat.code: seat.spoken_name for seat in screen.seats}
    return {
        code: part.words
        for code, part in hand_summaries(game, VersionReport(report, screen.rules), names).items()
    }


def typed_fields(request: HttpRequest, *excluded: str) -> list[tuple[str, str]]:
    return [
        (name, value)
        for name, values in request.POST.lists()
        if name not in ("csrfmiddlewaretoken", *excluded)
        for value in values
    ]
