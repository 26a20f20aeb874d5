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
from tournaments.limits.guess_limits import Client
from tournaments.naming.email_addresses import normalize_email

DEVICE_COOKIE = "istaka_device"
A_YEAR = 365 * 24 * 3600
LONGEST_NAME = 64
SIGNED_IN_COOKIE = "istaka_signed_in"
SALT = "tournaments.signed-in"
IPV6_PREFIX_LENGTH = 64
_DEVICE_ID_PATTERN = re.compile(r"[0-9a-f]{32}")


def device_of(request: HttpRequest) -> Device:
    """Return a new random name if it has none."""
    cookie = request.COOKIES.get(DEVICE_COOKIE, "")
    name = cookie if _DEVICE_ID_PATTERN.fullmatch(cookie) else secrets.token_hex(16)
    return Device(name, request.headers.get("User-Agent", "")[:LONGEST_NAME])


def has_device_cookie(request: HttpRequest) -> bool:
    return _DEVICE_ID_PATTERN.fullmatch(request.COOKIES.get(DEVICE_COOKIE, "")) is not None


def remember_device(request: HttpRequest, response: HttpResponse, device: Device) -> None:
    if request.COOKIES.get(DEVICE_COOKIE) == device.id:
        return
    response.set_cookie(DEVICE_COOKIE, device.id, **_cookie_options())


def client_of(request: HttpRequest) -> Client:
    return Client(address_of(request), device_of(request).id if has_device_cookie(request) else "")


def ensure_device_cookie(request: HttpRequest, response: HttpResponse) -> None:
    """For pages with a code field."""
    remember_device(request, response, device_of(request))


def address_of(request: HttpRequest) -> str:
    return resolve_client_address(
        request.headers.get("X-Forwarded-For", ""), request.META.get("REMOTE_ADDR", "")
    )


def resolve_client_address(forwarded: str, remote: str) -> str:
    """Return the last part of X-Forwarded-For if BEHIND_PROXY is set, else `remote`.

    IPv6 is cut to a household's /64 network; invalid addresses are unchanged.
    """
    text = (settings.BEHIND_PROXY and forwarded.rpartition(",")[2].strip()) or remote
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return text
    if not isinstance(address, ipaddress.IPv6Address):
        return text
    return str(address.ipv4_mapped or ipaddress.ip_network((address, IPV6_PREFIX_LENGTH), strict=False))


def known_browser_name(request: HttpRequest, email: str) -> str:
    """Empty unless this email signed in on it last."""
    name = request.get_signed_cookie(SIGNED_IN_COOKIE, default="", salt=SALT, max_age=A_YEAR) or ""
    return name if name.rpartition(".")[2] == _email_digest(email) else ""


def remember_signing_in(response: HttpResponse, email: str) -> None:
    name = f"{secrets.token_hex(16)}.{_email_digest(email)}"
    response.set_signed_cookie(SIGNED_IN_COOKIE, name, salt=SALT, **_cookie_options())
    restrict_cookie(response, SIGNED_IN_COOKIE, "tournaments:sign_in")


def _email_digest(email: str) -> str:
    return sha256(normalize_email(email).encode()).hexdigest()[:32]


def _cookie_options() -> dict[str, Any]:
    secure = settings.SESSION_COOKIE_SECURE
    return {"max_age": A_YEAR, "secure": secure, "httponly": True, "samesite": "Lax"}
