from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.enums import SlideKind
from scoring.models import Notice
from scoring.play import round_clock
from scoring.queries.encounters.encounter_reader import read_fixtures
from scoring.queries.play_progress import read_current_round
from scoring.queries.round_names import round_title
from scoring.queries.tournament_context import read_tournament_context
from scoring.screen import domain
from scoring.screen.forms import AddTimeForm, ClockForm, NoticeForm, ScreenForm
from scoring.screen.queries.clock_face import clock_face_at
from tournaments.access import managed_tournament_or_404
from tournaments.models import Tournament
from tournaments.navigation.tournament_context import organizer_context
from tournaments.refusals import Refused
from tournaments.web.http import PageRequest, actor_of, render_refusal, see_other

PAGE = "scoring/screen/organizer/screen_editor.html"
require_page_methods = require_http_methods(["GET", "HEAD", "POST"])


@require_page_methods
def organizer_screen(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Show the screen's settings; POST stores them and redirects here, 422 if invalid or refused."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    if request.method != "POST":
        return render(request, PAGE, editor_context(request, tournament))
    screen = domain.screen_of(tournament)
    form = ScreenForm(request.POST, initial=ScreenForm.initial_of(screen))
    if not form.is_valid():
        return render_refusal(request, PAGE, editor_context(request, tournament, form=form))

    def write() -> str:
        domain.set_screen(
            tournament=tournament,
            kinds=form.kinds_chosen,
            order=form.order_chosen,
            seconds=form.cleaned_data["seconds"],
            by=actor_of(request),
            at=timezone.now(),
            seen=screen.settings_token,
        )
        return form.with_merged(_("The screen is updated."))

    return respond(request, tournament, write, form=form)


@require_page_methods
def call_slide(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """On POST, show a kind of slide once (`show`), pin it (`hold`), or rotate again (`release`).

    Redirect to the screen's settings, also on GET; an invalid kind is ignored.
    """
    tournament = managed_tournament_or_404(request.user, tournament_id)
    kind = request.POST.get("show") or request.POST.get("hold", "")
    by, now = actor_of(request), timezone.now()
    if request.method != "POST" or not (kind in SlideKind.values or "release" in request.POST):
        return see_other("scoring:organizer_screen", tournament.public_id)

    def write() -> str:
        """Write; return the success message."""
        if kind not in SlideKind.values:
            domain.release_slide(tournament=tournament, by=by, at=now)
            return _("The slides rotate again.")
        pinned = "hold" in request.POST
        domain.call_slide(tournament=tournament, kind=SlideKind(kind), pinned=pinned, by=by, at=now)
        labels = {"slide": SlideKind(kind).label}
        return (
            _("The screen stays on: %(slide)s.") if pinned else _("On the screen now: %(slide)s.")
        ) % labels

    return respond(request, tournament, write)


def respond(
    request: PageRequest, tournament: Tournament, write: Callable[[], str], **context: Any
) -> HttpResponse:
    try:
        message = write()
    except Refused as refusal:
        return render_refusal(request, PAGE, editor_context(request, tournament, refusal=refusal, **context))
    messages.success(request, message)
    return see_other("scoring:organizer_screen", tournament.public_id)


def editor_context(request: PageRequest, tournament: Tournament, **context: Any) -> dict[str, Any]:
    """Return the page's context; `context` replaces defaults, such as a form with errors."""
    settings, now = domain.screen_of(tournament), timezone.now()
    running = round_clock.visible_clock(tournament, at=now)
    defaults: dict[str, Any] = {
        "screen": settings,
        "form": ScreenForm(initial=ScreenForm.initial_of(settings)),
        "notices": Notice.objects.filter(tournament=tournament).visible_at(now),
        "notice_form": NoticeForm.with_default_end(now.astimezone(ZoneInfo(tournament.club.time_zone))),
        "clock_face": clock_face_at(running, at=now),
        "clock_form": ClockForm(initial={"title": _title(tournament)}),
        "added": AddTimeForm(),
    }
    page_context = defaults | context
    return organizer_context(
        request, tournament, "screen", kinds=page_context["form"].rows(settings), **page_context
    )


def _title(tournament: Tournament) -> str:
    context = read_tournament_context(tournament.public_id)
    moment = read_current_round(context, read_fixtures(tournament))
    return round_title(moment.round) if moment else ""
