from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.browser.scenes.live_page import (
    BEGIN,
    amend_in,
    asks_of,
    counter_of,
    expect_newer,
    follow,
    make_standings,
    play_in,
)
from tests.processes import Served

pytestmark = [pytest.mark.browser, pytest.mark.processes]

HIDE = """
from tournaments.models import Tournament
Tournament.objects.filter(public_id="{}").update(visibility="draft")
"""


@pytest.fixture(scope="module")
def paths(served: Served) -> tuple[str, str]:
    tournament, encounter, *_others = served.tell(BEGIN).split()
    return f"/en/t/{tournament}/", f"/en/e/{encounter}/"


@pytest.fixture
def path(paths: tuple[str, str]) -> str:
    return paths[0]


@pytest.fixture
def play(served: Served, paths: tuple[str, str]) -> Callable[[], str]:
    return lambda: served.tell(play_in(paths[1]))


@pytest.fixture
def context(browser: Browser, served: Served, path: str) -> BrowserContext:
    make_standings(served)
    opened = browser.new_context(base_url=served.url, locale="en-GB")
    opened.on("weberror", lambda error: pytest.fail(f"script error: {error.error}"))
    return opened


def test_hidden_tournament_disappears_from_open_windows(context, served):
    tournament, *_encounters = served.tell(BEGIN).split()
    page = context.new_page()
    follow(page, f"/en/t/{tournament}/")
    served.tell(HIDE.format(tournament))
    expect(page.locator("[data-topic]")).to_have_count(0)
    expect(page.locator("#connection")).to_have_count(0)
    assert tournament in page.url


def test_updates_are_fetched_from_the_shared_response(play, path, context):
    page = context.new_page()
    before = follow(page, path)
    requests = asks_of(page)
    play()
    expect_newer(page, before)
    assert requests
    assert all(re.search(rf"/live{path}\?heard=\d+$", url) for url in requests)


def test_without_shared_responses_the_page_itself_is_requested(play, path, context):
    """As behind a proxy that forwards only streams to the stream service."""
    context.route(f"**/live{path}**", lambda route: route.fulfill(status=404))
    page = context.new_page()
    before = follow(page, path)
    play()
    expect_newer(page, before)
    expect(page.locator("#lost")).to_be_hidden()


def test_open_list_of_tournaments_shows_a_new_one(served, context):
    page = context.new_page()
    follow(page, "/en/")
    served.tell("from tests.factories import open_tournament\nopen_tournament(name='Bahar Kupası')")
    expect(page.get_by_text("Bahar Kupası")).to_be_visible()


def test_open_rules_show_an_amendment_and_still_print(served, path, context):
    page = context.new_page()
    follow(page, f"{path}rules/")
    expect(page.locator("[data-print]")).to_be_visible()
    expect(page.locator("#changes")).to_have_count(0)
    served.tell(amend_in(path))
    expect(page.locator("#changes")).to_be_visible()
    expect(page.locator("[data-print]")).to_be_visible()


def test_followed_entrant_is_marked_in_every_window_at_once(served, path, context):
    first, second = context.new_page(), context.new_page()
    counter = follow(second, path)
    first.goto(f"{path}follow/")
    first.locator("[data-letter] button").first.click()
    expect(first.locator("#mine")).to_be_visible()
    expect(second.locator("#mine")).to_be_visible()
    first.locator("#mine form button").click()
    expect(first.locator("#mine")).to_have_count(0)
    expect(second.locator("#mine")).to_have_count(0)
    assert counter_of(second) == counter
