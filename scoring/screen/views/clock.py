from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.live.release import release
from scoring.play import round_clock
from scoring.play.round_clock import visible_clock
from scoring.screen.forms import AddTimeForm, ClockForm
from scoring.screen.queries.clock_face import ClockFace, milliseconds
from scoring.screen.views.screen_editor import PAGE, editor_context, require_page_methods, respond
from tournaments.access import managed_tournament_or_404, shown_tournament_or_404
from tournaments.web.http import PageRequest, actor_of, render_refusal, see_other


@require_safe
def current_clock(request: PageRequest, tournament_id: UUID) -> JsonResponse:
    """Return JSON: `clock`, null if none is visible, the server's `release`, its time for wrong clocks.

    404 unless the tournament is visible.
    """
    tournament = shown_tournament_or_404(request.user, tournament_id)
    now = timezone.now()
    clock = visible_clock(tournament, at=now)
    face = ClockFace(clock, now).to_json() if clock else None
    answer = JsonResponse({"now": milliseconds(timezone.now()), "release": release(), "clock": face})
    answer["Cache-Control"] = "no-store"
    return answer


@require_page_methods
def start_clock(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """On POST, start the posted clock; 422 if invalid or refused. Else redirects to the screen's settings."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    if request.method != "POST":
        return see_other("scoring:organizer_screen", tournament.public_id)
    form = ClockForm(request.POST)
    if not form.is_valid():
        return render_refusal(request, PAGE, editor_context(request, tournament, clock_form=form))

    def write() -> str:
        round_clock.start_clock(
            tournament=tournament, plan=form.plan, by=actor_of(request), at=timezone.now()
        )
        return _("The clock is running.")

    return respond(request, tournament, write, clock_form=form)


@require_page_methods
def change_clock(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """On POST, pause, resume, stop or lengthen (`add`) the clock by `act`; 422 if refused.

    Else only redirect.
    """
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
        return render_refusal(request, PAGE, editor_context(request, tournament, added=added))
    change, message = changes[pressed]

    def write() -> str:
        change()
        return message

    return respond(request, tournament, write)
