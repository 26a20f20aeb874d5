from __future__ import annotations

from pathlib import Path

import pytest

from config import addresses
from config.launcher.data_folder import Remembered, remember
from config.launcher.phone_address import phone_address


@pytest.fixture(autouse=True)
def _unset(monkeypatch) -> None:
    monkeypatch.delenv("PUBLIC_ADDRESS", raising=False)


def test_likeliest_address_is_proposed(tmp_path: Path):
    assert phone_address(tmp_path, 8080) == f"http://{addresses.lan_address()}:8080"


def test_chosen_address_is_used_while_this_computer_has_it(monkeypatch, tmp_path: Path):
    own = [addresses.OwnAddress("192.0.2.7"), addresses.OwnAddress("192.0.2.8")]
    monkeypatch.setattr(addresses, "own_addresses", lambda: own)
    remember(tmp_path, Remembered(address="192.0.2.8"))
    assert phone_address(tmp_path, 8080) == "http://192.0.2.8:8080"
    own.pop()
    assert phone_address(tmp_path, 8080) == "http://192.0.2.7:8080"


def test_setting_comes_first(monkeypatch, tmp_path: Path):
    monkeypatch.setenv("PUBLIC_ADDRESS", "http://istaka.local")
    assert phone_address(tmp_path, 8080) == "http://istaka.local"
