from __future__ import annotations

from functools import partial
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from scoring.officials.domain import stage_rounds
from scoring.officials.forms import StageRoundsForm
from scoring.officials.views.change_flow import PreviewedChange, respond_to_change
from tournaments.access import managed_tournament_or_404
from tournaments.enums import StageKind
from tournaments.navigation.tournament_context import organizer_context
from tournaments.stages.stage_names import stage_name
from tournaments.web.http import PageRequest, render_refusal, see_other

PAGE = "scoring/officials/changes/stage_rounds.html"


@require_http_methods(["GET", "HEAD", "POST"])
def change_rounds(request: PageRequest, tournament_id: UUID, stage_number: int) -> HttpResponse:
    """Preview another number of rounds; “save” stores it. Redirects if a stage's number is fixed."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    stage = get_object_or_404(tournament.stages, position=stage_number)
    stage.tournament = tournament
    counts = stage_rounds.round_counts(stage)
    if counts is None:
        messages.info(request, stage_rounds.RoundsNotChangeable().message)
        return see_other("tournaments:draw", tournament.public_id)
    form = StageRoundsForm(counts, request.POST or None)
    context = organizer_context(
        request,
        tournament,
        "stage_rounds",
        form=form,
        counts=counts,
        stage_name=stage_name(stage),
        in_groups=stage.kind == StageKind.GROUPS,
    )
    if request.method != "POST":
        return render(request, PAGE, context)
    if not form.is_valid():
        return render_refusal(request, PAGE, context)
    last_round = form.cleaned_data["last_round"]
    labels = {"stage": stage_name(stage), "number": last_round}
    change = PreviewedChange(
        heading=ngettext("“%(stage)s”: %(number)s round", "“%(stage)s”: %(number)s rounds", last_round)
        % labels,
        explanation="",
        button=_("Change the rounds"),
        success_message=ngettext(
            "“%(stage)s” now has %(number)s round.", "“%(stage)s” now has %(number)s rounds.", last_round
        )
        % labels,
        write=partial(stage_rounds.set_last_round, stage=stage, last_round=last_round, seen=counts.present),
        back_url=reverse("tournaments:draw", args=[tournament.public_id]),
        is_destructive=last_round < counts.present,
        moves_finish=True,
    )
    return respond_to_change(request, tournament, change)
