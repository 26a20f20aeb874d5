"""Telling one browser from another: where it asks from, and random names in cookies, which tell of nobody."""

from __future__ import annotations

import ipaddress
import re
import secrets
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from tournaments.access import Device
from tournaments.languages import sent_below
from tournaments.limits.guessing import Client

COOKIE = "istaka_device"
A_YEAR = 365 * 24 * 3600
LONGEST_NAME = 64
SIGNED_IN_COOKIE = "istaka_signed_in"
SALT = "tournaments.signed-in"
NETWORK_OF_ONE = 64
_NAME = re.compile(r"[0-9a-f]{32}")


def device_of(request: HttpRequest) -> Device:
    """The device that asks; one that bears no name yet is given one, which `remember_device` leaves on it."""
    known = request.COOKIES.get(COOKIE, "")
    name = known if _NAME.fullmatch(known) else secrets.token_hex(16)
    return Device(name, request.headers.get("User-Agent", "")[:LONGEST_NAME])


def was_here(request: HttpRequest) -> bool:
    """Whether this browser bears a name of ours."""
    return _NAME.fullmatch(request.COOKIES.get(COOKIE, "")) is not None


def remember_device(request: HttpRequest, response: HttpResponse, device: Device) -> None:
    """Leave a new device its name."""
    if request.COOKIES.get(COOKIE) == device.id:
        return
    response.set_cookie(COOKIE, device.id, **_kept())


def client_of(request: HttpRequest) -> Client:
    """Whose guesses a request counts among: its device's, if it bears a name, and those of its address."""
    return Client(address_of(request), device_of(request).id if was_here(request) else "")


def name_device(request: HttpRequest, response: HttpResponse) -> None:
    """Leave a name on a device that is shown where a code is typed."""
    remember_device(request, response, device_of(request))


def address_of(request: HttpRequest) -> str:
    """Where a request comes from."""
    return address_in(request.headers.get("X-Forwarded-For", ""), request.META.get("REMOTE_ADDR", ""))


def address_in(forwarded: str, remote: str) -> str:
    """Where a request comes from, by X-Forwarded-For and by who connected to us.

    Our proxy, if there is one, adds the address last; what stands before is anybody's to invent. Of the newer
    kind of addresses each household has a whole network, which is told instead.
    """
    told = (settings.BEHIND_PROXY and forwarded.rpartition(",")[2].strip()) or remote
    try:
        address = ipaddress.ip_address(told)
    except ValueError:
        return told
    if not isinstance(address, ipaddress.IPv6Address):
        return told
    return str(address.ipv4_mapped or ipaddress.ip_network((address, NETWORK_OF_ONE), strict=False))


def signed_in_before(request: HttpRequest, email: str) -> str:
    """The name that this browser was given when this e-mail signed in at it last; blank if it never did."""
    name = request.get_signed_cookie(SIGNED_IN_COOKIE, default="", salt=SALT, max_age=A_YEAR) or ""
    return name if name.rpartition(".")[2] == _mark(email) else ""


def remember_signing_in(response: HttpResponse, email: str) -> None:
    """Leave a name on a browser at which somebody has signed in, for the page where he will again."""
    name = f"{secrets.token_hex(16)}.{_mark(email)}"
    response.set_signed_cookie(SIGNED_IN_COOKIE, name, salt=SALT, **_kept())
    sent_below(response, SIGNED_IN_COOKIE, "tournaments:sign_in")


def _mark(email: str) -> str:
    return sha256(email.strip().lower().encode()).hexdigest()[:32]


def _kept() -> dict[str, Any]:
    secure = settings.SESSION_COOKIE_SECURE
    return {"max_age": A_YEAR, "secure": secure, "httponly": True, "samesite": "Lax"}
