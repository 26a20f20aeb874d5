from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial

import pyotp
import pytest

from tests.factories import NOW, UserFactory
from tests.faults.test_races import at_once
from tournaments.accounts.domain import close_account, two_factor
from tournaments.limits import attempts
from tournaments.log.actor import Actor
from tournaments.models import LogRow, RecoveryCode, SecondStep, User

pytestmark = pytest.mark.django_db

SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
STEP = timedelta(seconds=two_factor.CODE_SECONDS)


def code(at: datetime) -> str:
    return pyotp.TOTP(SECRET).at(at)


@pytest.fixture
def user() -> User:
    return UserFactory.create(email="ayse@example.org")


def turn_on(user: User) -> list[str]:
    return two_factor.turn_on(user=user, secret=SECRET, code=code(NOW), at=NOW)


def confirm(user: User, typed: str, at: datetime = NOW) -> None:
    two_factor.confirm_code(user=user, code=typed, at=at)


def test_two_factor_is_turned_on_with_a_code_of_the_app(user):
    with pytest.raises(two_factor.WrongCode):
        two_factor.turn_on(user=user, secret=SECRET, code=code(NOW + 5 * STEP), at=NOW)
    assert two_factor.for_user(user=user) is None
    codes = turn_on(user)
    assert len({*codes}) == two_factor.count_unused_codes(user=user) == 10
    with pytest.raises(two_factor.SecondStepIsOn):
        turn_on(user)
    assert not any(recovery_code in str(RecoveryCode.objects.values()) for recovery_code in codes)


def test_uri_for_the_app_names_the_account(user):
    parsed = pyotp.parse_uri(two_factor.provisioning_uri(user=user, secret=SECRET))
    assert (parsed.name, parsed.issuer, parsed.secret) == ("ayse@example.org", "Istaka", SECRET)


@pytest.mark.parametrize(("ago", "good"), [(-2, False), (-1, True), (0, True), (1, True), (2, False)])
def test_current_and_adjacent_codes_work_once(user, ago, good):
    turn_on(user)
    later = NOW + 10 * STEP
    typed_code = code(later - ago * STEP)
    if good:
        confirm(user, f" {typed_code[:3]} {typed_code[3:]} ", later)
    with pytest.raises(two_factor.WrongCode):
        confirm(user, typed_code, later)


def test_code_that_turned_two_factor_on_and_older_codes_are_used_up(user):
    turn_on(user)
    for typed_code in (code(NOW), code(NOW - STEP), "000000", "", "١٢٣٤٥٦"):
        with pytest.raises(two_factor.WrongCode):
            confirm(user, typed_code)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("recovery", [False, True])
def test_parallel_uses_of_a_code_succeed_once(recovery):
    user = UserFactory.create()
    codes = turn_on(user)
    later = NOW + STEP
    typed_code = codes[0] if recovery else code(later)
    outcomes = at_once(partial(confirm, user, typed_code, later), partial(confirm, user, typed_code, later))
    assert [type(outcome) for outcome in outcomes if outcome is not None] == [two_factor.WrongCode]


@pytest.mark.parametrize("years", [1, -1])
def test_codes_work_once_after_the_clock_was_wrong(user, years):
    turn_on(user)
    wrong_time = NOW + years * timedelta(days=365)
    confirm(user, code(wrong_time), wrong_time)
    confirm(user, code(NOW), NOW)
    with pytest.raises(two_factor.WrongCode):
        confirm(user, code(NOW), NOW)


def test_recovery_code_works_once_and_is_logged(user):
    first, second, *_others = turn_on(user)
    confirm(user, f"{first[:4]} {first[4:].swapcase()}")
    with pytest.raises(two_factor.WrongCode):
        confirm(user, first)
    assert two_factor.count_unused_codes(user=user) == 9
    assert LogRow.objects.filter(action="recovery_code_used").count() == 1
    new_codes = two_factor.renew_codes(user=user, at=NOW)
    with pytest.raises(two_factor.WrongCode):
        confirm(user, second)
    confirm(user, new_codes[0])


def test_codes_of_another_account_are_refused(user):
    other_user = UserFactory.create()
    codes = turn_on(other_user)
    SecondStep.objects.create(user=user, secret=pyotp.random_base32(), since=NOW)
    for typed_code in (codes[0], code(NOW + STEP)):
        with pytest.raises(two_factor.WrongCode):
            confirm(user, typed_code, NOW + STEP)


def test_guesses_wait_at_most_five_minutes(user):
    turn_on(user)
    later = NOW + 10 * STEP
    for _try in range(two_factor.FREE_ATTEMPTS):
        with pytest.raises(two_factor.WrongCode):
            confirm(user, "000000", later)
    with pytest.raises(attempts.TooManyAttempts):
        confirm(user, code(later), later)
    after = later + two_factor.LONGEST_WAIT
    confirm(user, code(after), after)


def test_two_factor_is_turned_off_and_deleted_with_the_account(user):
    turn_on(user)
    for _twice in range(2):
        two_factor.turn_off(user=user, by=Actor(user=user), at=NOW)
    assert LogRow.objects.filter(action="two_factor_disabled").count() == 1
    with pytest.raises(two_factor.SecondStepIsOff):
        two_factor.renew_codes(user=user, at=NOW)
    turn_on(user)
    close_account.close(user=user, at=NOW)
    assert not SecondStep.objects.exists()
    assert not RecoveryCode.objects.exists()
