"""Whose password it is: how often it may be guessed, from one address, from many, and by whom it is known."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from tests.elsewhere import taken_elsewhere
from tests.factories import NOW, UserFactory
from tests.faults.test_races import at_once
from tournaments.accounts.domain import password_check
from tournaments.accounts.domain.password_check import WrongOldPassword, WrongPassword
from tournaments.limits.attempts import TooBusy, TooManyTries
from tournaments.models import User

pytestmark = pytest.mark.django_db

PASSWORD = "ıstaka-101-okey"


@pytest.fixture
def user() -> User:
    return UserFactory.create(email="iris@example.org")


def sign_in(password: str = PASSWORD, minutes: int = 0, **said: Any) -> User:
    said = {"email": "iris@example.org", "address": "192.168.1.7"} | said
    return password_check.sign_in(password=password, at=NOW + timedelta(minutes=minutes), **said)


def guess(times: int = 1, **said: Any) -> int:
    """Guess so often; how many guesses were looked at."""
    looked_at = 0
    for _try in range(times):
        with pytest.raises((WrongPassword, TooManyTries)) as refused:
            sign_in("yanlış", **said)
        looked_at += refused.type is WrongPassword
    return looked_at


@pytest.mark.parametrize("email", ["iris@example.org", " IRIS@Example.org "])
def test_the_case_of_an_e_mail_does_not_matter(user, email):
    assert sign_in(email=email) == user


@pytest.mark.parametrize("email", [" IRIS@Example.org ", "ırıs@example.org"])
def test_another_spelling_of_an_e_mail_gets_no_more_guesses(user, email):
    assert guess(times=9) == password_check.FREE
    assert guess(email=email) == 0


def test_after_the_free_guesses_even_the_right_password_waits_at_that_address(user):
    guess(times=password_check.FREE)
    with pytest.raises(TooManyTries):
        sign_in()
    assert sign_in(address="192.168.1.8") == sign_in(minutes=1) == user


def test_signing_in_starts_the_count_anew(user):
    for _round in range(2):
        guess(times=password_check.FREE - 1)
        sign_in()


def test_one_address_has_so_many_guesses_at_all_accounts(user):
    looked_at = sum(guess(email=f"{number}@example.org") for number in range(100))
    assert looked_at == password_check.FREE_WITHOUT_A_NAME
    named = sum(guess(email=f"{number}@example.org", device=f"{number}") for number in range(100, 250))
    assert looked_at + named == password_check.FREE_OF_AN_ADDRESS


def test_guesses_of_one_device_at_all_accounts_keep_no_other_device_waiting(user):
    looked_at = sum(guess(email=f"{number}@example.org", device="a") for number in range(100))
    assert looked_at == password_check.FREE_OF_A_DEVICE
    assert sign_in(device="b") == sign_in() == user


def test_one_account_bears_so_many_guesses_from_all_addresses(user):
    looked_at = sum(guess(address=f"10.0.0.{number}") for number in range(100))
    assert looked_at == password_check.FREE_AT_AN_ACCOUNT


def test_the_owner_waits_some_minutes_at_most_at_a_browser_that_is_new(user):
    for minute in range(90):
        guess(times=3, address=f"10.0.0.{minute}", minutes=minute)
    longest = password_check.LONGEST_FOR_AN_ACCOUNT // timedelta(minutes=1)
    assert sign_in(minutes=89 + longest) == user


def test_and_not_at_all_where_he_signed_in_before(user):
    guess(times=50)
    assert sign_in(browser="a") == user
    assert guess(times=50, browser="a") == password_check.FREE
    assert sign_in(browser="b") == user


def test_those_who_sign_in_from_one_address_do_not_use_it_up(user):
    for _each in range(2 * password_check.FREE_OF_AN_ADDRESS):
        assert sign_in() == user


def test_a_closed_account_is_like_none(user):
    User.objects.update(is_active=False)
    with pytest.raises(WrongPassword):
        sign_in()


def test_the_old_password_is_no_better_to_guess(user):
    for _try in range(password_check.FREE):
        with pytest.raises(WrongOldPassword):
            password_check.confirm_password(user=user, password="yanlış", at=NOW)
    with pytest.raises(TooManyTries):
        password_check.confirm_password(user=user, password=PASSWORD, at=NOW)
    password_check.confirm_password(user=user, password=PASSWORD, at=NOW + timedelta(seconds=30))
    password_check.confirm_password(user=user, password=PASSWORD, at=NOW)


@pytest.mark.both_databases
def test_who_comes_while_as_many_are_looked_at_as_may_be_is_sent_away_and_loses_no_try(user):
    with taken_elsewhere(password_check.hashings):
        for _try in range(2 * password_check.FREE):
            with pytest.raises(TooBusy):
                sign_in()
    assert sign_in() == user


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_strangers_who_try_without_end_keep_nobody_out_who_was_signed_in_before(user):
    with taken_elsewhere(password_check.hashings):
        with pytest.raises(TooBusy):
            sign_in()
        assert sign_in(browser="known") == user
        password_check.confirm_password(user=user, password=PASSWORD, at=NOW)
        with taken_elsewhere(password_check.hashings_of_known), pytest.raises(TooBusy):
            sign_in(browser="known")


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_forty_guesses_at_once_are_no_more_than_one_after_the_other(user):
    outcomes = at_once(*[partial(sign_in, "yanlış")] * 40)
    looked_at = sum(isinstance(outcome, WrongPassword) for outcome in outcomes)
    assert looked_at + sum(isinstance(outcome, TooManyTries | TooBusy) for outcome in outcomes) == 40
    assert looked_at + guess(times=9) == password_check.FREE
