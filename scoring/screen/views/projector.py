from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from scoring.live.queries.counters import counter_of, tournament_topic
from scoring.live.release import release
from scoring.live.views.live_pages import LivePage, live_page
from scoring.models import ScreenSettings
from scoring.play.round_clock import visible_clock
from scoring.queries.tournament_context import read_tournament_context
from scoring.screen.domain import screen_of
from scoring.screen.queries.clock_face import clock_face_at
from scoring.screen.queries.slide_kinds import Slide
from scoring.screen.queries.slides import read_slide_show
from tournaments.web.http import PageRequest
from tournaments.web.public_address import public_address
from tournaments.web.qr import qr_svg

PAGE = "scoring/screen/tv/screen.html"


@require_safe
@xframe_options_sameorigin
def tv(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Render the slides: a script rotates them, else the page links to the next. 404 unless visible.

    A request for one slide never gets “unchanged”: without a script, the clock would stop.
    """
    if request.htmx or "slide" not in request.GET:
        return _slide_show(request, tournament_id=tournament_id)
    return _single_slide(request, tournament_id)


@live_page(tournament_topic, parameters=("slide", "preview"))
def _slide_show(request: PageRequest, tournament_id: UUID) -> LivePage:
    return PAGE, _context(request, tournament_id)


def _single_slide(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    topic = tournament_topic(tournament_id)
    counter = counter_of(topic, request.user)
    if counter is None:
        raise Http404
    context = _context(request, tournament_id)
    with timezone.override(ZoneInfo(context["tournament"].club.time_zone)):
        response = render(request, PAGE, {"counter": counter, "topic": topic, **context})
    response["Cache-Control"] = "no-store"
    return response


def _context(request: PageRequest, tournament_id: UUID) -> dict[str, Any]:
    """Return the slides, and which to show: `?slide=` if it exists, else the first.

    If a pinned kind has slides, only one of these.
    """
    now = timezone.now()
    context = read_tournament_context(tournament_id)
    screen, clock = screen_of(context.tournament), visible_clock(context.tournament, at=now)
    show = read_slide_show(
        context,
        kinds=screen.shown_kinds,
        pinned=screen.called if screen.holds else "",
        clock=clock is not None,
        at=now,
    )
    slides = show.slides
    place = _requested_place(request.GET.get("slide", ""), slides, screen)
    address = public_address(request) + reverse("scoring:tournament", args=[context.tournament.public_id])
    return {
        "tournament_context": context,
        "tournament": context.tournament,
        "screen": screen,
        "slides": slides,
        "shown_place": place,
        "next_place": _next_slide_number(place, slides, screen),
        "clock_face": clock_face_at(clock, at=now),
        "current_round": show.current_round,
        "release": release(),
        "preview": "preview" in request.GET,
        "address": address,
        "code": qr_svg(address),
    }


def _requested_place(requested: str, slides: Sequence[Slide], screen: ScreenSettings) -> int:
    """Count from 1; default to the pinned slide, else 1."""
    among = _pinned_places(slides, screen) or range(1, len(slides) + 1)
    return next((place for place in among if str(place) == requested), among[0])


def _next_slide_number(current: int, slides: Sequence[Slide], screen: ScreenSettings) -> int:
    among = _pinned_places(slides, screen) or list(range(1, len(slides) + 1))
    return next((place for place in among if place > current), among[0])


def _pinned_places(slides: Sequence[Slide], screen: ScreenSettings) -> list[int]:
    if not screen.holds:
        return []
    return [place for place, slide in enumerate(slides, start=1) if slide.kind == screen.called]
