"""Where somebody came from: after an act he is led back to the page at which he began it."""

from __future__ import annotations

from django.http import HttpRequest
from django.urls import Resolver404, resolve
from django.utils.http import url_has_allowed_host_and_scheme, urlencode

FIELD = "back"


def way_back(request: HttpRequest, otherwise: str) -> str:
    """The page that the address of an act names (`?back=`), if it is one of ours; else another."""
    return asked_back(request) or otherwise


def asked_back(request: HttpRequest) -> str:
    """The page that the address names, a path of this site; nothing where it names none, or anything else."""
    said = request.GET.get(FIELD, "")
    ours = said.startswith("/") and url_has_allowed_host_and_scheme(said, allowed_hosts=None)
    return said if ours and _is_page(said) else ""


def back_to(address: str) -> str:
    """What an address is given so that its act leads back to another."""
    return urlencode({FIELD: address})


def keep_back(request: HttpRequest, address: str) -> str:
    """An address of the same act that leads back to where this one would."""
    back = asked_back(request)
    if not back:
        return address
    return f"{address}{'&' if '?' in address else '?'}{back_to(back)}"


def _is_page(path: str) -> bool:
    try:
        resolve(path.partition("?")[0])
    except Resolver404:
        return False
    return True
