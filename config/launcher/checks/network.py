from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from pathlib import Path

from config.addresses import OwnAddress
from config.launcher import ports, running
from config.launcher.checks.finding import Finding, Sign
from config.launcher.texts import _
from config.platform.processes.ports import bind_error


def check_port(folder: Path, port: int) -> Finding:
    error = bind_error(ports.ALL_ADDRESSES, port)
    if not error:
        return Finding(Sign.GOOD, _("Port %(port)s is free.") % {"port": port})
    if (found := running.find(folder)) is not None and found.port == port:
        return Finding(Sign.GOOD, _("Istaka is running on port %(port)s.") % {"port": port})
    if error != errno.EADDRINUSE:
        reason = _("Port %(port)s: %(reason)s") % {"port": port, "reason": os.strerror(error)}
        return Finding(Sign.STOPS, reason, _("Start Istaka with another one: istaka --port 8080"))
    taken = _("Port %(port)s is used by %(program)s.") % {"port": port, "program": ports.name_holder(port)}
    return Finding(Sign.WARNING, taken, _("Close that program, so that printed codes keep working."))


def check_addresses(own: Sequence[OwnAddress], chosen: str) -> Finding:
    """`chosen`: by the organizer, or ""."""
    if not own:
        text = _("This computer is in no network, so phones can't reach it.")
        return Finding(Sign.STOPS, text, _("Connect it to the club's Wi-Fi, or open a hotspot on a phone."))
    proposed = next((address for address in own if address.address == chosen), own[0])
    text = _("Addresses for phones: %(addresses)s") % {
        "addresses": ", ".join(_describe(address, is_proposed=address == proposed) for address in own)
    }
    if proposed.is_virtual:
        return Finding(Sign.WARNING, text, _("Connect to the club's Wi-Fi, or switch the VPN off."))
    if not proposed.is_private:
        return Finding(Sign.WARNING, text, _("This address may be open to the whole internet."))
    return Finding(Sign.GOOD, text)


def _describe(own: OwnAddress, *, is_proposed: bool) -> str:
    remarks = [
        own.interface,
        _("proposed") if is_proposed else "",
        _("VPN or virtual") if own.is_virtual else "",
    ]
    return f"{own.address} ({', '.join(filter(None, remarks))})"
