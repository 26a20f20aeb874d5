from __future__ import annotations

from datetime import timedelta

import pytest

from tests.factories import NOW
from tournaments.limits import attempts, guess_limits
from tournaments.limits.attempts import Budget, TooManyAttempts
from tournaments.limits.guess_limits import Client

pytestmark = pytest.mark.django_db


def is_accepted(client: Client, *more: Budget, at=NOW) -> bool:
    try:
        attempts.count_attempt(*client.budgets("code"), *more, at=at)
    except TooManyAttempts:
        return False
    return True


def test_guesses_of_one_device_delay_no_other_device_at_its_address():
    guesser, other_device = Client("10.0.0.1", "a"), Client("10.0.0.1", "b")
    assert sum(is_accepted(guesser) for _try in range(100)) == guess_limits.FREE_PER_DEVICE
    assert is_accepted(other_device)
    assert is_accepted(Client("10.0.0.1"))


def test_devices_without_a_name_share_a_budget_and_delay_none_with_a_name():
    assert (
        sum(is_accepted(Client("10.0.0.1")) for _try in range(100)) == guess_limits.FREE_PER_ADDRESS_UNNAMED
    )
    assert is_accepted(Client("10.0.0.1", "a"))
    assert is_accepted(Client("10.0.0.2"))


@pytest.mark.release
def test_new_names_do_not_exceed_the_total_of_an_address():
    accepted = sum(is_accepted(Client("10.0.0.1", str(number))) for number in range(300))
    assert accepted == guess_limits.FREE_PER_ADDRESS
    assert is_accepted(Client("10.0.0.2", "0"))


def test_correct_codes_do_not_count():
    client = Client("10.0.0.1", "a")
    for _try in range(2 * guess_limits.FREE_PER_DEVICE):
        assert is_accepted(client)
        attempts.refund_attempt(*client.budgets("code"))


def test_global_budget_counts_all_addresses_for_a_day():
    target = guess_limits.global_budget("code", 5)
    accepted = [is_accepted(Client(f"10.0.0.{number}"), target) for number in range(9)]
    assert accepted == [True] * 5 + [False] * 4
    assert attempts.is_spent(target, at=NOW + timedelta(hours=23))
    assert not attempts.is_spent(target, at=NOW + timedelta(hours=24))


def test_unused_budget_is_not_spent():
    assert not attempts.is_spent(guess_limits.global_budget("code", 1), at=NOW)
