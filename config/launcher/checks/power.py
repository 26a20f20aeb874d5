from __future__ import annotations

import ctypes
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from config.launcher import wake_locks
from config.launcher.checks.finding import Finding, Sign
from config.launcher.texts import _
from config.launcher.wake_locks import CannotKeepAwakeError
from config.platform.processes.program_output import output_or_empty

GNOME: Final = "org.gnome.settings-daemon.plugins.power"
SUPPLIES: Final = Path("/sys/class/power_supply")
SECONDS_A_MINUTE: Final = 60
NO_BATTERY, UNKNOWN = 128, 255


def check_sleep(system: str = sys.platform) -> Finding:
    """Istaka keeps the computer awake during play; try whether it can."""
    text = describe_sleep(minutes_until_sleep(system))
    try:
        wake_locks.acquire(system).release()
    except CannotKeepAwakeError as error:
        reason = " ".join(str(error).split())
        advice = _("Istaka can't keep this computer awake (%(reason)s): switch sleep off in its settings.")
        return Finding(Sign.WARNING, text, advice % {"reason": reason})
    return Finding(Sign.GOOD, text, _("Istaka keeps it awake during play. Leave the lid open."))


def check_battery(system: str = sys.platform) -> Finding | None:
    """None if it has no battery, or that isn't known."""
    discharging = is_discharging(system)
    if discharging is None:
        return None
    if discharging:
        return Finding(Sign.WARNING, _("The computer runs on its battery."), _("Connect the charger."))
    return Finding(Sign.GOOD, _("The charger is connected."))


def describe_sleep(minutes: int | None) -> str:
    if minutes is None:
        return _("When this computer falls asleep is unknown.")
    if minutes == 0:
        return _("This computer doesn't fall asleep by itself.")
    return _("This computer falls asleep after %(minutes)s minutes without use.") % {"minutes": minutes}


def minutes_until_sleep(system: str) -> int | None:
    """With the charger; 0 for never, None if unknown."""
    match system:
        case "win32":
            return read_powercfg(
                output_or_empty("powercfg", "/query", "SCHEME_CURRENT", "SUB_SLEEP", "STANDBYIDLE")
            )
        case "darwin":
            return read_pmset(output_or_empty("pmset", "-g"))
        case _:
            kind = output_or_empty("gsettings", "get", GNOME, "sleep-inactive-ac-type").strip(" '\n")
            seconds = output_or_empty("gsettings", "get", GNOME, "sleep-inactive-ac-timeout").strip()
            return read_gsettings(kind, seconds)


def read_powercfg(printed: str) -> int | None:
    """The last two figures are those with charger and on battery; their words are the system's language."""
    figures = re.findall(r"0x([0-9a-f]{8})\s*$", printed, re.MULTILINE)
    return int(figures[-2], 16) // SECONDS_A_MINUTE if figures[1:] else None


def read_pmset(printed: str) -> int | None:
    found = re.search(r"^\s*sleep\s+(\d+)", printed, re.MULTILINE)
    return int(found[1]) if found else None


def read_gsettings(kind: str, seconds: str) -> int | None:
    if not kind or not seconds.isdecimal():
        return None
    return 0 if kind == "nothing" else int(seconds) // SECONDS_A_MINUTE


def is_discharging(system: str, supplies: Path = SUPPLIES) -> bool | None:
    """None if there is no battery, or that isn't known."""
    match system:
        case "win32":
            return _is_windows_discharging()
        case "darwin":
            printed = output_or_empty("pmset", "-g", "batt")
            return "'Battery Power'" in printed if "InternalBattery" in printed else None
        case _:
            states = list(_battery_states(supplies))
            return "Discharging" in states if states else None


def _is_windows_discharging() -> bool | None:
    # https://learn.microsoft.com/windows/win32/api/winbase/ns-winbase-system_power_status
    status = (ctypes.c_ubyte * 12)()
    ctypes.windll.kernel32.GetSystemPowerStatus(status)  # type: ignore[attr-defined]
    line, battery = status[0], status[1]
    return None if line == UNKNOWN or battery in (NO_BATTERY, UNKNOWN) else line == 0


def _battery_states(supplies: Path) -> Iterator[str]:
    for kind in supplies.glob("*/type"):
        with suppress(OSError):
            # “Device”: of a mouse or a headset.
            scope = kind.with_name("scope")
            is_of_computer = not scope.exists() or scope.read_text(encoding="ascii").strip() != "Device"
            if kind.read_text(encoding="ascii").strip() == "Battery" and is_of_computer:
                yield kind.with_name("status").read_text(encoding="ascii").strip()
