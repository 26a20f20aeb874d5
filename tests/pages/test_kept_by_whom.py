"""Which answers a cache between us and a browser may keep."""

from __future__ import annotations

import re

import pytest

from scoring.live.public_pages import FOR_CACHES, PAGE
from tests.pages.visits import Shown
from tests.processes import ROOT
from tests.scoring.live.streams.test_handed_out import SHARED_VIEWS

pytestmark = pytest.mark.django_db

SHARED_PICTURES = "public, max-age=60"
"""Previews of public pages, which are the same for all; who is signed in asks for the same picture."""
PICTURES = {"scoring:house_card", "scoring:tournament_card", "scoring:encounter_card", "scoring:club_logo"}
AN_ENTRANCE, NO_PAGE = "scoring:tournaments", "scoring:strip"
"""Who opens the one may be led to another language; the other is a part, and by itself leads to a page."""
NGINX = ROOT / "config" / "deploy" / "nginx" / "http.conf"


def is_public(one: Shown) -> bool:
    return one.caching in (PAGE, SHARED_PICTURES)


def test_whatever_is_shown_says_who_may_keep_it(shown: list[Shown]):
    assert len(shown) > 500
    # The last resorts of what went wrong are asked here without what stands around every view.
    said = [one for one in shown if one.name not in ("500", "503")]
    assert [str(one) for one in said if not is_public(one) and not kept_by_nobody_else(one)] == []


def kept_by_nobody_else(one: Shown) -> bool:
    return bool({"private", "no-store"} & set(one.caching.split(", "))) and "public" not in one.caching


def test_public_is_what_is_the_same_for_all_and_nothing_of_a_draft(shown: list[Shown]):
    public = [one for one in shown if is_public(one)]
    assert {one.name for one in public} == SHARED_VIEWS - {AN_ENTRANCE, NO_PAGE} | PICTURES
    parts = [one for one in public if "fragment" in one.how]
    assert {one.name for one in parts} <= PICTURES
    assert [str(one) for one in public if "draft" in one.how] == []


def test_what_is_public_is_of_nobody_who_asked(shown: list[Shown]):
    for one in shown:
        if is_public(one):
            assert not one.sets, one
            assert "Cookie" not in one.varies, one
            assert b"csrfmiddlewaretoken" not in one.body, one


def test_our_nginx_lets_those_wait_for_each_other_whom_one_answer_serves(shown: list[Shown]):
    pages = [one for one in shown if one.how == "public" and one.name in SHARED_VIEWS | PICTURES]
    others = [one for one in shown if one.how == "public" and not is_public(one)]
    assert [one.name for one in pages if is_public(one) != lies_on_the_shelf(one.address)] == []
    assert [one.name for one in others if lies_on_the_shelf(one.address)] == []


def lies_on_the_shelf(address: str, *, part: bool = False) -> bool:
    """Whether nginx looks there for an address, by the first line of its map that fits."""
    asked = f"true{address}" if part else address
    lines = re.findall(r'^ +"~(.+)" (\w+);$', NGINX.read_text(encoding="utf-8"), re.MULTILINE)
    return next((shelf for pattern, shelf in lines if re.search(pattern, asked)), "off") != "off"


@pytest.mark.parametrize(
    ("address", "part", "there"),
    [
        ("/en/", False, True),
        ("/static/css/istaka.0123.css", False, True),
        ("/t/1/schedule/?by=table&page=2", False, True),
        ("/t/1/schedule/?by=mine", False, False),
        ("/e/1/?as=staff", False, False),
        ("/live/t/1/?heard=7", True, True),
        ("/live/en/t/1/entrants/?page=2&heard=7", True, True),
        ("/live/t/1/", True, False),
        ("/live/t/1/?heard=7", False, False),
        ("/t/1/?seen=7", True, False),
        ("/live/tournament.1/", False, False),
        ("/manage/t/1/", False, False),
        ("//t/1/", False, False),
    ],
)
def test_on_its_shelf_lies_what_many_ask_for_in_the_same_words(address: str, part: bool, there: bool):
    assert lies_on_the_shelf(address, part=part) == there


def test_what_caches_may_keep_browsers_ask_for_each_time():
    assert {"max-age=0", "must-revalidate"} <= set(FOR_CACHES.split(", "))
