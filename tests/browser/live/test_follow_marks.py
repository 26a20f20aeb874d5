"""What the browser adds to pages that are cached for everybody."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.scenes.browser_windows import Windows
from tests.browser.scenes.live_page import BEGIN, CONNECTED, play_in, record_requests, refresh_all_standings
from tests.processes import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.slow]

JOIN = """
from tests.factories import MembershipFactory
from tournaments.models import Tournament
member = MembershipFactory.create(club=Tournament.objects.get(public_id="{}").club, role="organizer")
member.user.set_password("kalem-defter-silgi")
member.user.save()
print(member.user.email)
"""
MOVED = """() => new Promise(resolve => new PerformanceObserver(list => resolve(list.getEntries()
    .flatMap(shift => shift.sources)
    .filter(({node}) => node && node.closest && node.closest("#live"))
    .map(({node, previousRect, currentRect}) => [node.className, previousRect.toJSON(), currentRect.toJSON()])
)).observe({type: "layout-shift", buffered: true}) || setTimeout(() => resolve([]), 500))"""
"""Layout shifts since the page was painted."""


@pytest.fixture(scope="module")
def paths(server_process: ServerProcess) -> tuple[str, str]:
    tournament, encounter, *_others = server_process.tell(BEGIN).split()
    refresh_all_standings(server_process)
    return f"{server_process.url}/en/t/{tournament}/", f"{server_process.url}/en/e/{encounter}/"


@pytest.fixture
def page(windows: Windows, paths: tuple[str, str]) -> Page:
    opened = windows.page(viewport={"width": 390, "height": 844}, locale="en-GB")
    opened.goto(paths[1])
    opened.locator(".duel h2 a").first.click()
    opened.get_by_role("button", name="Follow").click()
    # Its height is what the next page reserves for it.
    expect(opened.locator("#mine")).to_be_visible()
    return opened


def test_followed_entrants_are_marked_before_painting_and_through_updates(
    server_process: ServerProcess, paths: tuple[str, str], page: Page
):
    expect(page.get_by_role("button", name="Follow", exact=True)).to_be_hidden()
    page.goto(f"{paths[0]}groups/")
    own = page.locator("tr.mine .mine-mark")
    expect(own).to_have_text("followed")
    assert page.evaluate(MOVED) == []
    page.goto(paths[0])
    expect(page.locator("tr.mine")).to_be_visible()
    encounter = paths[1].split("/e/")[1].strip("/")
    marked = page.locator(f"li.mine#play-{encounter} .mine-mark")
    expect(marked).to_have_count(1)
    strip = page.locator("#mine .strip-text")
    text = strip.inner_text()
    requests = record_requests(page, lambda request: "/strip/" in request.url)
    server_process.tell(play_in(paths[1]))
    expect(strip).not_to_have_text(text, use_inner_text=True)
    expect(marked).to_have_count(1)
    assert all(f"/live/en/t/{paths[0].split('/t/')[1]}" in url for url in requests)


@pytest.mark.release
def test_page_from_the_back_button_marks_the_current_choice(paths: tuple[str, str], page: Page):
    page.goto(f"{paths[0]}tables/")
    expect(page.locator(".table-row.mine")).to_have_count(1)
    page.goto(paths[1])
    page.get_by_role("button", name="Stop following").click()
    expect(page.locator("#mine")).to_have_count(0)
    page.go_back()
    page.go_back()
    expect(page).to_have_url(f"{paths[0]}tables/")
    expect(page.locator(".table-row.mine, #mine, .mine-mark")).to_have_count(0)
    expect(page.get_by_role("link", name="When do I play?")).to_be_visible()


@pytest.mark.release
def test_strip_falls_back_to_the_page_without_a_shared_response(paths: tuple[str, str], page: Page):
    page.context.route("**/live/en/**", lambda route: route.fulfill(status=404))
    page.evaluate("sessionStorage.clear()")
    page.goto(f"{paths[0]}rules/")
    expect(page.locator("#mine")).to_be_visible()


@pytest.fixture
def signed_in_context(
    windows: Windows, server_process: ServerProcess, paths: tuple[str, str]
) -> BrowserContext:
    page = windows.page(locale="en-GB")
    email = server_process.tell(JOIN.format(paths[0].split("/t/")[1].strip("/"))).split()[-1]
    page.goto(f"{server_process.url}/en/sign-in/?next=/en/e/{paths[1].split('/e/')[1]}")
    page.get_by_label("E-mail").fill(email)
    page.get_by_label("Password", exact=True).fill("kalem-defter-silgi")
    page.locator("main form button").click()
    return page.context


def test_signed_in_user_sees_the_dashboard_and_staff_sees_actions(
    paths: tuple[str, str], signed_in_context: BrowserContext, page: Page
):
    staff = signed_in_context.pages[0]
    expect(staff.get_by_role("link", name="Correct or rule on a hand…")).to_be_visible()
    expect(staff.get_by_role("link", name="My tournaments")).to_be_visible()
    expect(staff.get_by_role("link", name="Sign in")).to_be_hidden()
    requests = record_requests(page, lambda request: "/me/" in request.url)
    page.goto(paths[1])
    expect(page.locator(CONNECTED)).to_have_count(1)
    expect(page.get_by_role("link", name="Correct or rule on a hand…")).to_have_count(0)
    assert requests == []
