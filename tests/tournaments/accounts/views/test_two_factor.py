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

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]

PASSWORD = "sarı taş on üç"
NEW = "kırmızı yedi okey"


@pytest.fixture
def user() -> User:
    return MembershipFactory.create(
        role=Role.OWNER, user=UserFactory.create(email="ayse@example.org", password=PASSWORD)
    ).user


@pytest.fixture
def codes(user: User) -> list[str]:
    """Turn it on and return the recovery codes; no current code of the app is used up yet."""
    secret = two_factor.new_secret()
    recovery_codes = two_factor.turn_on(
        user=user, secret=secret, code=pyotp.TOTP(secret).now(), at=timezone.now()
    )
    SecondStep.objects.update(last_counter=0)
    return recovery_codes


def current_code(user: User) -> str:
    return pyotp.TOTP(SecondStep.objects.get(user=user).secret).now()


def type_password(client: Client, **more: str):
    form_data = {"email": "ayse@example.org", "password": PASSWORD, **more}
    return client.post(reverse("tournaments:sign_in"), form_data)


def type_code(client: Client, code: str, **more: str):
    return client.post(reverse("tournaments:sign_in_code"), {"code": code, **more})


def is_in(client: Client) -> bool:
    return bool(client.get(reverse("tournaments:account")).status_code == 200)


def test_sign_in_needs_password_and_code(user, codes):
    client = Client()
    page = reverse("tournaments:archived_tournaments")
    redirect = type_password(client, next=page)
    assert (redirect.status_code, is_in(client)) == (303, False)
    address = redirect.headers["Location"]
    assert client.get(address).context["next"] == page
    wrong = type_code(client, "000000")
    assert (wrong.status_code, "code" in wrong.context["form"].errors, is_in(client)) == (422, True, False)
    assert type_code(client, current_code(user), next=page).headers["Location"] == page
    assert is_in(client)
    assert client.get(address).status_code == 303


def test_sign_in_with_code_never_redirects_to_another_site(user, codes):
    client = Client()
    code_page = type_password(client, next="https://evil.example")
    assert "evil" not in code_page.headers["Location"]
    redirect = type_code(client, current_code(user), next="//evil.example")
    assert redirect.headers["Location"] == reverse("tournaments:dashboard")


def test_recovery_code_signs_in(user, codes):
    client = Client()
    type_password(client)
    assert type_code(client, codes[0]).status_code == 303
    assert is_in(client)


def test_code_without_the_password_is_refused(user, codes):
    client = Client()
    assert type_code(client, current_code(user)).headers["Location"].endswith("/sign-in/")
    client.cookies[COOKIE] = "made:up"
    assert type_code(client, current_code(user)).headers["Location"].endswith("/sign-in/")
    assert not is_in(client)


def test_code_after_a_password_change_is_refused(user, codes, monkeypatch):
    client = Client()
    cookie = type_password(client).cookies[COOKIE]
    assert (cookie["path"], cookie["httponly"], cookie["max-age"]) == ("/sign-in/", True, 600)
    assert str(user.email) not in cookie.value
    user.set_password(NEW)
    user.save()
    assert type_code(client, current_code(user)).headers["Location"].endswith("/sign-in/")
    assert not is_in(client)


def test_guesses_of_the_code_are_limited(user, codes):
    client = Client()
    type_password(client)
    for _try in range(two_factor.FREE_ATTEMPTS):
        type_code(client, "000000")
    response = type_code(client, current_code(user))
    assert (response.status_code, "Retry-After" in response.headers, is_in(client)) == (429, True, False)


def test_turning_two_factor_on_needs_password_and_code_and_shows_recovery_codes_once(user):
    client = Client()
    type_password(client)
    page = reverse("tournaments:two_factor")
    context = client.get(page).context
    secret = context["secret"].replace(" ", "")
    assert client.get(page).context["secret"] == context["secret"]
    for form_data in (
        {"code": "000000", "password": PASSWORD},
        {"code": pyotp.TOTP(secret).now(), "password": "?"},
    ):
        refused = client.post(page, form_data)
        assert (refused.status_code, two_factor.for_user(user=user)) == (422, None)
        assert refused.context["secret"] == context["secret"]
    assert client.post(page, {"code": pyotp.TOTP(secret).now(), "password": PASSWORD}).status_code == 303
    response = client.get(page)
    codes = response.context["codes"]
    assert len(codes) == 10
    assert codes[0] in response.content.decode()
    assert client.get(page).context["codes"] == []
    two_factor.confirm_code(user=user, code=codes[0], at=timezone.now())


@pytest.mark.parametrize("act", ["turn_off_two_factor", "recovery_codes"])
def test_turning_two_factor_off_and_new_recovery_codes_need_the_password(user, codes, act):
    client = Client()
    client.force_login(user)
    address = reverse(f"tournaments:{act}")
    assert client.get(address).status_code == 303
    refused = client.post(address, {"password": "?"})
    assert refused.status_code == 422
    assert re.search(r'id="(off|codes)_password_error"', refused.content.decode())
    assert two_factor.for_user(user=user) is not None
    two_factor.confirm_code(user=user, code=codes[0], at=timezone.now())
    assert client.post(address, {"password": PASSWORD}).status_code == 303
    assert (two_factor.for_user(user=user) is None) == (act == "turn_off_two_factor")
    client.get(reverse("tournaments:two_factor"))
    with pytest.raises(two_factor.WrongCode):
        two_factor.confirm_code(user=user, code=codes[1], at=timezone.now())


@pytest.mark.parametrize("by_hand", [True, False])
def test_owners_link_turns_two_factor_off_and_a_mailed_link_does_not(user, codes, by_hand):
    issued = recovery_links.issue_link(user, AccountLinkKind.PASSWORD, by_hand=by_hand, at=timezone.now())
    address = reverse("tournaments:new_password", args=[issued.code])
    assert Client().post(address, {"new_password1": NEW, "new_password2": NEW}).status_code == 303
    client = Client()
    type_password(client, password=NEW)
    assert is_in(client) == by_hand
