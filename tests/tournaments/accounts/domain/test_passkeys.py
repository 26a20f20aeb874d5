from __future__ import annotations

import json
from datetime import timedelta
from functools import partial

import pytest
from fido2.utils import websafe_encode

from tests.factories import NOW, UserFactory
from tests.faults.test_races import at_once
from tests.tournaments.accounts.domain.passkey_device import Device
from tournaments.accounts.domain import close_account, passkeys
from tournaments.accounts.domain.passkeys import RelyingParty
from tournaments.limits import attempts, guess_limits
from tournaments.models import LogRow, Passkey, User

pytestmark = pytest.mark.django_db

HOUSE = RelyingParty("okey.example", "https://okey.example")


@pytest.fixture
def user() -> User:
    return UserFactory.create(email="ayse@example.org", name="Ayşe")


@pytest.fixture
def device() -> Device:
    return Device(HOUSE.origin)


def register_passkey(user: User, device: Device, **changes: str) -> Passkey:
    challenge = passkeys.begin_registration(user=user, relying_party=HOUSE)
    response = changes.get("answer") or device.make(challenge.options)
    return passkeys.finish_registration(
        user=user, name="Telefon", answer=response, state=challenge.state, relying_party=HOUSE, at=NOW
    )


def sign_in(device: Device, *, answer: str = "", house: RelyingParty = HOUSE) -> User:
    challenge = passkeys.begin_sign_in(relying_party=house)
    answer = answer or device.sign(challenge.options)
    return passkeys.sign_in(answer=answer, state=challenge.state, relying_party=house, address="x", at=NOW)


def test_device_signs_in_with_its_passkey(user, device):
    register_passkey(user, device)
    assert sign_in(device) == user
    assert passkeys.for_user(user=user).get().used_at == NOW
    assert LogRow.objects.get().action == "passkey_added"


def test_options_name_the_user_and_existing_passkeys(user, device):
    passkey = register_passkey(user, device)
    options = json.loads(passkeys.begin_registration(user=user, relying_party=HOUSE).options)
    assert (options["user"]["name"], options["rp"]["id"]) == ("ayse@example.org", "okey.example")
    assert [credential["id"] for credential in options["excludeCredentials"]] == [passkey.credential_id]
    assert options["authenticatorSelection"]["userVerification"] == "required"


@pytest.mark.parametrize(
    "other",
    [
        Device("https://evil.example"),
        Device("http://okey.example"),
        Device(HOUSE.origin, unlocks=False),
    ],
    ids=["elsewhere", "plain http", "not unlocked"],
)
def test_passkey_of_another_origin_or_without_verification_is_not_stored(user, other):
    with pytest.raises(passkeys.PasskeyNotCreated):
        register_passkey(user, other)
    assert not Passkey.objects.exists()


def test_wrong_key_origin_or_verification_does_not_sign_in(user, device):
    register_passkey(user, device)
    for other_device in (
        Device(HOUSE.origin),
        Device("https://evil.example"),
        Device(HOUSE.origin, unlocks=False),
    ):
        if other_device.origin != HOUSE.origin or not other_device.seen & 4:
            other_device.key = device.key
        with pytest.raises(passkeys.UnknownPasskey):
            sign_in(other_device)
    other_site = RelyingParty("evil.example", "https://evil.example")
    with pytest.raises(passkeys.UnknownPasskey):
        sign_in(device, house=other_site)
    assert passkeys.for_user(user=user).get().used_at is None


@pytest.mark.parametrize(
    "answer", ["?", "[]", "null", "{}", '{"rawId": 5}', '{"rawId": "é"}', "\0", "x" * 30_000, "[" * 9_000]
)
def test_malformed_answer_is_refused(user, device, answer):
    with pytest.raises(passkeys.PasskeyNotCreated):
        register_passkey(user, device, answer=answer)
    with pytest.raises(passkeys.UnknownPasskey):
        sign_in(device, answer=answer)


@pytest.mark.parametrize("seconds", [0, 30, 90, 210, 299])
def test_answer_works_once(user, device, seconds):
    register_passkey(user, device)
    challenge = passkeys.begin_sign_in(relying_party=HOUSE)
    answer = device.sign(challenge.options)
    send = partial(passkeys.sign_in, answer=answer, state=challenge.state, relying_party=HOUSE)
    assert send(address="x", at=NOW) == user
    for address in ("x", "y"):
        with pytest.raises(passkeys.ChallengeUsed):
            send(address=address, at=NOW + timedelta(seconds=seconds))
    with pytest.raises(passkeys.UnknownPasskey):
        sign_in(device, answer=answer)


def test_wrong_answer_uses_up_the_challenge(user, device):
    register_passkey(user, device)
    challenge = passkeys.begin_sign_in(relying_party=HOUSE)
    send = partial(passkeys.sign_in, state=challenge.state, relying_party=HOUSE, address="x")
    with pytest.raises(passkeys.UnknownPasskey):
        send(answer="{}", at=NOW)
    with pytest.raises(passkeys.ChallengeUsed):
        send(answer=device.sign(challenge.options), at=NOW + timedelta(seconds=200))


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_one_of_twenty_parallel_answers_signs_in(device):
    user = UserFactory.create()
    Passkey.objects.create(
        user=user,
        name="Telefon",
        made_at=NOW,
        credential_id=websafe_encode(device.key_id),
        credential=bytes(device.credential),
    )
    challenge = passkeys.begin_sign_in(relying_party=HOUSE)
    answer = device.sign(challenge.options)
    send = partial(passkeys.sign_in, answer=answer, state=challenge.state, relying_party=HOUSE, at=NOW)
    calls = [partial(send, address=f"{number}") for number in range(20)]
    assert sum(outcome == user for outcome in at_once(*calls)) == 1


def test_attempts_are_limited(device):
    for _try in range(guess_limits.FREE_PER_ADDRESS_UNNAMED):
        with pytest.raises(passkeys.UnknownPasskey):
            sign_in(device)
    with pytest.raises(attempts.TooManyAttempts):
        sign_in(device)


def test_key_belongs_to_one_account(user, device):
    register_passkey(user, device)
    with pytest.raises(passkeys.PasskeyNotCreated):
        register_passkey(UserFactory.create(), device)
    assert sign_in(device) == user


def test_number_of_passkeys_is_limited(user):
    for number in range(passkeys.MAX_PASSKEYS):
        register_passkey(user, Device(HOUSE.origin, key_id=f"{number}".encode()))
    with pytest.raises(passkeys.TooManyPasskeys):
        register_passkey(user, Device(HOUSE.origin))


def test_removed_passkey_is_invalid_and_others_cannot_remove_it(user, device):
    passkey = register_passkey(user, device)
    with pytest.raises(passkeys.PasskeyAlreadyRemoved):
        passkeys.remove(user=UserFactory.create(), public_id=passkey.public_id, at=NOW)
    passkeys.remove(user=user, public_id=passkey.public_id, at=NOW)
    with pytest.raises(passkeys.PasskeyAlreadyRemoved):
        passkeys.remove(user=user, public_id=passkey.public_id, at=NOW)
    with pytest.raises(passkeys.UnknownPasskey):
        sign_in(device)


def test_closed_account_has_no_passkeys(user, device):
    register_passkey(user, device)
    close_account.close(user=user, at=NOW)
    with pytest.raises(passkeys.UnknownPasskey):
        sign_in(device)
    assert not Passkey.objects.exists()
