from __future__ import annotations

import json
import os
import shutil
import socket
import sqlite3
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from config.addresses import OwnAddress
from config.launcher import doctor
from config.launcher.checks import clock, database, disk, firewall, network, power, program
from config.launcher.checks.finding import Finding, Sign
from tests.processes import free_port, migrated_file

NOW = datetime(2026, 11, 30, 20, 0, tzinfo=UTC)
WIFI = OwnAddress("192.168.1.20", "wlan0")
OTHER = OwnAddress("10.0.0.7", "eth0")
VPN = OwnAddress("10.8.0.2", "tun0", is_virtual=True)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    shutil.copyfile(migrated_file(), folder / database.FILE)
    return folder


@pytest.fixture(autouse=True)
def own_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)


def execute(folder: Path, *statements: str) -> None:
    with closing(sqlite3.connect(folder / database.FILE)) as opened, opened:
        for statement in statements:
            opened.execute(statement)


def signs(*found: Finding) -> list[Sign]:
    return [finding.sign for finding in found]


def test_line_is_sign_finding_and_advice() -> None:
    assert Finding(Sign.WARNING, "Full.", "Free some.").line == "! Full. Free some."
    assert Finding(Sign.GOOD, "Fine.").line == "✓ Fine."


@pytest.mark.parametrize(
    ("version", "largest", "sign"),
    [
        ((3, 11), 2**63, Sign.GOOD),
        ((3, 13), 2**63, Sign.GOOD),
        ((3, 10), 2**63, Sign.STOPS),
        ((3, 14), 2**63, Sign.STOPS),
        ((3, 12), 2**31, Sign.STOPS),
    ],
)
def test_python_must_be_of_a_supported_version_and_64_bits(
    version: tuple[int, int], largest: int, sign: Sign
) -> None:
    assert program.check_python(version, largest).sign is sign


@pytest.mark.parametrize(("megabytes", "sign"), [(501, Sign.GOOD), (499, Sign.WARNING), (49, Sign.STOPS)])
def test_low_disk_is_a_warning_and_a_full_one_stops(megabytes: int, sign: Sign) -> None:
    assert disk.describe_free(megabytes * disk.MEGABYTE).sign is sign


def test_folder_must_be_writable(folder: Path) -> None:
    assert disk.check_folder(folder).sign is Sign.GOOD
    (folder / "file").touch()
    assert disk.check_folder(folder / "file").sign is Sign.STOPS


def test_current_database_is_good_and_stays_as_it_is(folder: Path) -> None:
    before = (folder / database.FILE).read_bytes()
    assert database.check_database(folder).sign is Sign.GOOD
    assert (folder / database.FILE).read_bytes() == before


def test_missing_database_is_not_created(tmp_path: Path) -> None:
    assert database.check_database(tmp_path).sign is Sign.GOOD
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("content", [b"", b"no database at all" * 1000])
def test_database_that_is_none_stops(tmp_path: Path, content: bytes) -> None:
    (tmp_path / database.FILE).write_bytes(content)
    assert database.check_database(tmp_path).sign is Sign.STOPS


def test_damaged_database_stops(folder: Path) -> None:
    file = folder / database.FILE
    content = bytearray(file.read_bytes())
    content[4096 * 3 : 4096 * 40] = b"\xff" * (4096 * 37)
    file.write_bytes(content)
    assert database.check_database(folder).sign is Sign.STOPS


def test_database_of_a_newer_version_stops_and_of_an_older_one_is_good(folder: Path) -> None:
    newest = "DELETE FROM django_migrations WHERE app = 'scoring'"
    execute(folder, newest)
    older = database.check_database(folder)
    execute(folder, "INSERT INTO django_migrations VALUES (9999, 'scoring', '9999_later', '2030-01-01')")
    newer = database.check_database(folder)
    assert signs(older, newer) == [Sign.GOOD, Sign.STOPS]
    assert older != newer


