"""Five tabs that follow the evening: what stands in them opens, in two taps, and says what it is for."""

from __future__ import annotations

import re
from html import unescape
from http import HTTPStatus
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from tests.factories import (
    LEAGUE,
    MembershipFactory,
    drawn_tournament,
    encounters_of,
    open_tournament,
    play_encounter,
)
from tests.languages import english
from tests.test_rights import HOUSE, MANAGERS, OWNERS, REFEREES, RIGHTS, SIGNED_IN, World
from tournaments.enums import Role
from tournaments.models import Club, Tournament
from tournaments.navigation.organizer_pages import ACTS, PLACES, TABS, needed_now

pytestmark = pytest.mark.django_db

KEPT = {SIGNED_IN, MANAGERS, OWNERS, REFEREES} | ({HOUSE} if connection.vendor == "sqlite" else set())
LEAD = re.compile(r'<p class="o-lead">(.*?)</p>', re.DOTALL)
ROWS = re.compile(r'<nav class="tabs (parts|second)".*?</nav>', re.DOTALL)
LINK = re.compile(r'<a href="([^"]+)"')
STATES = ("open", "playing", "finished")


def in_state(state: str, club: Club) -> Tournament:
    if state == "open":
        return open_tournament(club=club, pairs=4)
    made = drawn_tournament(club=club, pairs=4, groups=1, stages=LEAGUE)
    for encounter in encounters_of(made) if state == "finished" else ():
        play_encounter(encounter)
    made.refresh_from_db()
    assert made.state == state
    return made


def rows(desk: Client, address: str) -> tuple[list[str], list[str]]:
    """Where the tabs lead, and where the pages of the open one do."""
    answer = desk.get(address)
    assert answer.status_code == 200, address
    found = {row[1]: LINK.findall(row[0]) for row in ROWS.finditer(answer.content.decode())}
    return found["parts"], found.get("second", [])


def is_page(answer: Any) -> bool:
    html = answer["Content-Type"].startswith("text/html") if "Content-Type" in answer else False
    return answer.status_code == HTTPStatus.OK and html and not answer.streaming


def test_every_page_of_the_organizer_says_in_a_sentence_what_it_is_for():
    world = World()
    client = world.keeper()
    told: dict[str, list[str]] = {}
    for name, right in RIGHTS.items():
        address = world.address(name) if right.who in KEPT and "GET" in right.methods else ""
        if not address.startswith("/manage/"):
            continue
        answer = client.get(english(address))
        page = answer.content.decode() if is_page(answer) else ""
        if 'class="page o-page"' in page:
            told[name] = [unescape(one).strip() for one in LEAD.findall(page)]
    assert len(told) > 40
    assert [name for name, leads in told.items() if len(leads) != 1 or not leads[0]] == []
    assert [name for name, (lead,) in told.items() if not lead.endswith((".", ":"))] == []


def test_no_two_pages_say_that_they_are_for_the_same():
    leads = [str(page.lead) for tab in TABS for page in tab.pages] + [str(act.lead) for act in ACTS]
    assert len(set(leads)) == len(leads)
    assert {act.page for act in ACTS} <= set(PLACES)


@pytest.mark.parametrize("state", STATES)
def test_five_tabs_lead_to_every_page_in_two_taps(desk, club, state):
    tournament = in_state(state, club)
    tabs, _pages = rows(desk, reverse("tournaments:setup", args=[tournament.public_id]))
    assert len(tabs) == 5
    reached = set()
    for tab in tabs:
        same, pages = rows(desk, tab)
        assert same == tabs
        reached |= {tab, *pages}
    shown = [
        page
        for page, drawn in ((p, state != "open") for _tab, p in PLACES.values())
        if drawn or not page.in_play
    ]
    assert reached == {reverse(page.address, args=[tournament.public_id]) for page in shown}
    for address in reached:
        page = desk.get(address).content.decode()
        marked = [re.findall(r'aria-current="(page|true)"', row[0]) for row in ROWS.finditer(page)]
        assert all(len(one) == 1 for one in marked), address
        assert marked[-1] == ["page"], address


def test_the_open_page_and_its_tab_are_marked_and_an_act_leaves_both_open(desk, club):
    tournament = drawn_tournament(club=club)
    page = desk.get(reverse("tournaments:codes", args=[tournament.public_id])).content.decode()
    assert re.findall(r'aria-current="(true|page)"', page) == ["true", "page"]
    late = tournament.entrants.get(number=1)
    address = reverse("scoring:entrant_changes", args=[tournament.public_id, late.public_id])
    within = re.findall(r'<a href="([^"]+)" aria-current="true"', desk.get(address).content.decode())
    assert [one.rsplit("/", 2)[1] for one in within] == [str(tournament.public_id), "in-play"]


def test_who_only_referees_is_shown_no_tab_that_is_closed_to_him():
    world = World()
    page = world.member(Role.REFEREE).get(world.address("scoring:referee")).content.decode()
    (row,) = [one[0] for one in ROWS.finditer(page)]
    assert LINK.findall(row) == [world.address("scoring:referee")]


def test_an_organizer_of_one_tournament_is_not_led_to_what_the_club_alone_may(client, club):
    tournament = in_state("finished", club)
    one = MembershipFactory.create(club=club, tournament=tournament, role=Role.ORGANIZER)
    client.force_login(one.user)
    _tabs, pages = rows(client, reverse("scoring:log", args=[tournament.public_id]))
    assert reverse("scoring:again", args=[tournament.public_id]) not in pages
    assert reverse("scoring:state", args=[tournament.public_id]) in pages


@pytest.mark.parametrize(("state", "page"), [("open", "draw"), ("playing", "running"), ("finished", "files")])
def test_the_list_opens_the_page_that_the_evening_needs_now(desk, club, state, page):
    tournament = in_state(state, club)
    address = reverse(PLACES[page][1].address, args=[tournament.public_id])
    assert f'<h3><a href="{address}">' in desk.get(reverse("tournaments:desk")).content.decode()


def test_too_few_are_entered_first_and_a_cancelled_one_is_taken_up_again(club):
    tournament = in_state("open", club)
    assert needed_now(tournament, enough=False).key == "entries"
    tournament.cancelled_at = tournament.created_at
    assert needed_now(tournament, enough=True).key == "state"
