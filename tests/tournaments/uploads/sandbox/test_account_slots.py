from __future__ import annotations

import threading

import pytest

from tournaments.uploads.sandbox import account_slots
from tournaments.uploads.sandbox.account_slots import Busy, account_slot


def test_second_file_of_an_account_is_rejected_while_the_first_is_read(monkeypatch):
    monkeypatch.setattr(account_slots, "MAX_WAIT_SECONDS", 0.0)
    with account_slot(1):
        with pytest.raises(Busy), account_slot(1):
            pass
        with account_slot(2):
            pass
    with account_slot(1):
        pass
    assert account_slots._owners == {}


def test_second_file_of_an_account_waits_and_a_third_does_not(monkeypatch):
    monkeypatch.setattr(account_slots, "MAX_WAIT_SECONDS", 60.0)
    worked = threading.Event()

    def work() -> None:
        with account_slot(1):
            worked.set()

    with account_slot(1):
        second = threading.Thread(target=work)
        second.start()
        while account_slots._owners[1].requests < account_slots.MAX_REQUESTS_PER_OWNER:
            pass
        with pytest.raises(Busy), account_slot(1):
            pass
        assert not worked.is_set()
    second.join()
    assert worked.is_set()
    assert account_slots._owners == {}


def test_slot_is_released_after_a_failure():
    with pytest.raises(ZeroDivisionError), account_slot(1):
        raise ZeroDivisionError
    assert account_slots._owners == {}
