"""Whether phones reach this computer, and what to do if they don't."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from http.client import HTTPConnection, HTTPException
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings

from config import addresses
from config.addresses import OwnAddress
from config.launcher.control.visitors import Visitors

SECONDS: Final = 1.0


class Reach(StrEnum):
    REACHED = "reached"
    """Another device came."""
    WAITING = "waiting"
    """This computer answers at its address; no other device has come yet."""
    MOVED = "moved"
    """The address of links and codes is no longer this computer's."""
    SILENT = "silent"
    """This computer doesn't answer at its own address: a firewall or VPN is between."""
    OFFLINE = "offline"
    """It has no address in a network."""


@dataclass(frozen=True)
class Reachability:
    """`address` is that of links and printed codes, `others` are the ones to choose from."""

    reach: Reach
    address: str
    others: list[OwnAddress]


def reachability(visitors: Visitors) -> Reachability:
    own = addresses.own_addresses()
    address = settings.PUBLIC_ADDRESS
    host = urlsplit(address).hostname or ""
    return Reachability(
        _reach(host, own, visitors), address, [other for other in own if other.address != host]
    )


def _reach(host: str, own: list[OwnAddress], visitors: Visitors) -> Reach:
    if not own:
        return Reach.OFFLINE
    if host not in {other.address for other in own}:
        return Reach.MOVED
    if visitors.connected():
        return Reach.REACHED
    if not _answers(host, urlsplit(settings.PUBLIC_ADDRESS).port or 80):
        return Reach.SILENT
    return Reach.REACHED if visitors.have_come else Reach.WAITING


def _answers(host: str, port: int) -> bool:
    connection = HTTPConnection(host, port, timeout=SECONDS)
    with suppress(OSError, HTTPException):
        connection.request("GET", "/healthz")
        answered = connection.getresponse().status
        connection.close()
        return answered == 200  # noqa: PLR2004
    return False
