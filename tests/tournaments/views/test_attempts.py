"""Guessing passwords gets slower and slower."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import RequestFactory

from tests.factories import NOW
from tournaments.views import attempts

WHO: dict[str, Any] = {"what": "ayse@example.org", "address": "192.168.1.7"}


def fail(times: int) -> None:
    for _try in range(times):
        attempts.remember_failure(at=NOW, **WHO)


def test_a_few_failures_are_free():
    fail(attempts.FREE_FAILURES - 1)
    assert attempts.seconds_to_wait(at=NOW, **WHO) == 0


@pytest.mark.parametrize(("more", "seconds"), [(0, 30), (1, 60), (2, 120), (4, 480), (5, 900), (50, 900)])
def test_then_each_costs_twice_the_time_up_to_a_quarter_of_an_hour(more, seconds):
    fail(attempts.FREE_FAILURES + more)
    assert attempts.seconds_to_wait(at=NOW, **WHO) == seconds


def test_more_can_be_free_where_many_mistype():
    fail(attempts.FREE_FAILURES)
    assert attempts.seconds_to_wait(at=NOW, free=attempts.FREE_FAILURES + 1, **WHO) == 0
    fail(1)
    assert attempts.seconds_to_wait(at=NOW, free=attempts.FREE_FAILURES + 1, **WHO) == 30


def test_waiting_helps():
    fail(attempts.FREE_FAILURES)
    assert attempts.seconds_to_wait(at=NOW + timedelta(seconds=29), **WHO) == 1
    assert attempts.seconds_to_wait(at=NOW + timedelta(seconds=30), **WHO) == 0


def test_the_case_of_an_e_mail_makes_nobody_new():
    fail(attempts.FREE_FAILURES)
    assert attempts.seconds_to_wait(what=" AYSE@example.org", address=WHO["address"], at=NOW) > 0


def test_other_people_and_other_addresses_are_not_slowed_down():
    fail(attempts.FREE_FAILURES)
    assert attempts.seconds_to_wait(what="can@example.org", address=WHO["address"], at=NOW) == 0
    assert attempts.seconds_to_wait(what=WHO["what"], address="192.168.1.8", at=NOW) == 0


def test_success_forgets_the_failures():
    fail(attempts.FREE_FAILURES)
    attempts.forget_failures(**WHO)
    assert attempts.seconds_to_wait(at=NOW, **WHO) == 0


def asked_from(**headers: str) -> str:
    return attempts.address_of(RequestFactory().get("/", REMOTE_ADDR="10.0.0.1", headers=headers))


def test_without_a_proxy_nobody_gives_himself_another_address():
    assert asked_from(x_forwarded_for="192.168.1.7") == "10.0.0.1"


@pytest.mark.parametrize(
    ("forwarded", "address"),
    [("192.168.1.7", "192.168.1.7"), ("invented, 192.168.1.7", "192.168.1.7"), ("", "10.0.0.1")],
)
def test_behind_a_proxy_the_address_is_the_one_that_the_proxy_saw(settings, forwarded, address):
    settings.BEHIND_PROXY = True
    assert asked_from(x_forwarded_for=forwarded) == address
    assert asked_from() == "10.0.0.1"
