"""The address alone says in which language a page is, so that it is the same page for whoever opens it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language_from_request, override

from tournaments.languages import BARE, LANGUAGES, in_language, language_of

ENTRANCES: Final = frozenset(
    {
        *("scoring:tournaments", "scoring:open_table", "scoring:open_sides"),
        *("tournaments:invitation", "tournaments:new_password"),
    }
)
"""Who comes here from outside has chosen no language with the address: it is on the door, printed or sent."""
DESK: Final = "/manage/"
"""What lies there is made for who has signed in."""
ONCE: Final = "lang"
"""The word by which an address that was handed on said in which language it should be told of."""


class LanguageOfAddress:
    """Middleware: turns the page into the language that its address says.

    Of those who open a bare address by following no link of ours some are led on to the same page in theirs:
    everybody at the entrances, by what he chose, else by his browser; at the desk who has signed in, by what
    he chose. Nobody is led away from an address that names a language, nor from what a cache may hold.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        language = language_of(request.path_info)
        with override(language):
            request.LANGUAGE_CODE = language
            response = self.get_response(request)
        response.headers.setdefault("Content-Language", language)
        if language == BARE and _is_entrance(request) and not _is_part(request):
            patch_vary_headers(response, ["Cookie", "Accept-Language"])
        return response

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        if request.method not in ("GET", "HEAD") or language_of(request.path_info) != BARE:
            return None
        if request.GET.get(ONCE, BARE) != BARE and request.GET[ONCE] in LANGUAGES:
            return _handed_on(request)
        wished = _wished(request)
        if wished == BARE or _is_part(request) or _follows_a_link(request):
            return None
        response = redirect(in_language(request.get_full_path(), wished))
        response.headers["Cache-Control"] = "private, no-store"
        return response


def visitors_language(request: HttpRequest) -> str:
    """What somebody chose, else what his browser asks for, else the club's."""
    return get_language_from_request(request)


def path_of_ours(request: HttpRequest, address: str) -> str:
    """The path of a whole address, if it is one of this site; else nothing."""
    here = f"{request.scheme}://{request.get_host()}/"
    return address[len(here) - 1 :] if address.startswith(here) else ""


def _wished(request: HttpRequest) -> str:
    if _is_entrance(request):
        return visitors_language(request)
    chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME)
    known = settings.SESSION_COOKIE_NAME in request.COOKIES and request.path_info.startswith(DESK)
    return chosen if known and chosen in LANGUAGES else BARE


def _is_entrance(request: HttpRequest) -> bool:
    return request.resolver_match is not None and request.resolver_match.view_name in ENTRANCES


def _is_part(request: HttpRequest) -> bool:
    """Whether a page fetches a part of itself; it is led nowhere."""
    return "HX-Request" in request.headers


def _follows_a_link(request: HttpRequest) -> bool:
    """Whether somebody comes from a page of ours: he has chosen the language of what he opens."""
    return path_of_ours(request, request.headers.get("Referer", "")) != ""


def _handed_on(request: HttpRequest) -> HttpResponse:
    """To the address that says the language by itself."""
    words = request.GET.copy()
    language = words.pop(ONCE)[-1]
    asked = f"?{words.urlencode()}" if words else ""
    return redirect(in_language(request.path + asked, str(language)), permanent=True)
