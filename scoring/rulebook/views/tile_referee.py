"""The page on which tiles are tapped or typed, and judged."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from rules.games import DEFAULT_RULE_SET, game_of
from scoring.ledger.rulebooks import rules_of
from scoring.rulebook.tile_question import RACK, TileQuestionForm
from scoring.rulebook.views.games import find_judging
from scoring.rulebook.views.games.tile_judging import Judging
from scoring.rulebook.views.games.verdicts import Line, Reading, Verdict, VerdictWriter
from tournaments.access import shown_tournament_or_404
from tournaments.web.http import PageRequest

_PAGE: Final = "scoring/rulebook/tile_referee.html"
_FRAGMENT: Final = "scoring/rulebook/_tile_verdict.html"


@require_safe
def tile_referee(
    request: PageRequest, tournament_id: UUID | None = None, rule_set_id: str = DEFAULT_RULE_SET
) -> HttpResponse:
    """Answer the question in the address by the rules of a tournament, else of a preset.

    htmx gets the verdict alone. 422 for tiles that can't be in one hand.
    """
    tournament = shown_tournament_or_404(request.user, tournament_id) if tournament_id else None
    rules = rules_of(tournament.rule_book) if tournament else game_of(rule_set_id).presets[rule_set_id]
    judging = find_judging(rules)
    form = judging.form(request.GET, game=judging.game, most=judging.most)
    status = HTTPStatus.OK if form.is_valid() else HTTPStatus.UNPROCESSABLE_ENTITY
    writer = VerdictWriter(tournament or rules, judging.game)
    context = {
        "tournament": tournament,
        "rules": rules,
        "judging": judging,
        "form": form,
        "group_name": _("Meld %s"),
        "verdict": _judge(form, judging, rules, writer),
    }
    response = render(request, _FRAGMENT if request.htmx else _PAGE, context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _judge(form: TileQuestionForm, judging: Judging, rules: Any, writer: VerdictWriter) -> Verdict:
    """Judge, or word errors or a missing indicator; an empty question gets no line.

    Tiles that aren't judged are returned as typed.
    """
    if not form.is_valid():
        return Verdict([*_error_lines(form)])
    question = form.question
    unread = [] if question.ask == RACK else [Reading(group) for group in question.groups]
    if question.is_empty:
        return Verdict(readings=unread)
    if judging.game.turns_indicator and not question.indicator:
        return Verdict([writer.line("no_indicator", _("The indicator is missing."))], unread)
    return judging.judge(question, rules, writer)


def _error_lines(form: TileQuestionForm) -> list[Line]:
    return [
        Line(error.code or "invalid", f"{form.fields[name].label}: {message}", state="error-text")
        for name, errors in form.errors.as_data().items()
        for error in errors
        for message in error.messages
    ]
