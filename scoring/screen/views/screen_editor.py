from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.enums import SlideKind
from scoring.models import Notice
from scoring.play import round_clock
from scoring.queries.current_round import read_current_round
from scoring.queries.encounters.encounter_reader import read_fixtures
from scoring.queries.play_labels import round_title
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
    tournament = managed_tournament_or_404(request.user, tournament_id)
    if request.method != "POST":
        return render(request, PAGE, _context(request, tournament))
    form = ScreenForm(request.POST)
    if not form.is_valid():
        return render_refusal(request, PAGE, _context(request, tournament, form=form))

    def write() -> str:
        domain.set_screen(
            tournament=tournament,
            kinds=form.kinds_chosen,
            order=form.order_chosen,
            seconds=form.cleaned_data["seconds"],
            by=actor_of(request),
            at=timezone.now(),
            seen=form.cleaned_data["seen"] or None,
        )
        return _("The screen is updated.")

    return _respond(request, tournament, write, form=form)


@require_page_methods
def call_slide(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Show a kind of slide once (`show`), pin it (`hold`), or rotate again (`release`)."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    kind = request.POST.get("show") or request.POST.get("hold", "")
    by, now = actor_of(request), timezone.now()
    if request.method != "POST" or not (kind in SlideKind.values or "release" in request.POST):
        return see_other("scoring:organizer_screen", tournament.public_id)

    def write() -> str:
        if kind not in SlideKind.values:
            domain.release_slide(tournament=tournament, by=by, at=now)
            return _("The slides rotate again.")
        pinned = "hold" in request.POST
        domain.call_slide(tournament=tournament, kind=SlideKind(kind), pinned=pinned, by=by, at=now)
        labels = {"slide": SlideKind(kind).label}
        return (
            _("The screen stays on: %(slide)s.") if pinned else _("On the screen now: %(slide)s.")
        ) % labels

    return _respond(request, tournament, write)


@require_page_methods
def post_notice(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    tournament = managed_tournament_or_404(request.user, tournament_id)
    if request.method != "POST":
        return see_other("scoring:organizer_screen", tournament.public_id)
    form, now = NoticeForm(request.POST), timezone.now()
    if not form.is_valid():
        return render_refusal(request, PAGE, _context(request, tournament, notice_form=form))

    def write() -> str:
        until = form.ends_at(now.astimezone(ZoneInfo(tournament.club.time_zone)))
        text = form.cleaned_data["text"]
        domain.post_notice(tournament=tournament, text=text, until=until, by=actor_of(request), at=now)
        return _("The notice is now on the screen, on the public pages and at the tables.")

    return _respond(request, tournament, write, notice_form=form)


@require_page_methods
def remove_notice(request: PageRequest, tournament_id: UUID, notice_id: UUID) -> HttpResponse:
    tournament = managed_tournament_or_404(request.user, tournament_id)
    notices = Notice.objects.select_related("tournament").filter(tournament=tournament)
    notice = get_object_or_404(notices, public_id=notice_id)
    if request.method == "POST":
        domain.remove_notice(notice=notice, by=actor_of(request), at=timezone.now())
        messages.success(request, _("The notice is removed."))
    return see_other("scoring:organizer_screen", tournament.public_id)


@require_page_methods
def start_clock(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    tournament = managed_tournament_or_404(request.user, tournament_id)
    if request.method != "POST":
        return see_other("scoring:organizer_screen", tournament.public_id)
    form = ClockForm(request.POST)
    if not form.is_valid():
        return render_refusal(request, PAGE, _context(request, tournament, clock_form=form))

    def write() -> str:
        round_clock.start_clock(
            tournament=tournament, plan=form.plan, by=actor_of(request), at=timezone.now()
        )
        return _("The clock is running.")

    return _respond(request, tournament, write, clock_form=form)


@require_page_methods
def change_clock(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Pause, resume, stop or lengthen the clock, by `act`; else only redirect."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    if request.method != "POST":
        return see_other("scoring:organizer_screen", tournament.public_id)
    options: dict[str, Any] = {"tournament": tournament, "by": actor_of(request), "at": timezone.now()}
    options["key"] = request.POST.get("clock") or None
    added = AddTimeForm(request.POST)
    changes: dict[str, tuple[Callable[[], object], str]] = {
        "pause": (lambda: round_clock.pause_clock(**options), _("The clock is paused.")),
        "resume": (lambda: round_clock.resume_clock(**options), _("The clock is running again.")),
        "stop": (lambda: round_clock.stop_clock(**options), _("The clock is stopped.")),
        "add": (
            lambda: round_clock.add_time(minutes=added.added_minutes, **options),
            _("The time is changed."),
        ),
    }
    pressed = request.POST.get("act", "")
    if pressed not in changes:
        return see_other("scoring:organizer_screen", tournament.public_id)
    if pressed == "add" and not added.is_valid():
        return render_refusal(request, PAGE, _context(request, tournament, added=added))
    change, message = changes[pressed]

    def write() -> str:
        change()
        return message

    return _respond(request, tournament, write)


def _respond(
    request: PageRequest, tournament: Tournament, write: Callable[[], str], **context: Any
) -> HttpResponse:
    try:
        message = write()
    except Refused as refusal:
        return render_refusal(request, PAGE, _context(request, tournament, refusal=refusal, **context))
    messages.success(request, message)
    return see_other("scoring:organizer_screen", tournament.public_id)


def _context(request: PageRequest, tournament: Tournament, **context: Any) -> dict[str, Any]:
    """`context` replaces defaults, such as a form with errors."""
    settings, now = domain.screen_of(tournament), timezone.now()
    running = round_clock.visible_clock(tournament)
    defaults: dict[str, Any] = {
        "screen": settings,
        "form": ScreenForm(initial={"seconds": settings.seconds}),
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
