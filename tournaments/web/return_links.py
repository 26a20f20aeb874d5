"""Return links: after an act the user returns to the page where it began.

Acts of several pages carry it as `?back=`, forms of one button in `next`.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from django.http import HttpRequest
from django.urls import Resolver404, resolve
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import get_language, override

from tournaments.languages import BARE, in_language, language_of

FIELD = "back"


def way_back(request: HttpRequest, otherwise: str) -> str:
    return asked_back(request) or otherwise


def asked_back(request: HttpRequest) -> str:
    """Return the path in `?back=` if it is a page of this site, or ""."""
    return _ours(request.GET.get(FIELD, ""))


def came_from(request: HttpRequest) -> str:
    """Return the path in `next` if it is a page of this site, or ""."""
    return _ours(request.POST.get("next", "") or request.GET.get("next", ""))


def page_before(request: HttpRequest) -> str:
    """Return the path of the Referer if it is a page of this site, or ""."""
    return _ours(urlsplit(request.headers.get("Referer", "")).path)


def back_to(address: str) -> str:
    """Return the query that makes an act lead back."""
    return urlencode({FIELD: address})


def keep_back(request: HttpRequest, address: str) -> str:
    """Add the `?back=` of this request to an address."""
    back = asked_back(request)
    if not back:
        return address
    return f"{address}{'&' if '?' in address else '?'}{back_to(back)}"


def _ours(said: str) -> str:
    """Return a page of this site in the active language, or ""."""
    if not (said.startswith("/") and url_has_allowed_host_and_scheme(said, allowed_hosts=None)):
        return ""
    try:
        with override(language_of(said)):
            resolve(said.partition("#")[0].partition("?")[0])
    except Resolver404:
        return ""
    return in_language(said, get_language() or BARE)
