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
from tournaments.navigation.organizer_pages import ACTION_PAGES, PAGES_BY_KEY, TABS, most_urgent_page

pytestmark = pytest.mark.django_db

KEPT = {SIGNED_IN, MANAGERS, OWNERS, REFEREES} | ({HOUSE} if connection.vendor == "sqlite" else set())
LEAD = re.compile(r'<p class="o-lead">(.*?)</p>', re.DOTALL)
ROWS = re.compile(r'<nav class="tabs (parts|second)".*?</nav>', re.DOTALL)
LINK = re.compile(r'<a href="([^"]+)"')
STATES = ("open", "playing", "finished")


def in_state(state: str, club: Club) -> Tournament:
    if state == "open":
        return open_tournament(club=club, pairs=4)
    tournament = drawn_tournament(club=club, pairs=4, groups=1, stages=LEAGUE)
    for encounter in encounters_of(tournament) if state == "finished" else ():
        play_encounter(encounter)
    tournament.refresh_from_db()
    assert tournament.state == state
    return tournament


def rows(client: Client, address: str) -> tuple[list[str], list[str]]:
    response = client.get(address)
    assert response.status_code == 200, address
    links = {row[1]: LINK.findall(row[0]) for row in ROWS.finditer(response.content.decode())}
    return links["parts"], links.get("second", [])


def is_page(answer: Any) -> bool:
    html = answer["Content-Type"].startswith("text/html") if "Content-Type" in answer else False
    return answer.status_code == HTTPStatus.OK and html and not answer.streaming


@pytest.mark.release
def test_every_page_states_its_purpose_in_one_sentence():
    world = World()
    client = world.keeper()
    leads_by_page: dict[str, list[str]] = {}
    for name, right in RIGHTS.items():
        address = world.address(name) if right.who in KEPT and "GET" in right.methods else ""
        if not address.startswith("/manage/"):
            continue
        response = client.get(english(address))
        page = response.content.decode() if is_page(response) else ""
        if 'class="page organizer-page"' in page:
            leads_by_page[name] = [unescape(lead).strip() for lead in LEAD.findall(page)]
    assert len(leads_by_page) > 40
    assert [name for name, leads in leads_by_page.items() if len(leads) != 1 or not leads[0]] == []
    assert [name for name, (lead,) in leads_by_page.items() if not lead.endswith((".", ":"))] == []


def test_no_two_pages_state_the_same_purpose():
    leads = [str(page.intro_text) for tab in TABS for page in tab.pages] + [
        str(action.intro_text) for action in ACTION_PAGES
    ]
    assert len(set(leads)) == len(leads)
    assert {action.page for action in ACTION_PAGES} <= set(PAGES_BY_KEY)


@pytest.mark.release
@pytest.mark.parametrize("state", STATES)
def test_five_tabs_lead_to_every_page_in_two_taps(organizer_client, club, state):
    tournament = in_state(state, club)
    tabs, _pages = rows(organizer_client, reverse("tournaments:setup", args=[tournament.public_id]))
    assert len(tabs) == 5
    reached = set()
    for tab in tabs:
        tabs_on_page, pages = rows(organizer_client, tab)
        assert tabs_on_page == tabs
        reached |= {tab, *pages}
    pages_with_content = [
        page
        for page, is_drawn in ((page, state != "open") for _tab, page in PAGES_BY_KEY.values())
        if is_drawn or not page.in_play
    ]
    assert reached == {reverse(page.address, args=[tournament.public_id]) for page in pages_with_content}
    for address in reached:
        page = organizer_client.get(address).content.decode()
        marked = [re.findall(r'aria-current="(page|true)"', row[0]) for row in ROWS.finditer(page)]
        assert all(len(current) == 1 for current in marked), address
        assert marked[-1] == ["page"], address


def test_open_page_and_tab_are_marked_and_acts_keep_their_tab_open(organizer_client, club):
    tournament = drawn_tournament(club=club)
    page = organizer_client.get(
        reverse("tournaments:table_codes", args=[tournament.public_id])
    ).content.decode()
    assert re.findall(r'aria-current="(true|page)"', page) == ["true", "page"]
    late = tournament.entrants.get(number=1)
    address = reverse("scoring:entrant_changes", args=[tournament.public_id, late.public_id])
    marked_links = re.findall(
        r'<a href="([^"]+)" aria-current="true"', organizer_client.get(address).content.decode()
    )
    assert [address.rsplit("/", 2)[1] for address in marked_links] == [str(tournament.public_id), "in-play"]


def test_referees_see_only_their_tab():
    world = World()
    page = world.member(Role.REFEREE).get(world.address("scoring:referee")).content.decode()
    (row,) = [match[0] for match in ROWS.finditer(page)]
    assert LINK.findall(row) == [world.address("scoring:referee")]


@pytest.mark.release
def test_organizer_of_one_tournament_sees_no_pages_of_the_club(client, club):
    tournament = in_state("finished", club)
    membership = MembershipFactory.create(club=club, tournament=tournament, role=Role.ORGANIZER)
    client.force_login(membership.user)
    _tabs, pages = rows(client, reverse("scoring:log", args=[tournament.public_id]))
    assert reverse("scoring:repeat_tournament", args=[tournament.public_id]) not in pages
    assert reverse("scoring:lifecycle", args=[tournament.public_id]) in pages


@pytest.mark.release
@pytest.mark.parametrize(("state", "page"), [("open", "draw"), ("playing", "running"), ("finished", "files")])
def test_dashboard_opens_the_page_that_is_needed_now(organizer_client, club, state, page):
    tournament = in_state(state, club)
    address = reverse(PAGES_BY_KEY[page][1].address, args=[tournament.public_id])
    dashboard = organizer_client.get(reverse("tournaments:dashboard")).content.decode()
    assert re.search(rf'<h3>\s*<a href="{address}">', dashboard)


def test_entries_and_state_are_needed_for_short_lists_and_cancelled_tournaments(club):
    tournament = in_state("open", club)
    assert most_urgent_page(tournament, has_enough_entrants=False).key == "entries"
    tournament.cancelled_at = tournament.created_at
    assert most_urgent_page(tournament, has_enough_entrants=True).key == "state"
