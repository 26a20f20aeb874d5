"""Pages that follow play by themselves and are the same for everyone.

A page carries the tournament's counter, read before its data. After a change, and every three seconds without
a stream, it asks again. Scripts add what depends on the reader (`live/marks.js`, `reader.js`). Drafts
are never shared.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import partial, wraps
from http import HTTPStatus
from typing import Any
from zoneinfo import ZoneInfo

from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from scoring.live.public_pages import (
    COUNTER_HEADER,
    NO_STORE,
    PAGE_CACHE_CONTROL,
    PARAMETERS_HEADER,
    PRIVATE_CACHE_CONTROL,
)
from scoring.live.queries.counters import Topic, counter_of
from scoring.live.release import release
from scoring.live.views.follow_cookie import choices_tag
from tournaments.access import rights_tag
from tournaments.live.fragment_store import RenderedPage, fragment_store
from tournaments.web.http import PageRequest

PAGE_SECONDS = 1.0
"""What no counter covers, such as the time, is at most this old."""

LivePage = tuple[str, Mapping[str, Any]]
"""A template and its context, which has `tournament` or `club`."""
View = Callable[..., LivePage]


def live_page(
    topic: Topic | Callable[..., Topic],
    *,
    parameters: Collection[str] = (),
    fragment: bool = True,
    personal: Callable[[PageRequest], bool] = lambda _request: False,
) -> Callable[[View], Callable[..., HttpResponse]]:
    """Respond with what the view returns; 304 if the visitor has it. GET and HEAD only.

    For HTMX its fragment (template with a leading `_`) unless there is no `fragment`, or 204 if `?seen=` is
    current. 404 if the visitor may not see the topic, which is built from the address's arguments.

    The view runs only if the store has no page of this counter; its `request.GET` keeps only `parameters`. A
    `personal` page is never shared.
    """

    def decorate(view: View) -> Callable[..., HttpResponse]:
        @require_safe
        @wraps(view)
        def respond(request: PageRequest, **arguments: Any) -> HttpResponse:
            shown = topic if isinstance(topic, Topic) else topic(**arguments)
            counter = counter_of(shown, request.user)
            if counter is None:
                raise Http404
            requested = _RequestedPage(
                request=request,
                topic=shown,
                counter=counter,
                parameters=parameters,
                is_fragment=fragment and bool(request.htmx),
                personal=personal(request),
                read=partial(view, request, **arguments),
            )
            return requested.fragment() if requested.is_fragment else requested.whole()

        return respond

    return decorate


class SharedResponse(HttpResponse):
    def __init__(self, page: RenderedPage, **options: Any) -> None:
        super().__init__(page, **options)
        self.rendered_page = page


@dataclass(frozen=True)
class _RequestedPage:
    request: PageRequest
    topic: Topic
    counter: int
    parameters: Collection[str]
    is_fragment: bool
    personal: bool
    read: Callable[[], LivePage]

    def whole(self) -> HttpResponse:
        tag = self._tag()
        response = get_conditional_response(self.request, etag=tag) or self._render_or_reuse()
        response["ETag"] = tag
        return self._with_caching(response)

    def fragment(self) -> HttpResponse:
        if self.request.GET.get("seen") != str(self.counter):
            return self._with_caching(self._render_or_reuse())
        no_change = self._with_caching(HttpResponse(status=HTTPStatus.NO_CONTENT))
        no_change["Cache-Control"] = NO_STORE
        return no_change

    def _render_or_reuse(self) -> HttpResponse:
        """Share a public page; only a shared response has the headers for counter and parameters."""
        self.request.GET = _keep_parameters(self.request.GET, self.parameters)
        if not self._is_public():
            return self._render(shared=False)
        page = fragment_store.get_or_render(
            self._key(), lambda: self._render(shared=True).content, seconds=PAGE_SECONDS
        )
        response = SharedResponse(page)
        response[COUNTER_HEADER], response[PARAMETERS_HEADER] = str(self.counter), ",".join(self.parameters)
        return response

    def _render(self, *, shared: bool) -> HttpResponse:
        template, context = self.read()
        values = {
            "counter": self.counter,
            "topic": self.topic,
            "for_everybody": True,
            "shared": shared,
            "for_asker": self.personal,
        }
        club = context["club"] if "club" in context else context["tournament"].club
        with timezone.override(ZoneInfo(club.time_zone) if club else None):
            shown = _fragment_template(template) if self.is_fragment else template
            return render(self.request, shown, {**values, **context})

    def _key(self) -> tuple[object, ...]:
        request = self.request
        address = (request.scheme, request.get_host(), request.path, request.GET.urlencode())
        return (*address, self.is_fragment, self._tag())

    def _tag(self) -> str:
        request = self.request
        visitor = f"-{rights_tag(request.user)}-{choices_tag(request)}" if self.personal else ""
        return f'"{self.counter}-{get_language()}{visitor}-{release()}"'

    def _is_public(self) -> bool:
        """Whether the session was not read: the response is the same for all."""
        return not self.personal and not self.request.session.accessed

    def _with_caching(self, response: HttpResponse) -> HttpResponse:
        public = self._is_public()
        cached = public and not self.request.htmx
        response["Cache-Control"] = PAGE_CACHE_CONTROL if cached else PRIVATE_CACHE_CONTROL
        patch_vary_headers(
            response, ["HX-Request", "Accept-Encoding"] if public else ["Cookie", "HX-Request"]
        )
        return response


def _keep_parameters(query: QueryDict, allowed: Collection[str]) -> Any:
    allowed_query = query.copy()
    for name in set(allowed_query) - set(allowed):
        del allowed_query[name]
    return QueryDict(allowed_query.urlencode())


def _fragment_template(template: str) -> str:
    folder, _slash, name = template.rpartition("/")
    return f"{folder}/_{name}"
