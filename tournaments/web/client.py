from __future__ import annotations

import ipaddress
import re
import secrets
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from tournaments.access import Device
from tournaments.languages import restrict_cookie
from tournaments.limits.guessing import Client

COOKIE = "istaka_device"
A_YEAR = 365 * 24 * 3600
LONGEST_NAME = 64
SIGNED_IN_COOKIE = "istaka_signed_in"
SALT = "tournaments.signed-in"
IPV6_PREFIX_LENGTH = 64
_NAME = re.compile(r"[0-9a-f]{32}")


def device_of(request: HttpRequest) -> Device:
    """Return a new random name if it has none."""
    cookie = request.COOKIES.get(COOKIE, "")
    name = cookie if _NAME.fullmatch(cookie) else secrets.token_hex(16)
    return Device(name, request.headers.get("User-Agent", "")[:LONGEST_NAME])


def has_device_cookie(request: HttpRequest) -> bool:
    return _NAME.fullmatch(request.COOKIES.get(COOKIE, "")) is not None


def remember_device(request: HttpRequest, response: HttpResponse, device: Device) -> None:
    if request.COOKIES.get(COOKIE) == device.id:
        return
    response.set_cookie(COOKIE, device.id, **_cookie_options())


def client_of(request: HttpRequest) -> Client:
    return Client(address_of(request), device_of(request).id if has_device_cookie(request) else "")


def ensure_device_cookie(request: HttpRequest, response: HttpResponse) -> None:
    """For pages with a code field."""
    remember_device(request, response, device_of(request))


def address_of(request: HttpRequest) -> str:
    return address_in(request.headers.get("X-Forwarded-For", ""), request.META.get("REMOTE_ADDR", ""))


def address_in(forwarded: str, remote: str) -> str:
    """Trust only the proxy's last part of X-Forwarded-For.

    IPv6 is cut to the /64 network of a household.
    """
    text = (settings.BEHIND_PROXY and forwarded.rpartition(",")[2].strip()) or remote
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return text
    if not isinstance(address, ipaddress.IPv6Address):
        return text
    return str(address.ipv4_mapped or ipaddress.ip_network((address, IPV6_PREFIX_LENGTH), strict=False))


def signed_in_before(request: HttpRequest, email: str) -> str:
    """Empty unless this email signed in on it last."""
    name = request.get_signed_cookie(SIGNED_IN_COOKIE, default="", salt=SALT, max_age=A_YEAR) or ""
    return name if name.rpartition(".")[2] == _mark(email) else ""


def remember_signing_in(response: HttpResponse, email: str) -> None:
    name = f"{secrets.token_hex(16)}.{_mark(email)}"
    response.set_signed_cookie(SIGNED_IN_COOKIE, name, salt=SALT, **_cookie_options())
    restrict_cookie(response, SIGNED_IN_COOKIE, "tournaments:sign_in")


def _mark(email: str) -> str:
    return sha256(email.strip().lower().encode()).hexdigest()[:32]


def _cookie_options() -> dict[str, Any]:
    secure = settings.SESSION_COOKIE_SECURE
    return {"max_age": A_YEAR, "secure": secure, "httponly": True, "samesite": "Lax"}
