from __future__ import annotations

import time

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import MembershipFactory, UserFactory
from tests.tournaments.accounts.domain.passkey_device import Device
from tournaments.accounts.domain import passkeys, recovery_links
from tournaments.accounts.views.passkeys import STATE_LIFETIME_SECONDS
from tournaments.enums import AccountLinkKind, Role
from tournaments.limits import guess_limits
from tournaments.models import Passkey, User

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]

PASSWORD = "sarı taş on üç"
HOST = "https://okey.local"


@pytest.fixture(autouse=True)
def named_hosts(settings) -> None:
    settings.ALLOWED_HOSTS = ["okey.local", "localhost", "192.168.1.20", "testserver"]


@pytest.fixture
def user() -> User:
    account = UserFactory.create(email="ayse@example.org", password=PASSWORD)
    return MembershipFactory.create(role=Role.OWNER, user=account).user


@pytest.fixture
def device() -> Device:
    return Device(HOST)


class Browser(Client):
    def generic(self, *args, **more):
        return super().generic(*args, **{"HTTP_HOST": "okey.local", **more, "secure": True})


def signed_in(user: User) -> Browser:
    browser = Browser()
    browser.force_login(user)
    return browser


def make(browser: Browser, device: Device):
    page = reverse("tournaments:own_passkeys")
    assert browser.post(page, {"password": PASSWORD}, follow=False).status_code == 303
    options = browser.get(page).context["passkey_options"]
    form_data = {"name": "Telefon", "answer": device.make(options)}
    return browser.post(reverse("tournaments:add_passkey"), form_data)


def sign_in_with(browser: Browser, device: Device, **more: str):
    context = browser.get(reverse("tournaments:sign_in")).context
    form_data = {"answer": device.sign(context["passkey_options"]), "state": context["passkey_state"], **more}
    return browser.post(reverse("tournaments:sign_in_passkey"), form_data)


def is_in(browser: Client) -> bool:
    return bool(browser.get(reverse("tournaments:account")).status_code == 200)


def test_passkey_is_added_after_the_password_and_signs_in(user, device):
    assert make(signed_in(user), device).status_code == 303
    assert "Telefon" in signed_in(user).get(reverse("tournaments:own_passkeys")).content.decode()
    browser = Browser()
    page = reverse("tournaments:archived_tournaments")
    assert sign_in_with(browser, device, next=page).headers["Location"] == page
    assert is_in(browser)
    assert sign_in_with(Browser(), device, next="//evil.example").headers["Location"] == reverse(
        "tournaments:dashboard"
    )


def test_passkey_is_not_added_without_the_password(user, device):
    browser = signed_in(user)
    page = reverse("tournaments:own_passkeys")
    assert browser.post(page, {"password": "?"}).status_code == 422
    assert "passkey_options" not in browser.get(page).context
    challenge = passkeys.begin_registration(
        user=user, relying_party=passkeys.RelyingParty("okey.local", HOST)
    )
    form_data = {"name": "Telefon", "answer": device.make(challenge.options)}
    assert browser.post(reverse("tournaments:add_passkey"), form_data).status_code == 303
    assert not Passkey.objects.exists()


def test_failed_passkey_can_be_tried_again(user):
    browser = signed_in(user)
    refused = make(browser, Device("https://evil.example"))
    assert refused.status_code == 422
    assert refused.context["passkey_options"]
    assert not Passkey.objects.exists()


def test_unknown_device_is_refused_and_limited(user, device):
    browser = Browser()
    refused = sign_in_with(browser, device)
    assert (refused.status_code, is_in(browser)) == (422, False)
    assert refused.context["passkey_error"]
    made_up = browser.post(reverse("tournaments:sign_in_passkey"), {"answer": "{}", "state": "made:up"})
    assert made_up.status_code == 422
    for _try in range(guess_limits.FREE_PER_DEVICE):
        response = sign_in_with(browser, device)
    assert (response.status_code, "Retry-After" in response.headers) == (429, True)


@pytest.mark.parametrize(
    ("secure", "host", "there"),
    [
        (True, "okey.local", True),
        (False, "localhost:8000", True),
        (False, "okey.local", False),
        (True, "192.168.1.20", False),
        (True, "[::1]:8000", False),
    ],
)
def test_passkeys_are_offered_over_https_and_on_localhost(secure, host, there, settings):
    settings.ALLOWED_HOSTS = ["*"]
    response = Client().get(reverse("tournaments:sign_in"), secure=secure, HTTP_HOST=host)
    assert ("passkey_options" in response.context) == there


def test_page_over_plain_http_offers_no_passkeys(user):
    client = Client()
    client.force_login(user)
    assert not client.get(reverse("tournaments:own_passkeys")).context["passkeys_supported"]
    assert client.post(reverse("tournaments:sign_in_passkey")).status_code == 303


def test_passkey_is_removed(user, device):
    browser = signed_in(user)
    make(browser, device)
    key = str(Passkey.objects.get().public_id)
    address = reverse("tournaments:remove_passkey")
    assert signed_in(UserFactory.create()).post(address, {"passkey": key}).status_code == 422
    assert browser.post(address, {"passkey": "?"}).status_code == 404
    assert browser.post(address, {"passkey": key}).status_code == 303
    assert browser.post(address, {"passkey": key}).status_code == 422
    assert sign_in_with(Browser(), device).status_code == 422


def test_owners_link_removes_passkeys(user, device):
    make(signed_in(user), device)
    issued = recovery_links.issue_link(user, AccountLinkKind.PASSWORD, by_hand=True, at=timezone.now())
    form_data = {"new_password1": "kırmızı yedi okey", "new_password2": "kırmızı yedi okey"}
    assert (
        Browser().post(reverse("tournaments:new_password", args=[issued.code]), form_data).status_code == 303
    )
    assert sign_in_with(Browser(), device).status_code == 422


@pytest.mark.parametrize("seconds", [-1, STATE_LIFETIME_SECONDS + 60, 365 * 24 * 3600])
def test_permission_to_add_a_passkey_ends_even_if_the_clock_was_ahead(user, device, seconds):
    browser = signed_in(user)
    page = reverse("tournaments:own_passkeys")
    browser.post(page, {"password": PASSWORD})
    answer = device.make(browser.get(page).context["passkey_options"])
    session = browser.session
    session["passkey_until"] = time.time() + seconds
    session.save()
    browser.post(reverse("tournaments:add_passkey"), {"name": "Telefon", "answer": answer})
    assert not Passkey.objects.exists()
