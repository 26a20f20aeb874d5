"""Pages that follow play by themselves.

A page carries the tournament's counter as it was read before the page's data. When a stream tells it another
one, and every three seconds while there is no stream, it asks its own address whether the counter moved: 204
when not, in one query, else its live part anew. Whole pages carry an ETag and answer 304.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from contextlib import AbstractContextManager
from functools import partial
from http import HTTPStatus
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.contrib.messages import get_messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language

from scoring.live.everybody import is_anybody
from scoring.live.release import release
from scoring.live.views.followed import followed_by, rendered
from scoring.live.views.followed import tag_of as followed_tag
from scoring.live.views.places import filled
from scoring.live.views.shared import once_for_all
from scoring.live.views.strips import following_lately
from tournaments.access import rights_tag
from tournaments.models import Club
from tournaments.views.http import PageRequest


def follow(
    request: PageRequest,
    counter: int | None,
    template: str,
    read: Callable[[], Mapping[str, Any]],
    *,
    words: Collection[str] = (),
    own: bool = False,
) -> HttpResponse:
    """Answer with the page, with its live part (the template whose name has a `_`), or that nothing changed.

    `read` gives the context, with the `tournament` or the `club` in it; it runs only when it is needed. Of
    the words of its address a page knows `words`: others are passed over, and make no other page of it.
    `own` says that it looks at whom the browser follows: else these are marked on what is the same for all.
    """
    if counter is None:
        raise Http404
    has_it = _has_it(request, counter)
    request.GET = _known(request.GET, words)

    def context() -> dict[str, Any]:
        return {"counter": counter, "shared": is_anybody(request.COOKIES), **read()}

    if not request.htmx:
        return show(request, counter, template, context)
    if has_it:
        return _private(HttpResponse(status=HTTPStatus.NO_CONTENT))

    def make() -> HttpResponse:
        return _render(request, _part(template), context())

    if own:
        return _private(once_for_all(request, counter, _tag(request, counter), make, words=words))
    tag = _tag(request, counter, follows="")
    return _private(
        once_for_all(request, counter, tag, make, words=words, close=partial(_closed, request, counter))
    )


def show(
    request: PageRequest, counter: int | None, template: str, read: Callable[[], Mapping[str, Any]]
) -> HttpResponse:
    """Answer with a whole page, or that it is unchanged; `read` as for `follow`."""
    if counter is None:
        raise Http404
    return unless_unchanged(
        request, counter, lambda: _render(request, template, {"counter": counter, **read()})
    )


def unless_unchanged(
    request: PageRequest, version: int | str, make: Callable[[], HttpResponse]
) -> HttpResponse:
    """Answer with what `make` makes, or that it is unchanged; `version` moves with everything it shows."""
    tag = _tag(request, version)
    response = get_conditional_response(request, etag=tag) if tag else None
    if response is None:
        response = make()
    if tag:
        response["ETag"] = tag
    return _private(response)


def _has_it(request: PageRequest, counter: int) -> bool:
    """Whether the page that asks shows this counter already, with marks for whom its browser follows now."""
    marked = followed_tag(request)
    return request.GET.get("seen") == str(counter) and request.GET.get("follows", marked) == marked


def _known(asked: QueryDict, words: Collection[str]) -> Any:
    """What was asked in these words."""
    left = asked.copy()
    for word in set(left) - set(words):
        del left[word]
    return QueryDict(left.urlencode())


def _render(request: PageRequest, template: str, context: Mapping[str, Any]) -> HttpResponse:
    with _hours_of(context["club"] if "club" in context else context["tournament"].club):
        return render(request, template, dict(context))


def _closed(request: PageRequest, counter: int, text: str) -> str:
    """A part that was made for everybody, as whoever asks is shown it."""
    followed = followed_by(request)

    def strip(tournament_id: UUID) -> str:
        mine = following_lately(tournament_id, counter, followed)
        with _hours_of(mine.tournament.club if mine else None):
            return rendered(request, mine)

    return filled(text, followed, followed_tag(request), strip)


def _hours_of(club: Club | None) -> AbstractContextManager[None]:
    """Times are the club's; a page about several clubs has none."""
    return timezone.override(ZoneInfo(club.time_zone) if club else None)


def _part(template: str) -> str:
    folder, _slash, name = template.rpartition("/")
    return f"{folder}/_{name}"


def _tag(request: PageRequest, counter: int | str, *, follows: str | None = None) -> str | None:
    """Counter, language, who looks with which rights, whom he follows, release; none with a message."""
    if len(get_messages(request)):
        return None
    looks = rights_tag(request.user)
    marked = followed_tag(request) if follows is None else follows
    return f'"{counter}-{get_language()}-{looks}-{marked}-{release()}"'


def _private(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ["Cookie", "HX-Request"])
    return response
