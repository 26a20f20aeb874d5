"""An account reads one file at a time and blocks no other account."""

from __future__ import annotations

import threading

import pytest

from tournaments.uploads.sandbox import places
from tournaments.uploads.sandbox.places import Busy, place_of


def test_second_file_of_an_account_is_rejected_while_the_first_is_read(monkeypatch):
    monkeypatch.setattr(places, "SECONDS_WAITING", 0.0)
    with place_of(1):
        with pytest.raises(Busy), place_of(1):
            pass
        with place_of(2):
            pass
    with place_of(1):
        pass
    assert places._owners == {}


def test_second_file_of_an_account_waits_and_a_third_does_not(monkeypatch):
    monkeypatch.setattr(places, "SECONDS_WAITING", 60.0)
    worked = threading.Event()

    def work() -> None:
        with place_of(1):
            worked.set()

    with place_of(1):
        second = threading.Thread(target=work)
        second.start()
        while places._owners[1].requests < places.OF_AN_OWNER:
            pass
        with pytest.raises(Busy), place_of(1):
            pass
        assert not worked.is_set()
    second.join()
    assert worked.is_set()
    assert places._owners == {}


def test_slot_is_released_after_a_failure():
    with pytest.raises(ZeroDivisionError), place_of(1):
        raise ZeroDivisionError
    assert places._owners == {}
