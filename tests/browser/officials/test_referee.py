from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tests.browser.scenes.browser_windows import Windows
from tests.browser.scenes.organizer import managed, sign_in
from tests.browser.scenes.table_page import phone
from tests.processes import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.slow]

HIDE = """() => {
    Object.defineProperty(document, "hidden", {configurable: true, get: () => true});
    document.dispatchEvent(new Event("visibilitychange"));
}"""


@dataclass(frozen=True)
class Evening:
    url: str
    page: Page
    tournament: str
    table: str
    token: str
    encounter: str

    @property
    def calls(self) -> str:
        return f"{self.url}/en/manage/t/{self.tournament}/referee/"

    @property
    def rulings(self) -> str:
        return f"{self.url}/en/manage/e/{self.encounter}/rulings/"


@pytest.fixture
def evening(server_process: ServerProcess, windows: Windows) -> Evening:
    tournament = managed(server_process, HANDS="2", ROLE="referee")
    page = windows.page(viewport={"width": 390, "height": 844}, locale="en-GB")
    sign_in(page.context, server_process, tournament)
    names = ("tournament", "table", "token", "encounter")
    return Evening(server_process.url, page, **{name: tournament[name] for name in names})


def keeper(windows: Windows, evening: Evening) -> Page:
    page = phone(windows, language="en-GB")
    page.goto(f"{evening.url}/m/{evening.token}/")
    return page


def call(page: Page, evening: Evening, question: str) -> None:
    page.goto(f"{evening.url}/table/{evening.table}/referee/")
    page.locator("[name=question]").fill(question)
    page.locator("main form button.go").click()
    page.wait_for_url(f"{evening.url}/en/table/{evening.table}/")


def test_call_leads_to_a_public_ruling(windows, evening):
    page = evening.page
    page.goto(evening.calls)
    expect(page).to_have_title(re.compile("^Referee"))
    page.locator("#sound").click()
    expect(page.locator("#sound")).to_have_attribute("data-sounded", "1")

    call(keeper(windows, evening), evening, "Was that okey thrown?")

    expect(page.locator(".ref-call")).to_contain_text("Was that okey thrown?")
    expect(page).to_have_title(re.compile(r"^\(1\) Referee"))
    expect(page.locator("#calls-count .badge")).to_contain_text("1")
    expect(page.locator("#announce")).to_contain_text("Was that okey thrown?")
    expect(page.locator("#sound")).to_have_attribute("data-sounded", "2")

    page.get_by_role("button", name="I am on my way").click()
    accepted = page.locator(".ref-call.taken")
    expect(accepted).to_be_visible()
    accepted.locator(
        "p"
    ).first.click()  # the next target is where the last tap was, so this avoids a double tap

    page.get_by_role("link", name="Rule on a hand…").click()
    hands = page.locator(".ref-hands li")
    expect(hands).to_have_count(2)
    hands.last.locator("a").first.click()
    expect(page.locator("fieldset[data-kind=fixed]")).to_be_hidden()
    page.locator("label", has=page.locator("input[value=fixed]")).click()
    fields = page.locator(".ref-points input")
    expect(fields).to_have_count(4)
    for field, points in zip(fields.all(), (5, 150, 0, -20), strict=True):
        field.fill(str(points))
    page.get_by_role("radio", name="Other…").click()
    page.locator("[name=reason]").fill("He threw it, two saw it.")
    page.get_by_role("button", name="Preview the ruling").click()
    expect(page.locator(".ref-figures")).to_contain_text("+150")
    expect(page.locator(".changes")).to_contain_text("Match 1")
    page.get_by_role("button", name="Save the ruling").click()

    expect(page).to_have_url(evening.calls)
    expect(page.locator("#waiting .ref-call")).to_have_count(0)
    expect(page.locator("#closed")).to_contain_text("He threw it, two saw it.")

    visitor = windows.page(locale="en-GB")
    visitor.goto(f"{evening.url}/e/{evening.encounter}/")
    remarks = visitor.locator("#remark-1-1 .remarks")
    expect(remarks).to_contain_text("Referee’s ruling")
    expect(remarks).to_contain_text("He threw it, two saw it.")
    remarks.locator("summary").first.click()
    visitor.get_by_role("link", name="History of hand 1").click()
    expect(visitor.locator("#differences")).to_contain_text("The referee fixed the points")
    expect(visitor.locator("#version-2")).to_contain_text("the referee")


