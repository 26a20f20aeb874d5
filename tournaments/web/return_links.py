"""Actions of several pages carry `?back=`, forms of one button `next`."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.http import HttpRequest
from django.urls import Resolver404, resolve
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import get_language, override

from tournaments.languages import DEFAULT_LANGUAGE, language_of, path_in_language

RETURN_FIELD = "back"


def return_page(request: HttpRequest, default: str) -> str:
    return requested_return_page(request) or default


def requested_return_page(request: HttpRequest) -> str:
    return _site_path(request.GET.get(RETURN_FIELD, ""))


def requested_next_page(request: HttpRequest) -> str:
    return _site_path(request.POST.get("next", "") or request.GET.get("next", ""))


def referring_page(request: HttpRequest) -> str:
    return _site_path(urlsplit(request.headers.get("Referer", "")).path)


def return_query(address: str) -> str:
    return urlencode({RETURN_FIELD: address})


def with_return_page(request: HttpRequest, address: str) -> str:
    back = requested_return_page(request)
    if not back:
        return address
    return f"{address}{'&' if '?' in address else '?'}{return_query(back)}"


def _site_path(path: str) -> str:
    """Return the path in the active language, "" unless it is a page of this site."""
    if not (path.startswith("/") and url_has_allowed_host_and_scheme(path, allowed_hosts=None)):
        return ""
    try:
        with override(language_of(path)):
            resolve(path.partition("#")[0].partition("?")[0])
    except Resolver404:
        return ""
    return path_in_language(path, get_language() or DEFAULT_LANGUAGE)
