"""Pages that follow play by themselves.

A page carries the tournament's counter as it was read before the page's data. Every three seconds it asks
its own address whether the counter moved: 204 when not, in one query, else its live part anew. Whole pages
carry an ETag and answer 304.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib.messages import get_messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language

from tournaments.models import Tournament
from tournaments.views.http import PageRequest

from .release import release


def follow(
    request: PageRequest, counter: int | None, template: str, read: Callable[[], Mapping[str, Any]]
) -> HttpResponse:
    """Answer with the page, with its live part (the template whose name has a `_`), or that nothing changed.

    `read` gives the context, with the `tournament` in it; it runs only when the page has to be made.
    """
    if counter is None:
        raise Http404
    if not request.htmx:
        return show(request, counter, template, read)
    if request.GET.get("seen") == str(counter):
        return _private(HttpResponse(status=HTTPStatus.NO_CONTENT))
    return _private(_render(request, _part(template), {"counter": counter, **read()}))


def show(
    request: PageRequest, counter: int | None, template: str, read: Callable[[], Mapping[str, Any]]
) -> HttpResponse:
    """Answer with a whole page, or that it is unchanged; `read` as for `follow`."""
    if counter is None:
        raise Http404
    tag = _tag(request, counter)
    response = get_conditional_response(request, etag=tag) if tag else None
    if response is None:
        response = _render(request, template, {"counter": counter, **read()})
    if tag:
        response["ETag"] = tag
    return _private(response)


def _render(request: PageRequest, template: str, context: Mapping[str, Any]) -> HttpResponse:
    """Times on the page are the club's."""
    tournament: Tournament = context["tournament"]
    with timezone.override(ZoneInfo(tournament.club.time_zone)):
        return render(request, template, dict(context))


def _part(template: str) -> str:
    folder, _slash, name = template.rpartition("/")
    return f"{folder}/_{name}"


def _tag(request: PageRequest, counter: int) -> str | None:
    """Counter, language, who looks, release; none while a message waits to be shown once."""
    if len(get_messages(request)):
        return None
    return f'"{counter}-{get_language()}-{request.user.pk or 0}-{release()}"'


def _private(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ["Cookie", "Accept-Language", "HX-Request"])
    return response
