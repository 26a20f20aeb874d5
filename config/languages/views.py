"""The switch of languages, and addresses that people typed when there was one for all languages."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import override
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from config.languages.of_address import path_of_ours, visitors_language
from tournaments.languages import LANGUAGES, in_language


# Changes nothing but the visitor's own language: public pages carry no token and can be cached.
@csrf_exempt
def choose(request: HttpRequest) -> HttpResponse:
    """To the same page in another language, which is remembered; by default from the page that asks."""
    language = request.POST.get("language", "")
    page = request.POST.get("next") or path_of_ours(request, request.headers.get("Referer", ""))
    if page.startswith("/") and language in LANGUAGES:
        asked = request.POST.copy()
        asked["next"] = in_language(page, language)
        request.POST = asked  # type: ignore[assignment]
    return set_language(request)


@csrf_exempt  # Changes nothing: what is sent is sent on.
def moved_under_english(request: HttpRequest, **_named: object) -> HttpResponse:
    """To the same address under `/en/`, for good."""
    there = in_language(request.get_full_path(), "en")
    return redirect(there, permanent=True, preserve_request=True)


def moved_to(name: str) -> Callable[..., HttpResponse]:
    """A view that leads on for good to where a page is now, in the visitor's language.

    Addresses of the time when one was for all languages are printed.
    """

    @csrf_exempt  # Changes nothing: what is sent is sent on.
    def moved(request: HttpRequest, **named: object) -> HttpResponse:
        with override(visitors_language(request)):
            address = reverse(name, kwargs=named, query=request.GET)
        response = redirect(address, permanent=True, preserve_request=True)
        response.headers["Cache-Control"] = "private, no-cache"
        patch_vary_headers(response, ["Cookie", "Accept-Language"])
        return response

    return moved