@pytest.mark.release
def test_replayed_hand_keeps_its_number(windows, evening):
    page = evening.page
    page.goto(f"{evening.rulings}1/2/")
    page.locator("label", has=page.locator("input[value=replay]")).click()
    page.get_by_role("radio", name="Other…").click()
    page.locator("[name=reason]").fill("Tiles lay open.")
    page.get_by_role("button", name="Preview the ruling").click()
    expect(page.locator(".ref-figures")).to_contain_text("void")
    page.get_by_role("button", name="Save the ruling").click()
    expect(page.locator(".ref-hands li").first).to_contain_text("void")
    visitor = windows.page(locale="en-GB")
    visitor.goto(f"{evening.url}/e/{evening.encounter}/")
    expect(visitor.locator("#hand-1-2")).to_contain_text("replayed")
    expect(visitor.locator(".duel")).to_contain_text("hand 2")


@pytest.mark.release
def test_referee_corrects_a_hand_in_its_form_and_taps_the_reason(windows, evening):
    page = evening.page
    page.goto(evening.rulings)
    page.get_by_role("link", name="Correct match 1, hand 2").click()
    page.locator(".edit[data-go=A1]").click()
    page.locator(".keys [data-key='7']").click()
    page.locator("[data-on]:visible").click()
    expect(page.locator(".changes")).to_contain_text("→")
    expect(page.locator("[name=reason]")).to_be_hidden()
    page.get_by_role("radio", name="Typing error").click()
    page.locator("[data-save]").dblclick()
    expect(page).to_have_url(evening.rulings)
    expect(page.locator(".messages .note.ok")).to_be_visible()
    expect(page.locator(".ref-hands li").first).to_contain_text("corrected")


@pytest.mark.release
def test_without_scripts_the_ruling_form_is_complete(windows, evening):
    page = windows.page(locale="en-GB", java_script_enabled=False)
    page.context.add_cookies(evening.page.context.cookies())
    page.goto(evening.calls)
    expect(page.locator("#sound")).to_be_hidden()
    page.goto(f"{evening.rulings}1/1/")
    expect(page.locator("fieldset[data-kind=infraction]")).to_be_visible()
    page.locator("input[value=infraction]").check(force=True)
    page.locator("[name=seat]").select_option("B1")
    page.locator("[name=code]").select_option("okey_discard")
    page.locator("[name=reason]").fill("Seen by all.")
    page.get_by_role("button", name="Preview the ruling").click()
    page.get_by_role("button", name="Save the ruling").click()
    expect(page).to_have_url(evening.rulings)
    page.goto(f"{evening.url}/e/{evening.encounter}/hands/1/1/")
    expect(page.locator("#differences")).to_contain_text("infraction added: Okey discarded")


@pytest.mark.release
def test_call_rings_while_the_page_is_in_the_background(windows, evening):
    page = evening.page
    page.goto(evening.calls)
    page.evaluate(HIDE)
    call(keeper(windows, evening), evening, "Nobody looks?")
    expect(page).to_have_title(re.compile(r"^\(1\) Referee"))
    expect(page.locator("#announce")).to_contain_text("Nobody looks?")


@pytest.mark.release
def test_pages_fit_every_width(evening):
    page = evening.page
    addresses = (evening.calls, evening.rulings, f"{evening.rulings}1/1/", f"{evening.rulings}1/3/")
    public = f"{evening.url}/e/{evening.encounter}/hands/1/1/"
    for width in (360, 820, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        for address in (*addresses, public):
            page.goto(address)
            assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), address
