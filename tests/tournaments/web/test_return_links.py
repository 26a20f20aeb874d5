from __future__ import annotations

import pytest
from django.http import QueryDict
from django.test import RequestFactory
from django.urls import reverse

from tournaments.web.return_links import (
    requested_next_page,
    requested_return_page,
    return_page,
    return_query,
    with_return_page,
)

DESK, SIGN_IN = "/manage/", "/sign-in/"


def request_with_back(back: str):
    return RequestFactory().post(f"{SIGN_IN}?{return_query(back)}")


def request_with_next(page: str):
    return RequestFactory().post(SIGN_IN, {"next": page})


def test_addresses_of_this_module_are_pages():
    assert (reverse("tournaments:dashboard"), reverse("tournaments:sign_in")) == (DESK, SIGN_IN)


@pytest.mark.parametrize("back", [DESK, f"{DESK}?seen=1", f"{DESK}#cup"])
def test_page_of_the_site_is_a_return_page(back):
    assert return_page(request_with_back(back), SIGN_IN) == back
    assert requested_next_page(request_with_next(back)) == back
    query = with_return_page(request_with_back(back), SIGN_IN).partition("?")[2]
    assert QueryDict(query)["back"] == back


def test_return_page_is_added_to_an_existing_query():
    query = with_return_page(request_with_back(DESK), f"{SIGN_IN}?call=1").partition("?")[2]
    assert QueryDict(query).dict() == {"call": "1", "back": DESK}


@pytest.mark.parametrize(
    "back",
    [
        "",
        "https://elsewhere.example/manage/",
        "//elsewhere.example/manage/",
        "/\\elsewhere.example",
        "///elsewhere.example",
        "javascript:alert(1)",
        "manage/",
        "/no/such/page/",
        "/manage/\r\nSet-Cookie: a=b",
        "/man\nage/",
    ],
)
def test_other_addresses_are_ignored(back):
    assert requested_return_page(request_with_back(back)) == ""
    assert return_page(request_with_back(back), DESK) == DESK
    assert with_return_page(request_with_back(back), DESK) == DESK
    assert requested_next_page(request_with_next(back)) == ""
