from __future__ import annotations

import re

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from tournaments.access import Device
from tournaments.web.client import A_YEAR, DEVICE_COOKIE, LONGEST_NAME, address_of, device_of, remember_device

KNOWN = "0123456789abcdef" * 2


def remembered(device: Device, **cookies: str) -> HttpResponse:
    request = RequestFactory().get("/")
    request.COOKIES.update(cookies)
    response = HttpResponse()
    remember_device(request, response, device)
    return response


def device_with_cookie(cookie: str | None, says: str = "Android") -> Device:
    request = RequestFactory().get("/", headers={"user-agent": says})
    if cookie is not None:
        request.COOKIES[DEVICE_COOKIE] = cookie
    return device_of(request)


def test_device_without_a_name_gets_a_new_one():
    first, second = device_with_cookie(None), device_with_cookie(None)
    assert re.fullmatch(r"[0-9a-f]{32}", first.id)
    assert first.id != second.id


def test_known_device_keeps_its_name():
    assert device_with_cookie(KNOWN).id == KNOWN


@pytest.mark.parametrize("nonsense", ["", "x", KNOWN.upper(), KNOWN + "0", KNOWN[1:], "é" * 32, KNOWN + "\n"])
def test_invalid_name_is_replaced(nonsense):
    name = device_with_cookie(nonsense).id
    assert name != nonsense
    assert re.fullmatch(r"[0-9a-f]{32}", name)


def test_user_agent_is_truncated():
    assert device_with_cookie(KNOWN, "x" * 500).user_agent == "x" * LONGEST_NAME
    assert device_with_cookie(KNOWN, "Android").user_agent == "Android"


def test_cookie_lasts_a_year_and_is_hidden_from_scripts():
    cookie = remembered(Device(KNOWN)).cookies[DEVICE_COOKIE]
    assert cookie.value == KNOWN
    assert (cookie["max-age"], cookie["httponly"], cookie["samesite"]) == (A_YEAR, True, "Lax")


def test_cookie_is_secure_if_the_session_cookie_is(settings):
    for secure in (False, True):
        settings.SESSION_COOKIE_SECURE = secure
        assert bool(remembered(Device(KNOWN)).cookies[DEVICE_COOKIE]["secure"]) is secure


def test_cookie_is_set_only_if_it_differs():
    assert DEVICE_COOKIE not in remembered(Device(KNOWN), **{DEVICE_COOKIE: KNOWN}).cookies
    assert DEVICE_COOKIE in remembered(Device(KNOWN), **{DEVICE_COOKIE: "other"}).cookies


def address_with_headers(address: str = "10.0.0.1", **headers: str) -> str:
    return address_of(RequestFactory().get("/", REMOTE_ADDR=address, headers=headers))


def test_forwarded_address_is_ignored_without_a_proxy():
    assert address_with_headers(x_forwarded_for="192.168.1.7") == "10.0.0.1"


@pytest.mark.parametrize(
    ("forwarded", "address"),
    [("192.168.1.7", "192.168.1.7"), ("invented, 192.168.1.7", "192.168.1.7"), ("", "10.0.0.1")],
)
def test_last_forwarded_address_counts_behind_a_proxy(settings, forwarded, address):
    settings.BEHIND_PROXY = True
    assert address_with_headers(x_forwarded_for=forwarded) == address
    assert address_with_headers() == "10.0.0.1"


def test_ipv6_addresses_of_one_network_are_one():
    assert (
        address_with_headers("2001:db8:1:2::7")
        == address_with_headers("2001:db8:1:2:ffff::9")
        != address_with_headers("2001:db8:1:3::7")
    )
    assert address_with_headers("::ffff:192.168.1.7") == "192.168.1.7"
