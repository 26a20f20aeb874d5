"""Turning the second step on and off, and signing in by it."""

from __future__ import annotations

import re

import pyotp
import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import MembershipFactory, UserFactory
from tournaments.accounts.domain import recovery_links, two_factor
from tournaments.accounts.views.two_factor import COOKIE
from tournaments.enums import AccountLinkKind, Role
from tournaments.models import SecondStep, User

pytestmark = [pytest.mark.django_db, pytest.mark.english]

PASSWORD = "sarı taş on üç"
NEW = "kırmızı yedi okey"


@pytest.fixture
def user() -> User:
    return MembershipFactory.create(
        role=Role.OWNER, user=UserFactory.create(email="ayse@example.org", password=PASSWORD)
    ).user


@pytest.fixture
def codes(user: User) -> list[str]:
    """The recovery codes of somebody whose second step is on; the app has shown no code of now yet."""
    secret = two_factor.new_secret()
    made = two_factor.turn_on(user=user, secret=secret, code=pyotp.TOTP(secret).now(), at=timezone.now())
    SecondStep.objects.update(last_counter=0)
    return made


def now(user: User) -> str:
    return pyotp.TOTP(SecondStep.objects.get(user=user).secret).now()


def type_password(client: Client, **more: str):
    typed = {"email": "ayse@example.org", "password": PASSWORD, **more}
    return client.post(reverse("tournaments:sign_in"), typed)


def type_code(client: Client, code: str, **more: str):
    return client.post(reverse("tournaments:sign_in_code"), {"code": code, **more})


def is_in(client: Client) -> bool:
    return bool(client.get(reverse("tournaments:account")).status_code == 200)


def test_the_password_alone_signs_nobody_in_and_the_code_then_does(user, codes):
    client = Client()
    page = reverse("tournaments:put_away")
    asked = type_password(client, next=page)
    assert (asked.status_code, is_in(client)) == (303, False)
    address = asked.headers["Location"]
    assert client.get(address).context["next"] == page
    wrong = type_code(client, "000000")
    assert (wrong.status_code, "code" in wrong.context["form"].errors, is_in(client)) == (422, True, False)
    assert type_code(client, now(user), next=page).headers["Location"] == page
    assert is_in(client)
    assert client.get(address).status_code == 303


def test_it_leads_to_no_page_that_is_not_ours(user, codes):
    client = Client()
    asked = type_password(client, next="https://evil.example")
    assert "evil" not in asked.headers["Location"]
    led = type_code(client, now(user), next="//evil.example")
    assert led.headers["Location"] == reverse("tournaments:desk")


def test_a_recovery_code_does_as_well(user, codes):
    client = Client()
    type_password(client)
    assert type_code(client, codes[0]).status_code == 303
    assert is_in(client)


def test_without_the_password_no_code_is_looked_at(user, codes):
    client = Client()
    assert type_code(client, now(user)).headers["Location"].endswith("/sign-in/")
    client.cookies[COOKIE] = "made:up"
    assert type_code(client, now(user)).headers["Location"].endswith("/sign-in/")
    assert not is_in(client)


def test_nor_after_the_password_was_changed_or_it_was_long_ago(user, codes, monkeypatch):
    client = Client()
    left = type_password(client).cookies[COOKIE]
    assert (left["path"], left["httponly"], left["max-age"]) == ("/sign-in/", True, 600)
    assert str(user.email) not in left.value
    user.set_password(NEW)
    user.save()
    assert type_code(client, now(user)).headers["Location"].endswith("/sign-in/")
    assert not is_in(client)


def test_who_guesses_has_to_wait(user, codes):
    client = Client()
    type_password(client)
    for _try in range(two_factor.FREE):
        type_code(client, "000000")
    answer = type_code(client, now(user))
    assert (answer.status_code, "Retry-After" in answer.headers, is_in(client)) == (429, True, False)


def test_it_is_turned_on_with_password_and_code_and_recovery_codes_are_shown_once(user):
    client = Client()
    type_password(client)
    page = reverse("tournaments:own_second_step")
    shown = client.get(page).context
    secret = shown["secret"].replace(" ", "")
    assert client.get(page).context["secret"] == shown["secret"]
    for typed in (
        {"code": "000000", "password": PASSWORD},
        {"code": pyotp.TOTP(secret).now(), "password": "?"},
    ):
        refused = client.post(page, typed)
        assert (refused.status_code, two_factor.of(user=user)) == (422, None)
        assert refused.context["secret"] == shown["secret"]
    assert client.post(page, {"code": pyotp.TOTP(secret).now(), "password": PASSWORD}).status_code == 303
    told = client.get(page)
    codes = told.context["codes"]
    assert len(codes) == 10
    assert codes[0] in told.content.decode()
    assert client.get(page).context["codes"] == []
    two_factor.confirm(user=user, code=codes[0], at=timezone.now())


@pytest.mark.parametrize("act", ["second_step_off", "recovery_codes"])
def test_what_weakens_it_asks_for_the_password(user, codes, act):
    client = Client()
    client.force_login(user)
    address = reverse(f"tournaments:{act}")
    assert client.get(address).status_code == 303
    refused = client.post(address, {"password": "?"})
    assert refused.status_code == 422
    assert re.search(r'id="(off|codes)_password_error"', refused.content.decode())
    assert two_factor.of(user=user) is not None
    two_factor.confirm(user=user, code=codes[0], at=timezone.now())
    assert client.post(address, {"password": PASSWORD}).status_code == 303
    assert (two_factor.of(user=user) is None) == (act == "second_step_off")
    client.get(reverse("tournaments:own_second_step"))
    with pytest.raises(two_factor.WrongCode):
        two_factor.confirm(user=user, code=codes[1], at=timezone.now())


@pytest.mark.parametrize("by_hand", [True, False])
def test_a_link_that_was_handed_over_turns_it_off_and_one_that_was_mailed_does_not(user, codes, by_hand):
    issued = recovery_links.issue(user, AccountLinkKind.PASSWORD, by_hand=by_hand, at=timezone.now())
    address = reverse("tournaments:new_password", args=[issued.code])
    assert Client().post(address, {"new_password1": NEW, "new_password2": NEW}).status_code == 303
    client = Client()
    type_password(client, password=NEW)
    assert is_in(client) == by_hand
