from __future__ import annotations

import asyncio
from typing import Any

import pytest

from config import addresses
from config.launcher.control import visitors as visitors_module
from config.launcher.control.visitors import MOST_REMEMBERED, Visitors, noting_visitors

PHONE, OTHER_PHONE = "198.51.100.7", "198.51.100.8"


def test_other_devices_are_counted_once():
    visitors = Visitors()
    assert (visitors.have_come, visitors.connected()) == (False, 0)
    for address in (PHONE, PHONE, OTHER_PHONE):
        with visitors.visit(address):
            pass
    assert (visitors.have_come, visitors.connected()) == (True, 2)


@pytest.mark.parametrize(
    "address", ["127.0.0.1", "::1", "", *(own.address for own in addresses.own_addresses())]
)
def test_this_computer_is_no_visitor(address: str):
    visitors = Visitors()
    with visitors.visit(address):
        assert not visitors.have_come


def test_phone_with_an_open_stream_stays_connected(monkeypatch):
    visitors = Visitors()
    monkeypatch.setattr(visitors_module, "RECENT_SECONDS", -1.0)
    with visitors.visit(PHONE), visitors.visit(PHONE):
        assert visitors.connected() == 1
    assert (visitors.connected(), visitors.have_come) == (0, True)


def test_remembered_addresses_are_bounded():
    visitors = Visitors()
    for number in range(MOST_REMEMBERED + 10):
        with visitors.visit(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"):
            pass
    assert visitors.connected() == MOST_REMEMBERED


def test_failed_request_is_noted_and_its_error_passed_on():
    async def fail(*_: Any) -> None:
        raise ConnectionResetError

    application = noting_visitors(fail)
    before = visitors_module.visitors.connected()
    with pytest.raises(ConnectionResetError):
        asyncio.run(application({"type": "http", "client": ("198.51.100.99", 5)}, None, None))  # type: ignore[arg-type]
    assert visitors_module.visitors.connected() == before + 1
