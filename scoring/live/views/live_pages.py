"""Pages that follow play by themselves, the same for everybody.

A page carries the tournament's counter as it was read before the page's data. When a stream tells it another
one, and every three seconds while there is no stream, it asks its own address whether the counter moved: 204
when not, in one query, else its live part anew. Whole pages carry an ETag and answer 304.

What a page shows depends on its address alone: whom a browser follows, and who looks with which rights,
scripts put in (`static/js/live/marks.js`, `static/js/reader.js`). A draft is there for its members only, and
a page about who asks for him alone: their answers are shared with nobody.
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

from scoring.live.public_pages import COUNTER, FOR_HIM_ALONE, FOR_NOBODY, PAGE, WORDS, is_for_everybody
from scoring.live.queries.counters import counter_of
from scoring.live.queries.topics import Topic
from scoring.live.release import release
from scoring.live.views.follow_cookie import tag_of as followed_tag
from scoring.live.views.response_cache import once_for_all
from tournaments.access import rights_tag
from tournaments.models import Club
from tournaments.web.http import PageRequest

Read = Callable[[], Mapping[str, Any]]


def follow(
    request: PageRequest,
    topic: Topic,
    template: str,
    read: Read,
    *,
    words: Collection[str] = (),
    own: bool = False,
) -> HttpResponse:
    """Answer with the page, with its live part (the template whose name has a `_`), or that nothing changed.

    `read` gives the context, with the `tournament` or the `club` in it; it runs only when it is needed. Of
    the words of its address a page knows `words`: others are passed over, and make no other page of it.
    `own` says that it looks at who asks, at his rights or at whom his browser follows: it is for him alone.
    """
    if not request.htmx:
        return show(request, topic, template, read, words=words, own=own)
    counter = _counter_or_404(request, topic)
    if request.GET.get("seen") == str(counter):
        unchanged = _said(request, HttpResponse(status=HTTPStatus.NO_CONTENT), own=own)
        unchanged["Cache-Control"] = FOR_NOBODY
        return unchanged
    return _made(request, topic, counter, _part(template), read, words=words, own=own)


def show(
    request: PageRequest,
    topic: Topic,
    template: str,
    read: Read,
    *,
    words: Collection[str] = (),
    own: bool = False,
) -> HttpResponse:
    """Answer with a whole page, or that it is unchanged; as `follow` otherwise."""
    counter = _counter_or_404(request, topic)
    tag = _tag(request, counter, own=own)
    response = get_conditional_response(request, etag=tag)
    if response is None:
        response = _made(request, topic, counter, template, read, words=words, own=own)
    response["ETag"] = tag
    return _said(request, response, own=own)


def _counter_or_404(request: PageRequest, topic: Topic) -> int:
    counter = counter_of(topic, request.user)
    if counter is None:
        raise Http404
    return counter


def _made(
    request: PageRequest,
    topic: Topic,
    counter: int,
    template: str,
    read: Read,
    *,
    words: Collection[str],
    own: bool,
) -> HttpResponse:
    request.GET = _known(request.GET, words)
    shared = not own and is_for_everybody(request)

    def make() -> HttpResponse:
        told = {"counter": counter, "topic": topic, "for_everybody": True, "shared": shared, "for_asker": own}
        return _render(request, template, {**told, **read()})

    if not shared:
        return _said(request, make(), own=own)
    response = once_for_all(request, template, _tag(request, counter, own=False), make)
    response[COUNTER], response[WORDS] = str(counter), ",".join(words)
    return _said(request, response, own=False)


def _known(asked: QueryDict, words: Collection[str]) -> Any:
    """What was asked in these words."""
    left = asked.copy()
    for word in set(left) - set(words):
        del left[word]
    return QueryDict(left.urlencode())


def _render(request: PageRequest, template: str, context: Mapping[str, Any]) -> HttpResponse:
    with _hours_of(context["club"] if "club" in context else context["tournament"].club):
        return render(request, template, dict(context))


def _hours_of(club: Club | None) -> AbstractContextManager[None]:
    """Times are the club's; a page about several clubs has none."""
    return timezone.override(ZoneInfo(club.time_zone) if club else None)


def _part(template: str) -> str:
    folder, _slash, name = template.rpartition("/")
    return f"{folder}/_{name}"


def _tag(request: PageRequest, counter: int, *, own: bool) -> str:
    """Counter, language and release; of a page for who asks also his rights, and whom he follows."""
    who = f"-{rights_tag(request.user)}-{followed_tag(request)}" if own else ""
    return f'"{counter}-{get_language()}{who}-{release()}"'


def _said(request: PageRequest, response: HttpResponse, *, own: bool) -> HttpResponse:
    """The answer, saying who may keep it and by what it differs.

    A page that is for everybody a cache in front may have. Parts name no version here: where they are handed
    out to all (`streams/parts.py`) it is said of them how long they are right.
    """
    for_all = not own and is_for_everybody(request)
    response["Cache-Control"] = PAGE if for_all and not request.htmx else FOR_HIM_ALONE
    patch_vary_headers(response, ["HX-Request", "Accept-Encoding"] if for_all else ["Cookie", "HX-Request"])
    return response
