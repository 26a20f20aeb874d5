from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.browser.scenes.live_page import (
    BEGIN,
    amend_in,
    counter_of,
    expect_newer,
    follow,
    play_in,
    record_polls,
    refresh_all_standings,
)
from tests.processes import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.slow]

HIDE = """
from tournaments.models import Tournament
Tournament.objects.filter(public_id="{}").update(visibility="draft")
"""


@pytest.fixture(scope="module")
def paths(server_process: ServerProcess) -> tuple[str, str]:
    tournament, encounter, *_others = server_process.tell(BEGIN).split()
    return f"/en/t/{tournament}/", f"/en/e/{encounter}/"


@pytest.fixture
def tournament_path(paths: tuple[str, str]) -> str:
    return paths[0]


@pytest.fixture
def play_hand_on_server(server_process: ServerProcess, paths: tuple[str, str]) -> Callable[[], str]:
    return lambda: server_process.tell(play_in(paths[1]))


@pytest.fixture
def live_context(browser: Browser, server_process: ServerProcess, tournament_path: str) -> BrowserContext:
    refresh_all_standings(server_process)
    opened = browser.new_context(base_url=server_process.url, locale="en-GB")
    opened.on("weberror", lambda error: pytest.fail(f"script error: {error.error}"))
    return opened


def test_hidden_tournament_disappears_from_open_windows(live_context, server_process):
    tournament, *_encounters = server_process.tell(BEGIN).split()
    page = live_context.new_page()
    follow(page, f"/en/t/{tournament}/")
    server_process.tell(HIDE.format(tournament))
    expect(page.locator("[data-topic]")).to_have_count(0)
    expect(page.locator("#connection")).to_have_count(0)
    assert tournament in page.url


def test_updates_are_fetched_from_the_shared_response(play_hand_on_server, tournament_path, live_context):
    page = live_context.new_page()
    before = follow(page, tournament_path)
    requests = record_polls(page)
    play_hand_on_server()
    expect_newer(page, before)
    assert requests
    assert all(re.search(rf"/live{tournament_path}\?heard=\d+$", url) for url in requests)


def test_without_shared_responses_the_page_itself_is_requested(
    play_hand_on_server, tournament_path, live_context
):
    """As behind a proxy that forwards only streams to the stream service."""
    live_context.route(f"**/live{tournament_path}**", lambda route: route.fulfill(status=404))
    page = live_context.new_page()
    before = follow(page, tournament_path)
    play_hand_on_server()
    expect_newer(page, before)
    expect(page.locator("#lost")).to_be_hidden()


@pytest.mark.release
def test_open_list_of_tournaments_shows_a_new_one(server_process, live_context):
    page = live_context.new_page()
    follow(page, "/en/find/?name=erguvan")
    expect(page.get_by_text("Erguvan Kupası")).to_have_count(0)
    server_process.tell("from tests.factories import open_tournament\nopen_tournament(name='Erguvan Kupası')")
    expect(page.get_by_text("Erguvan Kupası")).to_be_visible()


@pytest.mark.release
def test_open_rules_show_an_amendment_and_still_print(server_process, tournament_path, live_context):
    page = live_context.new_page()
    follow(page, f"{tournament_path}rules/")
    expect(page.locator("[data-print]")).to_be_visible()
    expect(page.locator("#changes")).to_have_count(0)
    server_process.tell(amend_in(tournament_path))
    expect(page.locator("#changes")).to_be_visible()
    expect(page.locator("[data-print]")).to_be_visible()


def test_followed_entrant_is_marked_in_every_window_at_once(server_process, tournament_path, live_context):
    first, second = live_context.new_page(), live_context.new_page()
    counter = follow(second, tournament_path)
    first.goto(f"{tournament_path}follow/")
    first.locator("[data-letter] button").first.click()
    expect(first.locator("#mine")).to_be_visible()
    expect(second.locator("#mine")).to_be_visible()
    first.locator("#mine form button").click()
    expect(first.locator("#mine")).to_have_count(0)
    expect(second.locator("#mine")).to_have_count(0)
    assert counter_of(second) == counter
