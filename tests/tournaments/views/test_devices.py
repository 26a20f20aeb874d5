"""Telling browsers apart by a name that says nothing about anybody."""

from __future__ import annotations

import re

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from tournaments.access import Device
from tournaments.views.devices import A_YEAR, COOKIE, LONGEST_NAME, device_of, remember_device

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
