"""Pages that follow play by themselves and are the same for everyone.

A page carries the tournament's counter, read before its data. After a change, and every three seconds without
a stream, it asks again. Scripts add what depends on the reader (`live/marks.js`, `reader.js`). Drafts
are never shared.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from contextlib import AbstractContextManager
from http import HTTPStatus
from typing import Any
from zoneinfo import ZoneInfo

from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language

from scoring.live.public_pages import (
    COUNTER_HEADER,
    NO_STORE,
    PAGE_CACHE_CONTROL,
    PARAMETERS_HEADER,
    PRIVATE_CACHE_CONTROL,
    is_public,
)
from scoring.live.queries.counters import counter_of
from scoring.live.queries.topics import Topic
from scoring.live.release import release
from scoring.live.views.follow_cookie import choices_tag
from scoring.live.views.response_cache import shared_response
from tournaments.access import rights_tag
from tournaments.models import Club
from tournaments.web.http import PageRequest

Read = Callable[[], Mapping[str, Any]]


def live_response(
    request: PageRequest,
    topic: Topic,
    template: str,
    read: Read,
    *,
    parameters: Collection[str] = (),
    personal: bool = False,
) -> HttpResponse:
    """Return the page, for HTMX its fragment (template with a leading `_`), or 204 if `?seen=` is current.

    `read` returns the context, with `tournament` or `club`; `request.GET` keeps only `parameters`. A
    `personal` page is never shared. 404 if the visitor may not see the topic.
    """
    if not request.htmx:
        return page_response(request, topic, template, read, parameters=parameters, personal=personal)
    counter = _counter_or_404(request, topic)
    if request.GET.get("seen") == str(counter):
        no_change = _with_caching(request, HttpResponse(status=HTTPStatus.NO_CONTENT), personal=personal)
        no_change["Cache-Control"] = NO_STORE
        return no_change
    return _render_or_reuse(
        request, topic, counter, _fragment_template(template), read, parameters=parameters, personal=personal
    )


def page_response(
    request: PageRequest,
    topic: Topic,
    template: str,
    read: Read,
    *,
    parameters: Collection[str] = (),
    personal: bool = False,
) -> HttpResponse:
    """Return the whole page, no fragment, or 304 if the visitor has it; arguments as in `live_response`."""
    counter = _counter_or_404(request, topic)
    tag = _tag(request, counter, personal=personal)
    response = get_conditional_response(request, etag=tag)
    if response is None:
        response = _render_or_reuse(
            request, topic, counter, template, read, parameters=parameters, personal=personal
        )
    response["ETag"] = tag
    return _with_caching(request, response, personal=personal)


def _counter_or_404(request: PageRequest, topic: Topic) -> int:
    counter = counter_of(topic, request.user)
    if counter is None:
        raise Http404
    return counter


def _render_or_reuse(
    request: PageRequest,
    topic: Topic,
    counter: int,
    template: str,
    read: Read,
    *,
    parameters: Collection[str],
    personal: bool,
) -> HttpResponse:
    """Render the template, or take it from the cache if shared; keep only `parameters` in `request.GET`.

    Only a shared response has the headers for counter and parameters.
    """
    request.GET = _keep_parameters(request.GET, parameters)
    shared = not personal and is_public(request)

    def render_response() -> HttpResponse:
        values = {
            "counter": counter,
            "topic": topic,
            "for_everybody": True,
            "shared": shared,
            "for_asker": personal,
        }
        return _render(request, template, {**values, **read()})

    if not shared:
        return _with_caching(request, render_response(), personal=personal)
    response = shared_response(request, template, _tag(request, counter, personal=False), render_response)
    response[COUNTER_HEADER], response[PARAMETERS_HEADER] = str(counter), ",".join(parameters)
    return _with_caching(request, response, personal=False)


def _keep_parameters(query: QueryDict, allowed: Collection[str]) -> Any:
    allowed_query = query.copy()
    for name in set(allowed_query) - set(allowed):
        del allowed_query[name]
    return QueryDict(allowed_query.urlencode())


def _render(request: PageRequest, template: str, context: Mapping[str, Any]) -> HttpResponse:
    with _in_time_zone_of(context["club"] if "club" in context else context["tournament"].club):
        return render(request, template, dict(context))


def _in_time_zone_of(club: Club | None) -> AbstractContextManager[None]:
    return timezone.override(ZoneInfo(club.time_zone) if club else None)


def _fragment_template(template: str) -> str:
    folder, _slash, name = template.rpartition("/")
    return f"{folder}/_{name}"


def _tag(request: PageRequest, counter: int, *, personal: bool) -> str:
    visitor = f"-{rights_tag(request.user)}-{choices_tag(request)}" if personal else ""
    return f'"{counter}-{get_language()}{visitor}-{release()}"'


def _with_caching(request: PageRequest, response: HttpResponse, *, personal: bool) -> HttpResponse:
    public = not personal and is_public(request)
    response["Cache-Control"] = PAGE_CACHE_CONTROL if public and not request.htmx else PRIVATE_CACHE_CONTROL
    patch_vary_headers(response, ["HX-Request", "Accept-Encoding"] if public else ["Cookie", "HX-Request"])
    return response