def test_database_of_another_setting_is_checked_by_django(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{folder / database.FILE}")
    assert database.check_database(folder).sign is Sign.GOOD
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{folder / 'empty.sqlite3'}")
    assert database.check_database(folder).sign is Sign.STOPS


@pytest.mark.parametrize(
    ("ahead", "sign"),
    [
        (timedelta(hours=-1), Sign.GOOD),
        (timedelta(seconds=30), Sign.GOOD),
        (timedelta(hours=1), Sign.WARNING),
    ],
)
def test_clock_before_the_newest_file_is_wrong(tmp_path: Path, ahead: timedelta, sign: Sign) -> None:
    (tmp_path / "backups").mkdir()
    newest = (NOW + ahead).timestamp()
    for file in (tmp_path / "backups" / "one.zip", tmp_path / "backups"):
        file.touch() if file.suffix else None
        os.utime(file, (newest, newest))
    assert clock.check_clock(tmp_path, now=NOW).sign is sign


def test_clock_before_the_newest_hand_is_wrong(tmp_path: Path) -> None:
    execute(
        tmp_path,
        "CREATE TABLE scoring_entry (id integer primary key, received_at text)",
        "INSERT INTO scoring_entry VALUES (1, '2026-11-30 19:00:00.123456'), (2, '2026-11-30 21:30:00')",
    )
    os.utime(tmp_path / database.FILE, (NOW.timestamp(), NOW.timestamp()))
    assert database.newest_hand(tmp_path) == datetime(2026, 11, 30, 21, 30, tzinfo=UTC)
    assert clock.check_clock(tmp_path, now=NOW).sign is Sign.WARNING


def test_taken_port_is_a_warning_with_its_holder(tmp_path: Path) -> None:
    assert network.check_port(tmp_path, free_port()).sign is Sign.GOOD
    with socket.create_server(("0.0.0.0", free_port())) as taken:
        found = network.check_port(tmp_path, taken.getsockname()[1])
    assert found.sign is Sign.WARNING
    assert str(os.getpid()) in found.text


@pytest.mark.parametrize(
    ("own", "chosen", "sign"),
    [
        ([WIFI, VPN], "", Sign.GOOD),
        ([], "", Sign.STOPS),
        ([VPN], "", Sign.WARNING),
        ([WIFI, VPN], VPN.address, Sign.WARNING),
        ([OwnAddress("8.8.4.4", "eth0")], "", Sign.WARNING),
    ],
)
def test_addresses_must_reach_phones(own: list[OwnAddress], chosen: str, sign: Sign) -> None:
    assert network.check_addresses(own, chosen).sign is sign


def test_chosen_address_is_proposed_if_the_computer_still_has_it() -> None:
    both = [WIFI, OTHER]
    first = network.check_addresses(both, "").text
    assert network.check_addresses(both, OTHER.address).text != first
    assert network.check_addresses(both, "192.168.7.7").text == first


@pytest.mark.parametrize(
    ("facts", "sign"),
    [
        ({"on": 0, "networks": ["Public"], "rules": []}, Sign.GOOD),
        ({"on": 3, "networks": ["Private"], "rules": []}, Sign.UNKNOWN),
        ({"on": 3, "networks": ["Public"], "rules": []}, Sign.WARNING),
        ({"on": 3, "networks": ["Public"], "rules": ["Allow:Private, Public"]}, Sign.GOOD),
        ({"on": 3, "networks": ["Public"], "rules": ["Allow:Domain, Private"]}, Sign.WARNING),
        ({"on": 3, "networks": ["Private"], "rules": ["Block:Public", "Allow:Private"]}, Sign.GOOD),
        ({"on": 3, "networks": ["Private"], "rules": ["Block:Any", "Allow:Private"]}, Sign.STOPS),
        ({"on": 3, "networks": ["DomainAuthenticated"], "rules": ["Block:Domain"]}, Sign.STOPS),
    ],
)
def test_windows_firewall_is_judged_for_the_networks_in_use(facts: dict[str, object], sign: Sign) -> None:
    assert firewall.describe_windows(json.dumps(facts)).sign is sign


def test_windows_firewall_that_does_not_answer_is_unknown() -> None:
    assert firewall.describe_windows("").sign is Sign.UNKNOWN
    assert '"' not in firewall.WINDOWS_SCRIPT


@pytest.mark.parametrize(
    ("states", "sign"),
    [
        (("Firewall is disabled. (State = 0)", "", ""), Sign.GOOD),
        (("Firewall is enabled. (State = 1)", "Block all DISABLED!", ""), Sign.UNKNOWN),
        (
            ("Firewall is enabled. (State = 1)", "Firewall has block all state set to enabled.", ""),
            Sign.STOPS,
        ),
        (
            (
                "Firewall is enabled. (State = 1)",
                "Block all DISABLED!",
                "Incoming connection to the application is blocked",
            ),
            Sign.STOPS,
        ),
        (
            (
                "Firewall is enabled. (State = 1)",
                "Block all DISABLED!",
                "Incoming connection to the application is permitted",
            ),
            Sign.GOOD,
        ),
        (("", "", ""), Sign.UNKNOWN),
    ],
)
def test_macos_firewall(states: tuple[str, str, str], sign: Sign) -> None:
    assert firewall.describe_macos(*states).sign is sign


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-ins are shell scripts")
@pytest.mark.parametrize(
    ("programs", "sign"),
    [
        ({}, Sign.GOOD),
        ({"systemctl": "echo active"}, Sign.UNKNOWN),
        ({"firewall-cmd": "[ $1 = --state ] && echo running || echo no"}, Sign.UNKNOWN),
        ({"firewall-cmd": "[ $1 = --state ] && echo running || echo yes"}, Sign.GOOD),
    ],
)
def test_linux_firewalls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, programs: dict[str, str], sign: Sign
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    for name, script in programs.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / name).chmod(0o755)
    assert firewall.check_linux(8080).sign is (Sign.UNKNOWN if firewall.is_ufw_on() else sign)


