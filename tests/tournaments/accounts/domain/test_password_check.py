from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from tests.factories import NOW, UserFactory
from tests.faults.test_races import at_once
from tests.taken_semaphore import hold_semaphore
from tournaments.accounts.domain import password_check
from tournaments.accounts.domain.password_check import WrongOldPassword, WrongPassword
from tournaments.limits.attempts import TooBusy, TooManyAttempts
from tournaments.models import User

pytestmark = pytest.mark.django_db

PASSWORD = "ıstaka-101-okey"


@pytest.fixture
def user() -> User:
    return UserFactory.create(email="iris@example.org")


def sign_in(password: str = PASSWORD, minutes: int = 0, **arguments: Any) -> User:
    arguments = {"email": "iris@example.org", "address": "192.168.1.7"} | arguments
    return password_check.sign_in(password=password, at=NOW + timedelta(minutes=minutes), **arguments)


def guess(times: int = 1, **arguments: Any) -> int:
    checked = 0
    for _try in range(times):
        with pytest.raises((WrongPassword, TooManyAttempts)) as raised:
            sign_in("yanlış", **arguments)
        checked += raised.type is WrongPassword
    return checked


@pytest.mark.parametrize("email", ["iris@example.org", " IRIS@Example.org "])
def test_case_of_the_email_does_not_matter(user, email):
    assert sign_in(email=email) == user


@pytest.mark.parametrize("email", [" IRIS@Example.org ", "ırıs@example.org"])
def test_another_spelling_of_the_email_gets_no_more_guesses(user, email):
    assert guess(times=9) == password_check.FREE_PER_BROWSER
    assert guess(email=email) == 0


def test_correct_password_waits_after_failures_at_the_same_address(user):
    guess(times=password_check.FREE_PER_BROWSER)
    with pytest.raises(TooManyAttempts):
        sign_in()
    assert sign_in(address="192.168.1.8") == sign_in(minutes=1) == user


def test_sign_in_resets_the_count(user):
    for _round in range(2):
        guess(times=password_check.FREE_PER_BROWSER - 1)
        sign_in()


def test_guesses_of_an_address_at_all_accounts_are_limited(user):
    unnamed = sum(guess(email=f"{number}@example.org") for number in range(100))
    assert unnamed == password_check.FREE_PER_ADDRESS_UNNAMED
    with_devices = sum(guess(email=f"{number}@example.org", device=f"{number}") for number in range(100, 250))
    assert unnamed + with_devices == password_check.FREE_PER_ADDRESS


def test_guesses_of_one_device_delay_no_other_device(user):
    checked = sum(guess(email=f"{number}@example.org", device="a") for number in range(100))
    assert checked == password_check.FREE_PER_DEVICE
    assert sign_in(device="b") == sign_in() == user


def test_guesses_at_one_account_are_limited_over_all_addresses(user):
    checked = sum(guess(address=f"10.0.0.{number}") for number in range(100))
    assert checked == password_check.FREE_PER_ACCOUNT


def test_owner_at_a_new_browser_waits_at_most_some_minutes(user):
    for minute in range(90):
        guess(times=3, address=f"10.0.0.{minute}", minutes=minute)
    longest = password_check.LONGEST_ACCOUNT_WAIT // timedelta(minutes=1)
    assert sign_in(minutes=89 + longest) == user


def test_owner_at_a_known_browser_does_not_wait(user):
    guess(times=50)
    assert sign_in(browser="a") == user
    assert guess(times=50, browser="a") == password_check.FREE_PER_BROWSER
    assert sign_in(browser="b") == user


@pytest.mark.slow
def test_successful_sign_ins_do_not_count_for_the_address(user):
    for _each in range(2 * password_check.FREE_PER_ADDRESS):
        assert sign_in() == user


def test_closed_account_is_treated_as_unknown(user):
    User.objects.update(is_active=False)
    with pytest.raises(WrongPassword):
        sign_in()


def test_guesses_of_the_old_password_are_limited(user):
    for _try in range(password_check.FREE_PER_BROWSER):
        with pytest.raises(WrongOldPassword):
            password_check.confirm_password(user=user, password="yanlış", at=NOW)
    with pytest.raises(TooManyAttempts):
        password_check.confirm_password(user=user, password=PASSWORD, at=NOW)
    password_check.confirm_password(user=user, password=PASSWORD, at=NOW + timedelta(seconds=30))
    password_check.confirm_password(user=user, password=PASSWORD, at=NOW)


@pytest.mark.postgres
def test_attempt_during_full_load_is_refused_and_not_counted(user):
    with hold_semaphore(password_check.hashing_slots):
        for _try in range(2 * password_check.FREE_PER_BROWSER):
            with pytest.raises(TooBusy):
                sign_in()
    assert sign_in() == user


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_flood_of_attempts_does_not_block_known_browsers(user):
    with hold_semaphore(password_check.hashing_slots):
        with pytest.raises(TooBusy):
            sign_in()
        assert sign_in(browser="known") == user
        password_check.confirm_password(user=user, password=PASSWORD, at=NOW)
        with hold_semaphore(password_check.known_browser_hashing_slots), pytest.raises(TooBusy):
            sign_in(browser="known")


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_forty_parallel_guesses_get_no_more_than_sequential_ones(user):
    outcomes = at_once(*[partial(sign_in, "yanlış")] * 40)
    checked = sum(isinstance(outcome, WrongPassword) for outcome in outcomes)
    assert checked + sum(isinstance(outcome, TooManyAttempts | TooBusy) for outcome in outcomes) == 40
    assert checked + guess(times=9) == password_check.FREE_PER_BROWSER
