"""`istaka doctor`: look at what an evening needs, and change nothing."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from config.addresses import own_addresses
from config.launcher.checks import clock, database, disk, firewall, network, power, program
from config.launcher.checks.finding import Finding, Sign
from config.launcher.data_folder import data_folder, remembered
from config.launcher.errors import LaunchError
from config.launcher.texts import say


def doctor() -> int:
    """Print a line for each check as soon as it is known; return 1 if one stops an evening."""
    stops = False
    for finding in findings():
        say(finding.line)
        stops = stops or finding.sign is Sign.STOPS
    return int(stops)


def findings() -> Iterator[Finding]:
    yield program.check_version()
    yield program.check_python()
    try:
        folder = data_folder()
    except LaunchError as error:
        yield Finding(Sign.STOPS, str(error))
        return
    yield from _of_data(folder)
    yield from _of_network(folder)
    yield power.check_sleep()
    if battery := power.check_battery():
        yield battery


def _of_data(folder: Path) -> Iterator[Finding]:
    yield disk.check_folder(folder)
    yield disk.check_disk(folder)
    yield database.check_database(folder)
    yield clock.check_clock(folder, now=datetime.now(UTC))


def _of_network(folder: Path) -> Iterator[Finding]:
    chosen = remembered(folder)
    yield network.check_port(folder, chosen.port)
    yield network.check_addresses(own_addresses(), chosen.address)
    yield firewall.check_firewall(chosen.port)
