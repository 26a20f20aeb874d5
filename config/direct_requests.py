"""Requests that come from this computer itself, through no proxy."""

from __future__ import annotations

from collections.abc import Container
from ipaddress import ip_address
from typing import Final

PROXY_HEADERS: Final = (
    "x-forwarded-for",
    "x-forwarded-proto",
    "x-forwarded-host",
    "forwarded",
    "via",
    "x-real-ip",
)


def is_direct_from_here(headers: Container[str], address: str) -> bool:
    """Names of headers are in small letters, or compared without regard to case; they reveal proxies."""
    return is_loopback(address) and not any(name in headers for name in PROXY_HEADERS)


def is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
