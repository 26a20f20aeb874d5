"""Only the address decides the language (docs/decisions/addresses.md)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language_from_request, override

from tournaments.languages import DEFAULT_LANGUAGE, LANGUAGES, language_of, path_in_language

ENTRANCES: Final = frozenset(
    {
        *("scoring:tournaments", "scoring:open_table", "scoring:open_side_link"),
        *("tournaments:invitation", "tournaments:new_password"),
    }
)
"""Pages whose address without a prefix is typed, printed or mailed, and means no language."""
ORGANIZER_PAGES: Final = "/manage/"


class AddressLanguageMiddleware:
    """Activate the address's language, and redirect some visitors to their own.

    Only GET without a prefix, from other sites: at ENTRANCES to the chosen, else the browser's language,
    below ORGANIZER_PAGES to a signed-in user's chosen one. Proxies cache other pages.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        language = language_of(request.path_info)
        with override(language):
            request.LANGUAGE_CODE = language
            response = self.get_response(request)
        response.headers.setdefault("Content-Language", language)
        if language == DEFAULT_LANGUAGE and _is_entrance(request) and not _is_fragment(request):
            patch_vary_headers(response, ["Cookie", "Accept-Language"])
        return response

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        """Redirect GETs in the default language to the preferred, uncached; not fragments or own links."""
        if request.method not in ("GET", "HEAD") or language_of(request.path_info) != DEFAULT_LANGUAGE:
            return None
        preferred = _preferred_language(request)
        if preferred == DEFAULT_LANGUAGE or _is_fragment(request) or _comes_from_this_site(request):
            return None
        response = redirect(path_in_language(request.get_full_path(), preferred))
        response.headers["Cache-Control"] = "private, no-store"
        return response


def visitors_language(request: HttpRequest) -> str:
    return get_language_from_request(request)


def local_path(request: HttpRequest, url: str) -> str:
    """Empty for another site."""
    site = f"{request.scheme}://{request.get_host()}/"
    return url[len(site) - 1 :] if url.startswith(site) else ""


def _preferred_language(request: HttpRequest) -> str:
    """Return a visitor's language at an entrance, a user's cookie's on organizer pages, else the default."""
    if _is_entrance(request):
        return visitors_language(request)
    chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME)
    signed_in = settings.SESSION_COOKIE_NAME in request.COOKIES
    return (
        chosen
        if signed_in and request.path_info.startswith(ORGANIZER_PAGES) and chosen in LANGUAGES
        else DEFAULT_LANGUAGE
    )


def _is_entrance(request: HttpRequest) -> bool:
    return request.resolver_match is not None and request.resolver_match.view_name in ENTRANCES


def _is_fragment(request: HttpRequest) -> bool:
    return "HX-Request" in request.headers


def _comes_from_this_site(request: HttpRequest) -> bool:
    return local_path(request, request.headers.get("Referer", "")) != ""
