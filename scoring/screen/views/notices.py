from __future__ import annotations

from uuid import UUID
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.models import Notice
from scoring.screen import domain
from scoring.screen.forms import NoticeForm
from scoring.screen.views.screen_editor import PAGE, editor_context, require_page_methods, respond
from tournaments.access import managed_tournament_or_404
from tournaments.web.http import PageRequest, actor_of, render_refusal, see_other


@require_page_methods
def post_notice(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """POST posts a notice on screen, public pages and tables, 422 if refused. Redirects to settings."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    if request.method != "POST":
        return see_other("scoring:organizer_screen", tournament.public_id)
    form, now = NoticeForm(request.POST), timezone.now()
    if not form.is_valid():
        return render_refusal(request, PAGE, editor_context(request, tournament, notice_form=form))

    def write() -> str:
        until = form.ends_at(now.astimezone(ZoneInfo(tournament.club.time_zone)))
        text = form.cleaned_data["text"]
        domain.post_notice(tournament=tournament, text=text, until=until, by=actor_of(request), at=now)
        return _("The notice is now on the screen, on the public pages and at the tables.")

    return respond(request, tournament, write, notice_form=form)


@require_page_methods
def remove_notice(request: PageRequest, tournament_id: UUID, notice_id: UUID) -> HttpResponse:
    tournament = managed_tournament_or_404(request.user, tournament_id)
    notices = Notice.objects.select_related("tournament").filter(tournament=tournament)
    notice = get_object_or_404(notices, public_id=notice_id)
    if request.method == "POST":
        domain.remove_notice(notice=notice, by=actor_of(request), at=timezone.now())
        messages.success(request, _("The notice is removed."))
    return see_other("scoring:organizer_screen", tournament.public_id)
