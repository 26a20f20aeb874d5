"""An organizer's change: preview, decision on later play, save."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone

from scoring.officials.views.finish_change import describe_finish_change
from scoring.play.change_preview import preview_change
from scoring.play.later_play import LaterPlayChoice, Write, apply_with_later_play
from scoring.table.views.consequences import show_preview
from scoring.table.views.version_comparison import typed_fields
from tournaments.access import may_manage
from tournaments.models import Tournament
from tournaments.navigation.tournament_context import organizer_context
from tournaments.refusals import Refused
from tournaments.schedule.begun_encounters import LaterPlayAffected
from tournaments.schedule.change import Change
from tournaments.web.http import PageRequest, SeeOther, actor_of

PAGE = "scoring/officials/changes/change_preview.html"


@dataclass(frozen=True)
class ChangeOption:
    value: str
    label: str
    explanation: str
    is_chosen: bool


@dataclass(frozen=True)
class PreviewedChange:
    """A `is_destructive` change has a red button; `options` are posted as `option`.

    The preview of one that `moves_finish` says how.
    """

    heading: str
    explanation: str
    button: str
    success_message: str
    write: Write[object]
    back_url: str
    is_destructive: bool = True
    moves_finish: bool = False
    question: str = ""
    options: Sequence[ChangeOption] = ()


def respond_to_change(request: PageRequest, tournament: Tournament, change: PreviewedChange) -> HttpResponse:
    """Preview a POST; “save” stores it and redirects to `change.back_url`.

    422 if refused, or while later play awaits a decision, which only organizers can make.
    """
    if "save" not in request.POST:
        return _preview(request, tournament, change)
    manages = may_manage(request.user, tournament)
    try:
        apply_with_later_play(
            change.write,
            tournament=tournament,
            choice=_later_play_choice(request) if manages else LaterPlayChoice.ASKS,
            change=_change_by(request),
        )
    except LaterPlayAffected as refusal:
        if not manages:
            return _show_refusal(request, tournament, change, refusal)
        return _preview(
            request, tournament, change, status=HTTPStatus.UNPROCESSABLE_ENTITY, decision_missing=True
        )
    except Refused as refusal:
        return _show_refusal(request, tournament, change, refusal)
    messages.success(request, change.success_message)
    return SeeOther(change.back_url)


def _preview(
    request: PageRequest,
    tournament: Tournament,
    change: PreviewedChange,
    *,
    status: int = HTTPStatus.OK,
    decision_missing: bool = False,
) -> HttpResponse:
    """Show the change's consequences, storing nothing; 422 if refused."""
    try:
        preview = preview_change(tournament, change.write, change=_change_by(request))
    except Refused as refusal:
        return _show_refusal(request, tournament, change, refusal)
    return _page(
        request,
        tournament,
        change,
        status,
        consequences=show_preview(preview),
        finish=describe_finish_change(tournament, change.write, change=_change_by(request))
        if change.moves_finish
        else "",
        decision_missing=decision_missing,
    )


def _show_refusal(
    request: PageRequest, tournament: Tournament, change: PreviewedChange, refusal: Refused
) -> HttpResponse:
    return _page(request, tournament, change, HTTPStatus.UNPROCESSABLE_ENTITY, refusal=refusal)


def _page(
    request: PageRequest, tournament: Tournament, change: PreviewedChange, status: int, **context: Any
) -> HttpResponse:
    typed = typed_fields(request, "save", "later", "option")
    manages = may_manage(request.user, tournament)
    page = organizer_context(
        request, tournament, "change", change=change, typed=typed, manages=manages, **context
    )
    return render(request, PAGE, page, status=status)


def _change_by(request: PageRequest) -> Change:
    return Change(actor_of(request), timezone.now())


def _later_play_choice(request: PageRequest) -> LaterPlayChoice:
    value = request.POST.get("later", "")
    return next(
        (later_play for later_play in LaterPlayChoice if later_play.value == value), LaterPlayChoice.ASKS
    )
