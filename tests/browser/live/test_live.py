from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.browser.scenes.live_page import (
    BEGIN,
    CONNECTED,
    DISCONNECTED,
    LONGER_THAN_A_POLL,
    STREAM,
    UNTIL_A_STREAM,
    counter_of,
    expect_newer,
    follow,
    is_question,
    play_in,
    record_polls,
    refresh_all_standings,
    streams_of,
    wait_until_idle,
)
from tests.processes import ServerProcess, serve_process

pytestmark = pytest.mark.browser

SEEN = """hidden => {
    Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
    document.dispatchEvent(new Event("visibilitychange"));
}"""
SHIFTS = """() => {
    window.shifted = 0;
    new PerformanceObserver(list => list.getEntries().forEach(one => { window.shifted += one.value; }))
        .observe({type: "layout-shift", buffered: false});
}"""


@pytest.fixture(scope="module")
def addresses(server_process: ServerProcess) -> tuple[str, str, str]:
    tournament, first, second = server_process.tell(BEGIN).split()
    return f"/en/t/{tournament}/", f"/en/e/{first}/", f"/en/e/{second}/"


@pytest.fixture(scope="module")
def paths(addresses: tuple[str, str, str]) -> tuple[str, str]:
    return addresses[:2]


@pytest.fixture
def open_context(
    browser: Browser, server_process: ServerProcess, addresses: tuple[str, ...]
) -> Callable[[], BrowserContext]:
    refresh_all_standings(server_process)

    def opened() -> BrowserContext:
        size: Any = {"width": 390, "height": 844}
        context = browser.new_context(base_url=server_process.url, viewport=size, locale="en-GB")
        context.on("weberror", lambda error: pytest.fail(f"script error: {error.error}"))
        return context

    return opened


def test_open_pages_request_updates_only_after_a_hand(server_process, paths, open_context):
    pages = [open_context().new_page() for _browser in range(2)]
    before = [follow(page, path) for page, path in zip(pages, paths, strict=True)]
    requests = [record_polls(page) for page in pages]
    pages[0].wait_for_timeout(LONGER_THAN_A_POLL)
    assert requests == [[], []]
    server_process.tell(play_in(paths[1]))
    for page, counter in zip(pages, before, strict=True):
        expect_newer(page, counter)
    # The hand, and the standings that the worker computes.
    assert all(1 <= len(questions) <= 2 for questions in requests)


def test_browser_holds_one_stream_and_its_tenth_window_follows(server_process, paths, open_context):
    context = open_context()
    windows = [context.new_page() for _window in range(10)]
    streams = [streams_of(window) for window in windows]
    before = [follow(window, paths[0]) for window in windows]
    server_process.tell(play_in(paths[1]))
    for window, counter in zip(windows, before, strict=True):
        expect_newer(window, counter)
    assert sum(len(opened) for opened in streams) < 6


@pytest.mark.release
def test_another_window_takes_over_the_stream_when_its_window_closes(server_process, paths, open_context):
    context = open_context()
    first, second = context.new_page(), context.new_page()
    follow(first, paths[0])
    opened = streams_of(second)
    before = follow(second, paths[0])
    assert not opened
    with second.expect_request(STREAM):
        first.close()
    server_process.tell(play_in(paths[1]))
    expect_newer(second, before)


def test_hidden_tab_closes_its_stream_and_catches_up_when_visible(server_process, paths, open_context):
    page = open_context().new_page()
    before = follow(page, paths[0])
    with page.expect_event("requestfailed", lambda request: STREAM.search(request.url)):
        page.evaluate(SEEN, True)
    requests = record_polls(page)
    server_process.tell(play_in(paths[1]))
    page.wait_for_timeout(LONGER_THAN_A_POLL)
    assert not requests
    with page.expect_request(STREAM):
        page.evaluate(SEEN, False)
    expect_newer(page, before)


def test_page_from_the_back_forward_cache_catches_up(server_process, paths, open_context):
    page = open_context().new_page()
    before = follow(page, paths[0])
    with page.expect_event("requestfailed", lambda request: STREAM.search(request.url)):
        page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', {persisted: true}))")
    server_process.tell(play_in(paths[1]))
    with page.expect_request(STREAM):
        page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    expect_newer(page, before)


def test_page_catches_up_after_an_interruption(server_process, paths, open_context):
    context = open_context()
    page = context.new_page()
    follow(page, paths[0])
    context.set_offline(True)
    expect(page.locator("#lost")).to_be_visible()
    before = counter_of(page)
    server_process.tell(play_in(paths[1]))
    assert counter_of(page) == before
    context.set_offline(False)
    expect_newer(page, before)
    expect(page.locator("#lost")).to_be_hidden()
    expect(page.locator(CONNECTED)).to_have_count(1)


@pytest.mark.release
def test_page_follows_a_restarted_server(tmp_path, browser: Browser):
    with serve_process(tmp_path) as first:
        tournament, encounter, _other = first.tell(BEGIN).split()
        refresh_all_standings(first)
        page = browser.new_context(base_url=first.url, locale="en-GB").new_page()
        before = follow(page, f"/en/t/{tournament}/")
        first.kill()
        expect(page.locator("#lost")).to_be_visible()
        expect(page.locator(DISCONNECTED)).to_have_count(1)
        first.tell(play_in(f"/e/{encounter}/"))
    with page.expect_request(STREAM, timeout=60_000), serve_process(tmp_path, port=first.port):
        expect_newer(page, before)
        expect(page.locator("#lost")).to_be_hidden()
        page.wait_for_function(
            "address => (localStorage.getItem(`stream:${address}`) || '').includes('counters')",
            arg=f"/live/tournament.{tournament}/",
            timeout=UNTIL_A_STREAM,
        )


def test_page_polls_without_a_stream(server_process, paths, open_context):
    context = open_context()
    context.route(f"{server_process.url}/live/**", lambda route: route.fulfill(status=503))
    page = context.new_page()
    with page.expect_response(STREAM):
        page.goto(paths[0])
    before = counter_of(page)
    tried = streams_of(page)
    for _poll in range(2):
        page.wait_for_event("request", is_question)
    assert not tried
    expect(page.locator(CONNECTED)).to_have_count(1)
    server_process.tell(play_in(paths[1]))
    expect_newer(page, before)


@pytest.mark.parametrize(
    "place", [pytest.param(0, marks=pytest.mark.release), 2], ids=["tournament", "encounter"]
)
def test_live_update_causes_no_layout_shift_and_keeps_scroll(server_process, addresses, open_context, place):
    page = open_context().new_page()
    before = follow(page, addresses[place])
    opened = page.locator("details:not([data-theme]) > summary").first
    opened.click()
    page.evaluate("(window.held = document.querySelectorAll('#live a')[5]).focus({preventScroll: true})")
    page.evaluate("window.scrollTo(0, 300)")
    wait_until_idle(page)
    page.evaluate(SHIFTS)
    server_process.tell(play_in(addresses[2]))
    expect_newer(page, before)
    wait_until_idle(page)
    assert page.evaluate("window.shifted") == 0
    assert page.evaluate("window.scrollY") == 300
    assert page.evaluate("document.activeElement === window.held")
    expect(opened.locator("..")).to_have_attribute("open", "")
