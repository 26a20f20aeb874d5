"""Where somebody came from: after an act he is led back to the page at which he began it.

An act of several pages hands on in its address where it was begun (`?back=`); a form of one button says on
which page it stands (`next`).
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
    """The page that the address of an act names (`?back=`), if it is one of ours; else another."""
    return asked_back(request) or otherwise


def asked_back(request: HttpRequest) -> str:
    """The page that the address names, a path of this site; nothing where it names none, or anything else."""
    return _ours(request.GET.get(FIELD, ""))


def came_from(request: HttpRequest) -> str:
    """The page on which a form says that it stands, a path of this site; else empty."""
    return _ours(request.POST.get("next", "") or request.GET.get("next", ""))


def page_before(request: HttpRequest) -> str:
    """The page from which a browser says that it comes, a path of this site; else empty."""
    return _ours(urlsplit(request.headers.get("Referer", "")).path)


def back_to(address: str) -> str:
    """What an address is given so that its act leads back to another."""
    return urlencode({FIELD: address})


def keep_back(request: HttpRequest, address: str) -> str:
    """An address of the same act that leads back to where this one would."""
    back = asked_back(request)
    if not back:
        return address
    return f"{address}{'&' if '?' in address else '?'}{back_to(back)}"


def _ours(said: str) -> str:
    """An address of a page of this site, in the language of now; or nothing."""
    if not (said.startswith("/") and url_has_allowed_host_and_scheme(said, allowed_hosts=None)):
        return ""
    try:
        with override(language_of(said)):
            resolve(said.partition("#")[0].partition("?")[0])
    except Resolver404:
        return ""
    return in_language(said, get_language() or BARE)
