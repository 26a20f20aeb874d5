"""Telling one browser from another: a random name in a cookie, which says nothing about anybody."""

from __future__ import annotations

import re
import secrets

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from tournaments.access import Device

COOKIE = "istaka_device"
A_YEAR = 365 * 24 * 3600
LONGEST_NAME = 64
_NAME = re.compile(r"[0-9a-f]{32}")


def device_of(request: HttpRequest) -> Device:
    """The device that asks; one that bears no name yet is given one, which `remember_device` leaves on it."""
    known = request.COOKIES.get(COOKIE, "")
    name = known if _NAME.fullmatch(known) else secrets.token_hex(16)
    return Device(name, request.headers.get("User-Agent", "")[:LONGEST_NAME])


def was_here(request: HttpRequest) -> bool:
    """Whether this browser has been at a table before."""
    return _NAME.fullmatch(request.COOKIES.get(COOKIE, "")) is not None


def remember_device(request: HttpRequest, response: HttpResponse, device: Device) -> None:
    """Leave a new device its name."""
    if request.COOKIES.get(COOKIE) == device.id:
        return
    response.set_cookie(
        COOKIE,
        device.id,
        max_age=A_YEAR,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
