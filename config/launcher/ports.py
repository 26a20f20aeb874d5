from __future__ import annotations

import errno
import os
from typing import Final

from config.launcher import dialogs
from config.launcher.data_folder import LAST_PORT
from config.launcher.errors import LaunchError
from config.launcher.texts import _
from config.platform.processes.port_holders import find_port_holder
from config.platform.processes.ports import bind_error

ALL_ADDRESSES: Final = "0.0.0.0"  # noqa: S104  phones are on the Wi-Fi
TRIED: Final = 20


def choose_port(wanted: int, *, open_browser: bool) -> int:
    """Return it if it is free, else one that the user agreed to.

    Raises LaunchError if they don't agree, or can't be asked.
    """
    error = bind_error(ALL_ADDRESSES, wanted)
    if not error:
        return wanted
    if error != errno.EADDRINUSE:
        raise LaunchError(_("Port %(port)s: %(reason)s") % {"port": wanted, "reason": os.strerror(error)})
    other = _free_port_after(wanted)
    taken = _("Port %(port)s is used by %(program)s.") % {"port": wanted, "program": name_holder(wanted)}
    question = _("Use port %(port)s instead? Codes printed for the old one stop working.") % {"port": other}
    agreed = dialogs.ask(f"{taken}\n{question}", open_browser=open_browser)
    if agreed:
        return other
    if agreed is None:
        hint = _("Close that program, or start Istaka with: istaka --port %(port)s") % {"port": other}
        raise LaunchError(f"{taken}\n{hint}")
    raise LaunchError(_("Close that program, then start Istaka again."))


def name_holder(port: int) -> str:
    unknown = _("another program")
    holder = find_port_holder(port)
    if holder is None:
        return unknown
    name = _("an Istaka with another data folder") if holder.is_ours else holder.command
    return _("%(name)s (process %(number)s)") % {"name": name or unknown, "number": holder.process}


def _free_port_after(wanted: int) -> int:
    """Raise LaunchError if the next TRIED are taken."""
    for port in range(wanted + 1, min(wanted + TRIED, LAST_PORT) + 1):
        if not bind_error(ALL_ADDRESSES, port):
            return port
    raise LaunchError(_("No free port was found. Restart the computer and try again."))
