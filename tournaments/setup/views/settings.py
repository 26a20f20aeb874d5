from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.access import managed_clubs, managed_tournament_or_404
from tournaments.enums import TournamentState
from tournaments.models import Tournament
from tournaments.navigation.tournament_context import organizer_context
from tournaments.refusals import Refused
from tournaments.setup.domain import tournament_settings
from tournaments.setup.forms.settings import SetupForm
from tournaments.web.http import PageRequest, actor_of, render_refusal, see_other


@require_http_methods(["GET", "HEAD", "POST"])
def setup(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Show and change settings; 422 if refused."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    present = tournament_settings.settings_of(tournament)
    form = SetupForm(
        request.POST if request.method == "POST" else None,
        present=present,
        drawn=tournament.state != TournamentState.OPEN,
    )
    repeatable = managed_clubs(request.user).filter(pk=tournament.club_id).exists()
    context = organizer_context(request, tournament, "setup", form=form, repeatable=repeatable)
    if not form.is_bound:
        return render(request, "tournaments/setup/settings.html", context)
    if not form.is_valid():
        return render_refusal(request, "tournaments/setup/settings.html", context)
    try:
        tournament_settings.change_tournament(
            tournament=tournament,
            settings=form.settings,
            seen=present,
            by=actor_of(request),
            at=timezone.now(),
        )
    except Refused as refusal:
        form.add_error(None, refusal.message)
        return render_refusal(request, "tournaments/setup/settings.html", context)
    messages.success(request, form.with_merged(_("The settings are saved.")))
    _report_date_in_name(request, present, tournament, typed_name=form.settings.name)
    return see_other("tournaments:setup", tournament.public_id)


def _report_date_in_name(
    request: PageRequest,
    before: tournament_settings.TournamentSettings,
    tournament: Tournament,
    *,
    typed_name: str,
) -> None:
    """Show a message if the new date was put into `typed_name`, or the stored name still has the old one."""
    if tournament.name != typed_name:
        messages.info(request, _("The name has the new date: “%(name)s”.") % {"name": tournament.name})
    elif tournament.name == before.name != tournament_settings.name_for_day(before, tournament.first_day):
        messages.warning(request, _("The name still has the old date: “%(name)s”.") % {"name": before.name})
