"""Creating a tournament and changing its settings."""

from __future__ import annotations

from uuid import UUID
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from rules.games.okey101.rulesets import DEFAULT_RULE_SET, rule_set
from tournaments.access import managed_club_or_404, managed_tournament_or_404
from tournaments.domain.plans import setup as domain
from tournaments.domain.refusals import Refused
from tournaments.enums import TournamentState
from tournaments.forms.setup import NewTournamentForm, SetupForm, usual_settings

from .frame import framed
from .http import PageRequest, actor_of, refuse, see_other


@require_http_methods(["GET", "HEAD", "POST"])
def new_tournament(request: PageRequest, club_id: UUID) -> HttpResponse:
    club = managed_club_or_404(request.user, club_id)
    now = timezone.now()
    today = timezone.localdate(now, ZoneInfo(club.time_zone))
    usual = usual_settings(today, rule_set(DEFAULT_RULE_SET))
    form = NewTournamentForm(request.POST if request.method == "POST" else None, present=usual)
    context = {"club": club, "form": form}
    if not form.is_bound:
        return render(request, "tournaments/new_tournament.html", context)
    if not form.is_valid():
        return refuse(request, "tournaments/new_tournament.html", context)
    try:
        tournament = domain.create_tournament(
            club=club,
            settings=form.settings,
            rule_set_id=form.cleaned_data["rule_set"],
            by=actor_of(request),
            at=now,
        )
    except Refused as refusal:
        form.add_error(None, refusal.message)
        return refuse(request, "tournaments/new_tournament.html", context)
    messages.success(request, _("The tournament is there, as a draft. Now the entry list."))
    return see_other("tournaments:entries", tournament.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def setup(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    tournament = managed_tournament_or_404(request.user, tournament_id)
    form = SetupForm(
        request.POST if request.method == "POST" else None,
        present=domain.settings_of(tournament),
        drawn=tournament.state != TournamentState.OPEN,
    )
    context = framed(request, tournament, "setup", form=form)
    if not form.is_bound:
        return render(request, "tournaments/setup.html", context)
    if not form.is_valid():
        return refuse(request, "tournaments/setup.html", context)
    try:
        domain.change_tournament(
            tournament=tournament, settings=form.settings, by=actor_of(request), at=timezone.now()
        )
    except Refused as refusal:
        form.add_error(None, refusal.message)
        return refuse(request, "tournaments/setup.html", context)
    messages.success(request, _("The settings are saved."))
    return see_other("tournaments:setup", tournament.public_id)
