"""Telling browsers apart by a name that says nothing about anybody."""

from __future__ import annotations

import re

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from tournaments.access import Device
from tournaments.web.client import A_YEAR, COOKIE, LONGEST_NAME, address_of, device_of, remember_device

KNOWN = "0123456789abcdef" * 2


def remembered(device: Device, **cookies: str) -> HttpResponse:
    request = RequestFactory().get("/")
    request.COOKIES.update(cookies)
    response = HttpResponse()
    remember_device(request, response, device)
    return response


def asked_by(cookie: str | None, says: str = "Android") -> Device:
    request = RequestFactory().get("/", headers={"user-agent": says})
    if cookie is not None:
        request.COOKIES[COOKIE] = cookie
    return device_of(request)


def test_a_device_that_bears_no_name_is_given_one_of_its_own():
    first, second = asked_by(None), asked_by(None)
    assert re.fullmatch(r"[0-9a-f]{32}", first.id)
    assert first.id != second.id


def test_a_name_that_we_gave_is_kept():
    assert asked_by(KNOWN).id == KNOWN


@pytest.mark.parametrize("nonsense", ["", "x", KNOWN.upper(), KNOWN + "0", KNOWN[1:], "é" * 32, KNOWN + "\n"])
def test_a_name_that_we_never_gave_is_replaced(nonsense):
    given = asked_by(nonsense).id
    assert given != nonsense
    assert re.fullmatch(r"[0-9a-f]{32}", given)


def test_what_a_browser_says_of_itself_is_cut_to_what_can_be_stored():
    assert asked_by(KNOWN, "x" * 500).says == "x" * LONGEST_NAME
    assert asked_by(KNOWN, "Android").says == "Android"


def test_the_name_is_left_for_a_year_where_no_script_reads_it():
    cookie = remembered(Device(KNOWN)).cookies[COOKIE]
    assert cookie.value == KNOWN
    assert (cookie["max-age"], cookie["httponly"], cookie["samesite"]) == (A_YEAR, True, "Lax")


def test_it_travels_by_encrypted_ways_only_where_the_session_does(settings):
    for secure in (False, True):
        settings.SESSION_COOKIE_SECURE = secure
        assert bool(remembered(Device(KNOWN)).cookies[COOKIE]["secure"]) is secure


def test_a_device_that_has_its_name_is_left_alone():
    assert COOKIE not in remembered(Device(KNOWN), **{COOKIE: KNOWN}).cookies
    assert COOKIE in remembered(Device(KNOWN), **{COOKIE: "other"}).cookies


def asked_from(address: str = "10.0.0.1", **headers: str) -> str:
    return address_of(RequestFactory().get("/", REMOTE_ADDR=address, headers=headers))


def test_without_a_proxy_nobody_gives_himself_another_address():
    assert asked_from(x_forwarded_for="192.168.1.7") == "10.0.0.1"


@pytest.mark.parametrize(
    ("forwarded", "address"),
    [("192.168.1.7", "192.168.1.7"), ("invented, 192.168.1.7", "192.168.1.7"), ("", "10.0.0.1")],
)
def test_behind_a_proxy_the_address_is_the_one_that_the_proxy_saw(settings, forwarded, address):
    settings.BEHIND_PROXY = True
    assert asked_from(x_forwarded_for=forwarded) == address
    assert asked_from() == "10.0.0.1"


def test_a_network_of_which_one_household_has_all_addresses_is_one():
    assert (
        asked_from("2001:db8:1:2::7") == asked_from("2001:db8:1:2:ffff::9") != asked_from("2001:db8:1:3::7")
    )
    assert asked_from("::ffff:192.168.1.7") == "192.168.1.7"
