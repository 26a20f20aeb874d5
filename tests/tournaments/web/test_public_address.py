from __future__ import annotations

import pytest
from django.test import RequestFactory

from tournaments.models import Tournament
from tournaments.web import public_address


def test_configured_address_is_used(settings):
    settings.PUBLIC_ADDRESS = "https://okey.example.org"
    assert public_address.public_address(RequestFactory().get("/")) == "https://okey.example.org"


def test_request_host_is_used_without_a_configured_address(settings):
    settings.PUBLIC_ADDRESS = ""
    settings.ALLOWED_HOSTS = ["192.168.1.20"]
    request = RequestFactory().get("/", headers={"host": "192.168.1.20:8080"})
    assert public_address.public_address(request) == "http://192.168.1.20:8080"


@pytest.mark.parametrize(("printed_for", "outdated"), [("", False), ("http://a", False), ("http://b", True)])
def test_codes_printed_for_another_address_are_outdated(printed_for, outdated):
    assert public_address.are_codes_outdated(Tournament(codes_address=printed_for), "http://a") is outdated


@pytest.mark.parametrize(
    ("where", "alone"),
    [
        ("http://localhost:8000", True),
        ("http://127.0.0.1:8000", True),
        ("http://[::1]:8000", True),
        ("http://192.168.1.20:8000", False),
        ("https://okey.example.org", False),
    ],
)
def test_loopback_address_reaches_this_machine_only(where, alone):
    assert public_address.is_loopback_only(where) is alone
