"""Passkeys: kept, answered by, removed; whatever else is sent opens nothing."""

from __future__ import annotations

import json
from datetime import timedelta
from functools import partial

import pytest
from fido2.utils import websafe_encode

from tests.factories import NOW, UserFactory
from tests.faults.test_races import at_once
from tests.tournaments.accounts.domain.device import Device
from tournaments.accounts.domain import closing, passkeys
from tournaments.accounts.domain.passkeys import House
from tournaments.limits import attempts, guessing
from tournaments.models import LogRow, Passkey, User

pytestmark = pytest.mark.django_db

HOUSE = House("okey.example", "https://okey.example")


@pytest.fixture
def user() -> User:
    return UserFactory.create(email="ayse@example.org", name="Ayşe")


@pytest.fixture
def device() -> Device:
    return Device(HOUSE.origin)


def keep(user: User, device: Device, **changes: str) -> Passkey:
    asked = passkeys.ask_to_make(user=user, house=HOUSE)
    answer = changes.get("answer") or device.make(asked.options)
    return passkeys.keep(user=user, name="Telefon", answer=answer, state=asked.state, house=HOUSE, at=NOW)


def sign_in(device: Device, *, answer: str = "", house: House = HOUSE) -> User:
    asked = passkeys.ask_to_sign_in(house=house)
    answer = answer or device.sign(asked.options)
    return passkeys.sign_in(answer=answer, state=asked.state, house=house, address="x", at=NOW)


def test_a_device_signs_in_by_the_passkey_that_it_made(user, device):
    keep(user, device)
    assert sign_in(device) == user
    assert passkeys.of(user=user).get().used_at == NOW
    assert LogRow.objects.get().action == "passkey_added"


def test_the_device_is_told_whose_it_is_and_which_it_holds(user, device):
    passkey = keep(user, device)
    asked = json.loads(passkeys.ask_to_make(user=user, house=HOUSE).options)
    assert (asked["user"]["name"], asked["rp"]["id"]) == ("ayse@example.org", "okey.example")
    assert [one["id"] for one in asked["excludeCredentials"]] == [passkey.credential_id]
    assert asked["authenticatorSelection"]["userVerification"] == "required"


@pytest.mark.parametrize(
    "other",
    [
        Device("https://evil.example"),
        Device("http://okey.example"),
        Device(HOUSE.origin, unlocks=False),
    ],
    ids=["elsewhere", "plain http", "not unlocked"],
)
def test_nothing_is_kept_of_a_device_that_was_asked_elsewhere_or_not_unlocked(user, other):
    with pytest.raises(passkeys.PasskeyNotTaken):
        keep(user, other)
    assert not Passkey.objects.exists()


def test_nor_does_such_a_device_sign_in_nor_another_with_the_same_name_for_its_key(user, device):
    keep(user, device)
    for other in (Device(HOUSE.origin), Device("https://evil.example"), Device(HOUSE.origin, unlocks=False)):
        if other.origin != HOUSE.origin or not other.seen & 4:
            other.key = device.key
        with pytest.raises(passkeys.PasskeyNotKnown):
            sign_in(other)
    elsewhere = House("evil.example", "https://evil.example")
    with pytest.raises(passkeys.PasskeyNotKnown):
        sign_in(device, house=elsewhere)
    assert passkeys.of(user=user).get().used_at is None


@pytest.mark.parametrize(
    "answer", ["?", "[]", "null", "{}", '{"rawId": 5}', '{"rawId": "é"}', "\0", "x" * 30_000, "[" * 9_000]
)
def test_nonsense_is_no_passkey(user, device, answer):
    with pytest.raises(passkeys.PasskeyNotTaken):
        keep(user, device, answer=answer)
    with pytest.raises(passkeys.PasskeyNotKnown):
        sign_in(device, answer=answer)


@pytest.mark.parametrize("seconds", [0, 30, 90, 210, 299])
def test_an_answer_is_good_once(user, device, seconds):
    keep(user, device)
    asked = passkeys.ask_to_sign_in(house=HOUSE)
    answer = device.sign(asked.options)
    send = partial(passkeys.sign_in, answer=answer, state=asked.state, house=HOUSE)
    assert send(address="x", at=NOW) == user
    for address in ("x", "y"):
        with pytest.raises(passkeys.ChallengeUsed):
            send(address=address, at=NOW + timedelta(seconds=seconds))
    with pytest.raises(passkeys.PasskeyNotKnown):
        sign_in(device, answer=answer)


def test_a_wrong_answer_uses_the_challenge_up(user, device):
    keep(user, device)
    asked = passkeys.ask_to_sign_in(house=HOUSE)
    send = partial(passkeys.sign_in, state=asked.state, house=HOUSE, address="x")
    with pytest.raises(passkeys.PasskeyNotKnown):
        send(answer="{}", at=NOW)
    with pytest.raises(passkeys.ChallengeUsed):
        send(answer=device.sign(asked.options), at=NOW + timedelta(seconds=200))


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_of_twenty_answers_at_once_one_signs_in(device):
    user = UserFactory.create()
    Passkey.objects.create(
        user=user,
        name="Telefon",
        made_at=NOW,
        credential_id=websafe_encode(device.key_id),
        credential=bytes(device.credential),
    )
    asked = passkeys.ask_to_sign_in(house=HOUSE)
    answer = device.sign(asked.options)
    send = partial(passkeys.sign_in, answer=answer, state=asked.state, house=HOUSE, at=NOW)
    calls = [partial(send, address=f"{number}") for number in range(20)]
    assert sum(outcome == user for outcome in at_once(*calls)) == 1


def test_who_goes_on_and_on_has_to_wait(device):
    for _try in range(guessing.WITHOUT_A_NAME):
        with pytest.raises(passkeys.PasskeyNotKnown):
            sign_in(device)
    with pytest.raises(attempts.TooManyTries):
        sign_in(device)


def test_a_key_belongs_to_one_account(user, device):
    keep(user, device)
    with pytest.raises(passkeys.PasskeyNotTaken):
        keep(UserFactory.create(), device)
    assert sign_in(device) == user


def test_there_are_as_many_as_one_can_look_after(user):
    for number in range(passkeys.MOST):
        keep(user, Device(HOUSE.origin, key_id=f"{number}".encode()))
    with pytest.raises(passkeys.TooManyPasskeys):
        keep(user, Device(HOUSE.origin))


def test_one_that_was_removed_opens_nothing_and_nobody_removes_anothers(user, device):
    passkey = keep(user, device)
    with pytest.raises(passkeys.PasskeyGone):
        passkeys.remove(user=UserFactory.create(), public_id=passkey.public_id, at=NOW)
    passkeys.remove(user=user, public_id=passkey.public_id, at=NOW)
    with pytest.raises(passkeys.PasskeyGone):
        passkeys.remove(user=user, public_id=passkey.public_id, at=NOW)
    with pytest.raises(passkeys.PasskeyNotKnown):
        sign_in(device)


def test_a_closed_account_has_none(user, device):
    keep(user, device)
    closing.close(user=user, at=NOW)
    with pytest.raises(passkeys.PasskeyNotKnown):
        sign_in(device)
    assert not Passkey.objects.exists()
