"""Return links: after an act the user returns to the page where it began.

An act of several pages carries that page in its address (`?back=`), a form of one button in its field `next`.
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
    """Return the page named by `?back=` if it belongs to this site, else `otherwise`."""
    return asked_back(request) or otherwise


def asked_back(request: HttpRequest) -> str:
    """Return the path named by `?back=` if it belongs to this site, else an empty string."""
    return _ours(request.GET.get(FIELD, ""))


def came_from(request: HttpRequest) -> str:
    """Return the path that the form names as its page if it belongs to this site, else an empty string."""
    return _ours(request.POST.get("next", "") or request.GET.get("next", ""))


def page_before(request: HttpRequest) -> str:
    """Return the path of the Referer if it belongs to this site, else an empty string."""
    return _ours(urlsplit(request.headers.get("Referer", "")).path)


def back_to(address: str) -> str:
    """Return the query that makes an act lead back to an address."""
    return urlencode({FIELD: address})


def keep_back(request: HttpRequest, address: str) -> str:
    """Return an address of the same act with the `?back=` of this request."""
    back = asked_back(request)
    if not back:
        return address
    return f"{address}{'&' if '?' in address else '?'}{back_to(back)}"


def _ours(said: str) -> str:
    """Return a page's address in the active language if it belongs to this site, else an empty string."""
    if not (said.startswith("/") and url_has_allowed_host_and_scheme(said, allowed_hosts=None)):
        return ""
    try:
        with override(language_of(said)):
            resolve(said.partition("#")[0].partition("?")[0])
    except Resolver404:
        return ""
    return in_language(said, get_language() or BARE)
