"""Only reads, without an administrator's rights; what can't be known is a hint."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from config.launcher.checks.finding import Finding, Sign
from config.launcher.texts import _
from config.platform.processes.program_output import POWERSHELL, output_or_empty

UFW: Final = Path("/etc/ufw/ufw.conf")
SOCKETFILTER: Final = "/usr/libexec/ApplicationFirewall/socketfilterfw"
WINDOWS_SECONDS: Final = 30
WINDOWS_SCRIPT: Final = """
[Console]::OutputEncoding = [Text.Encoding]::UTF8
$rules = $env:ISTAKA_PROGRAMS -split ';' |
  ForEach-Object { Get-NetFirewallApplicationFilter -Program $_ -ErrorAction SilentlyContinue } |
  Get-NetFirewallRule | Where-Object { $_.Enabled -eq 'True' -and $_.Direction -eq 'Inbound' }
@{
  on = @(Get-NetFirewallProfile | Where-Object { $_.Enabled -eq 'True' }).Count
  networks = @(Get-NetConnectionProfile | ForEach-Object { '' + $_.NetworkCategory })
  rules = @($rules | ForEach-Object { '' + $_.Action + ':' + $_.Profile })
} | ConvertTo-Json -Compress
"""


def programs() -> list[str]:
    """Return the files that may listen: in a virtual environment of Windows it is the Python below."""
    base = getattr(sys, "_base_executable", None) or sys.executable
    return list(dict.fromkeys([sys.executable, base, os.path.realpath(base)]))


def check_firewall(port: int, system: str = sys.platform) -> Finding:
    match system:
        case "win32":
            environ = {"ISTAKA_PROGRAMS": ";".join(programs())}
            printed = output_or_empty(*POWERSHELL, WINDOWS_SCRIPT, seconds=WINDOWS_SECONDS, environ=environ)
            return describe_windows(printed)
        case "darwin":
            questions = [["--getglobalstate"], ["--getblockall"], ["--getappblocked", programs()[-1]]]
            return describe_macos(*(output_or_empty(SOCKETFILTER, *question) for question in questions))
        case _:
            return check_linux(port)


def describe_windows(printed: str) -> Finding:
    """`printed` is JSON of WINDOWS_SCRIPT."""
    try:
        facts = json.loads(printed)
    except ValueError:
        return _unknown(_("Allow Python in Windows Security, Firewall, “Allow an app”."))
    if not facts["on"]:
        return _off()
    actions = _actions(facts["rules"], facts["networks"])
    if "Block" in actions:
        text = _("The firewall blocks this Python.")
        return Finding(Sign.STOPS, text, _("Allow Python in Windows Security, Firewall, “Allow an app”."))
    if "Allow" in actions:
        return Finding(Sign.GOOD, _("The firewall allows this Python."))
    if "Public" in facts["networks"]:
        text = _("Windows treats the network as public, where it may block phones.")
        advice = _("Set the Wi-Fi to “Private network” in Settings, Network & internet.")
        return Finding(Sign.WARNING, text, advice)
    return _unknown(_("If Windows asks at the first start, allow Python in private networks."))


def _actions(rules: Sequence[str], networks: Sequence[str]) -> set[str]:
    """Return “Allow” and “Block” as rules have them for these networks; a rule is “Block:Domain, Private”."""
    names = {network.removesuffix("Authenticated") for network in networks} | {"Any"}
    parted = [rule.partition(":") for rule in rules]
    return {action for action, _colon, profiles in parted if names & set(profiles.split(", "))}


def describe_macos(state: str, block_all: str, application: str) -> Finding:
    if not state:
        return _unknown(_("Look into System Settings, Network, Firewall."))
    if "State = 0" in state:
        return _off()
    if "enabled" in block_all.casefold():
        return Finding(
            Sign.STOPS,
            _("The firewall blocks all incoming connections."),
            _("Switch that off in System Settings, Network, Firewall, Options."),
        )
    if "is blocked" in application.casefold():
        text = _("The firewall blocks this Python.")
        return Finding(Sign.STOPS, text, _("Allow it in System Settings, Network, Firewall, Options."))
    if "permitted" in application.casefold():
        return Finding(Sign.GOOD, _("The firewall allows this Python."))
    return _unknown(_("If macOS asks whether Python may accept connections, choose “Allow”."))


def check_linux(port: int) -> Finding:
    if output_or_empty("firewall-cmd", "--state").strip() == "running":
        if output_or_empty("firewall-cmd", f"--query-port={port}/tcp").strip() == "yes":
            return Finding(Sign.GOOD, _("The firewall lets port %(port)s through.") % {"port": port})
        return _hint("firewalld", f"sudo firewall-cmd --add-port={port}/tcp")
    if is_ufw_on():
        return _hint("ufw", f"sudo ufw allow {port}/tcp")
    if output_or_empty("systemctl", "is-active", "nftables").strip() == "active":
        text = _("A firewall is on: %(firewall)s") % {"firewall": "nftables"}
        advice = _("If phones can't connect, a technician lets port %(port)s through.") % {"port": port}
        return Finding(Sign.UNKNOWN, text, advice)
    return _off()


def is_ufw_on(file: Path = UFW) -> bool:
    with suppress(OSError):
        return "ENABLED=yes" in file.read_text(encoding="utf-8", errors="replace").splitlines()
    return False


def _off() -> Finding:
    return Finding(Sign.GOOD, _("No firewall of this computer is on."))


def _unknown(advice: str) -> Finding:
    return Finding(Sign.UNKNOWN, _("Whether the firewall lets phones through is unknown."), advice)


def _hint(firewall: str, command: str) -> Finding:
    text = _("A firewall is on: %(firewall)s") % {"firewall": firewall}
    advice = _("If phones can't connect, a technician runs: %(command)s") % {"command": command}
    return Finding(Sign.UNKNOWN, text, advice)