@pytest.mark.parametrize(
    ("text", "is_on"), [("ENABLED=yes\n", True), ("# ENABLED=yes\nENABLED=no\n", False), (None, False)]
)
def test_ufw_is_on_if_its_settings_say_so(tmp_path: Path, text: str | None, is_on: bool) -> None:
    file = tmp_path / "ufw.conf"
    if text is not None:
        file.write_text(text)
    assert firewall.is_ufw_on(file) is is_on


POWERCFG = """
    Olası En Fazla Ayar: 0xffffffff
    Olası Ayar Artışı: 0x00000001
  Geçerli AC Güç Ayarı Dizini: 0x00000708
  Geçerli DC Güç Ayarı Dizini: 0x00000384
"""
PMSET = """System-wide power settings:
Currently in use:
 standby              1
 sleep                {} (sleep prevented by powerd)
 displaysleep         10
"""


@pytest.mark.parametrize(
    ("minutes", "expected"),
    [
        (power.read_powercfg(POWERCFG), 30),
        (power.read_powercfg(""), None),
        (power.read_pmset(PMSET.format(15)), 15),
        (power.read_pmset(PMSET.format(0)), 0),
        (power.read_pmset(""), None),
        (power.read_gsettings("suspend", "1200"), 20),
        (power.read_gsettings("nothing", "1200"), 0),
        (power.read_gsettings("", ""), None),
    ],
)
def test_minutes_until_sleep(minutes: int | None, expected: int | None) -> None:
    assert minutes == expected


def put_supply(folder: Path, name: str, **files: str) -> None:
    (folder / name).mkdir(parents=True)
    for file, text in files.items():
        (folder / name / file).write_text(f"{text}\n")


def test_battery_of_the_computer_counts_and_not_of_its_mouse(tmp_path: Path) -> None:
    assert power.is_discharging("linux", tmp_path) is None
    put_supply(tmp_path, "mouse", type="Battery", scope="Device", status="Discharging")
    put_supply(tmp_path, "AC", type="Mains", online="1")
    assert power.is_discharging("linux", tmp_path) is None
    put_supply(tmp_path, "BAT0", type="Battery", status="Charging")
    assert power.is_discharging("linux", tmp_path) is False
    put_supply(tmp_path, "BAT1", type="Battery", status="Discharging")
    assert power.is_discharging("linux", tmp_path) is True


def test_doctor_prints_a_line_for_each_check_and_fails_if_one_stops(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATA_FOLDER", str(folder))
    stops = any(finding.sign is Sign.STOPS for finding in doctor.findings())
    assert doctor.doctor() == stops
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) >= 10
    assert {line[0] for line in lines} <= {sign.value for sign in Sign}
    (folder / database.FILE).write_bytes(b"nothing")
    assert doctor.doctor() == 1


def test_doctor_stops_at_a_synchronized_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATA_FOLDER", str(tmp_path / "OneDrive"))
    assert doctor.doctor() == 1
    assert "OneDrive" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []
