from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import NOW, UserFactory
from tests.module_fixtures import module_fixture
from tests.taken_semaphore import hold_semaphore
from tournaments.accounts.domain import password_check
from tournaments.models import User
from tournaments.web.client import SIGNED_IN_COOKIE

pytestmark = pytest.mark.django_db

SIGN_IN = reverse("tournaments:sign_in")
OWN_PASSWORD = reverse("tournaments:password")
PASSWORD = "ıstaka-101-okey"


@module_fixture
def user() -> User:
    return UserFactory.create(email="ayse@example.org")


def sign_in(client: Client, **typed: str):
    return client.post(SIGN_IN, {"email": "ayse@example.org", "password": PASSWORD, **typed})


@pytest.mark.parametrize("email", ["ayse@example.org", "AYSE@Example.ORG", "  ayse@example.org "])
def test_case_of_the_email_does_not_matter(client, user, email):
    response = sign_in(client, email=email)
    assert (response.status_code, response.headers["Location"]) == (303, reverse("tournaments:dashboard"))
    assert client.session["_auth_user_id"] == str(user.pk)


def test_sign_in_returns_to_the_requested_page(client, user):
    page = reverse("tournaments:archived_tournaments")
    assert sign_in(client, next=page).headers["Location"] == page


@pytest.mark.parametrize(
    "elsewhere",
    [
        "https://evil.example",
        "//evil.example",
        "javascript:alert(1)",
        " /manage/",
        "/nowhere/",
    ],
)
def test_sign_in_never_redirects_to_another_site(client, user, elsewhere):
    assert sign_in(client, next=elsewhere).headers["Location"] == reverse("tournaments:dashboard")


@pytest.mark.parametrize(
    "wrong", [{"password": "yanlış"}, {"email": "can@example.org"}, {"email": "ayse"}, {"password": ""}]
)
def test_wrong_credentials_are_shown_with_the_email_kept(client, user, wrong):
    response = sign_in(client, **wrong)
    assert response.status_code == 422
    assert response.context["form"].errors
    assert response.context["form"]["email"].value() == wrong.get("email", "ayse@example.org")
    assert PASSWORD not in response.content.decode()
    assert "_auth_user_id" not in client.session


def test_closed_account_cannot_sign_in(client, user):
    user.is_active = False
    user.save()
    assert sign_in(client).status_code == 422


def test_correct_password_waits_after_some_failures(client, user, monkeypatch):
    monkeypatch.setattr(timezone, "now", lambda: NOW)  # so that no second of the wait has passed
    for _try in range(password_check.FREE_PER_BROWSER):
        assert sign_in(client, password="yanlış").status_code == 422
    response = sign_in(client)
    assert (response.status_code, response.headers["Retry-After"]) == (429, "30")
    assert "30" in response.context["form"].non_field_errors()[0]
    assert response.context["form"]["email"].value() == "ayse@example.org"


def test_known_browser_does_not_wait_for_failures_of_other_browsers(client, user):
    assert sign_in(client).status_code == 303
    for _try in range(password_check.FREE_PER_BROWSER):
        sign_in(Client(), password="yanlış")
    assert sign_in(Client()).status_code == 429
    assert sign_in(client).status_code == 303
    cookie = client.cookies[SIGNED_IN_COOKIE]
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == (SIGN_IN, True, "Lax")
    assert "ayse" not in cookie.value


@pytest.mark.parametrize("change", [lambda value: f"{value}x", lambda value: value.replace(":", "")])
def test_forged_cookie_of_a_known_browser_is_ignored(client, user, change):
    sign_in(client)
    changed = change(client.cookies[SIGNED_IN_COOKIE].value)
    client.cookies.clear()
    client.cookies[SIGNED_IN_COOKIE] = changed
    for _try in range(password_check.FREE_PER_BROWSER):
        sign_in(Client(), password="yanlış")
    assert sign_in(client).status_code == 429


def test_known_browser_of_one_account_is_unknown_for_another(client, user):
    UserFactory.create(email="can@example.org")
    sign_in(client)
    for _try in range(password_check.FREE_PER_BROWSER):
        sign_in(Client(), password="yanlış", email="can@example.org")
    assert sign_in(client, email="can@example.org").status_code == 429


def test_failures_of_one_device_delay_no_other_at_its_address(client, user):
    client.get(SIGN_IN)
    responses = [
        sign_in(client, email=f"{number}@example.org", password="yanlış").status_code
        for number in range(password_check.FREE_PER_DEVICE + 1)
    ]
    assert responses == [422] * password_check.FREE_PER_DEVICE + [429]
    assert sign_in(Client()).status_code == 303


def test_sign_in_under_full_load_keeps_the_email(client, user):
    with hold_semaphore(password_check.hashing_slots):
        response = sign_in(client)
    assert (response.status_code, response.headers["Retry-After"]) == (503, "2")
    assert response.context["form"]["email"].value() == "ayse@example.org"
    assert PASSWORD not in response.content.decode()


def test_failures_are_counted_by_forwarded_address(client, user, settings):
    settings.BEHIND_PROXY = True
    for _try in range(password_check.FREE_PER_BROWSER):
        sign_in(client, password="yanlış")
    assert sign_in(client).status_code == 429
    assert sign_in(Client(headers={"X-Forwarded-For": "192.168.1.7"})).status_code == 303


def test_sign_out_ends_the_session(client, user):
    client.force_login(user)
    assert client.post(reverse("tournaments:sign_out")).status_code == 303
    assert "_auth_user_id" not in client.session


def test_changed_password_works_and_the_browser_stays_signed_in(client, user):
    client.force_login(user)
    form_data = {
        "old_password": PASSWORD,
        "new_password1": "kırmızı yedi okey",
        "new_password2": "kırmızı yedi okey",
    }
    assert client.post(OWN_PASSWORD, form_data).status_code == 303
    assert client.get(reverse("tournaments:dashboard")).status_code == 200
    assert sign_in(Client(), password="kırmızı yedi okey").status_code == 303


def test_password_change_needs_the_old_password(client, user):
    client.force_login(user)
    form_data = {
        "old_password": "?",
        "new_password1": "kırmızı yedi okey",
        "new_password2": "kırmızı yedi okey",
    }
    response = client.post(OWN_PASSWORD, form_data)
    assert response.status_code == 422
    assert "old_password" in response.context["form"].errors
    assert sign_in(Client()).status_code == 303


def test_guesses_of_the_old_password_are_limited(client, user):
    client.force_login(user)
    form_data = {"new_password1": "kırmızı yedi okey", "new_password2": "kırmızı yedi okey"}
    for _try in range(password_check.FREE_PER_BROWSER):
        assert client.post(OWN_PASSWORD, form_data | {"old_password": "?"}).status_code == 422
    response = client.post(OWN_PASSWORD, form_data | {"old_password": PASSWORD})
    assert (response.status_code, "Retry-After" in response.headers) == (429, True)
    assert sign_in(Client()).status_code == 303
