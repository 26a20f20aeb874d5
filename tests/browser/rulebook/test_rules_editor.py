from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.scenes.browser_windows import Windows
from tests.browser.scenes.organizer import managed, sign_in
from tests.processes import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.slow]

Open = Callable[..., "RulesPage"]


@dataclass(frozen=True)
class RulesPage:
    page: Page
    address: str
    encounter: str

    def choose(self, field: str, key: str) -> None:
        self.page.locator(f"label[for=id_{field}-{key}]").click()

    def chosen(self, field: str) -> Locator:
        return self.page.locator(f"#example-{field} thead .on").first

    def expect_unsaved(self, count: int) -> None:
        expect(self.unsaved.locator("[data-test=unsaved]")).to_contain_text(f"{count} ")

    def amount(self, code: str) -> Locator:
        return self.page.locator(f"#id_amount-{code}")

    @property
    def unsaved(self) -> Locator:
        return self.page.locator("#rules-unsaved")

    @property
    def send(self) -> Locator:
        return self.page.locator(".r-bar .go")


@pytest.fixture
def open_rules_page(server_process: ServerProcess, windows: Windows) -> Open:
    def opened(*, hands: bool = False, script: bool = True, width: int = 390) -> RulesPage:
        tournament = managed(server_process, HANDS="2" if hands else "")
        page = windows.page(
            viewport={"width": width, "height": 844}, locale="en-GB", java_script_enabled=script
        )
        sign_in(page.context, server_process, tournament)
        address = f"{server_process.url}/manage/t/{tournament['tournament']}/rules/"
        page.goto(address)
        return RulesPage(page, address, f"{server_process.url}/e/{tournament['encounter']}/")

    return opened


def test_example_follows_a_choice_at_once_and_the_choice_is_saved(open_rules_page: Open):
    rules = open_rules_page()
    rules.page.evaluate("window.marker = true")
    reasons = rules.page.locator("#why-partner_cancels-1")
    reasons.locator("summary").click()
    expect(rules.chosen("partner_cancels")).to_contain_text("The hand is wiped out")
    rules.choose("partner_cancels", "nothing")
    expect(rules.chosen("partner_cancels")).to_contain_text("Nothing is wiped out")
    expect(reasons).to_have_attribute("open", "")
    expect(reasons.locator("li")).to_have_count(6)
    expect(rules.page.locator("#id_partner_cancels-nothing")).to_be_focused()
    rules.expect_unsaved(1)
    assert rules.page.evaluate("window.marker")

    rules.send.click()
    expect(rules.page.locator(".messages .note.ok")).to_be_visible()
    rules.page.reload()
    expect(rules.page.locator("#id_partner_cancels-nothing")).to_be_checked()
    expect(rules.chosen("partner_cancels")).to_contain_text("Nothing is wiped out")
    expect(rules.page.locator("#rules-summary")).to_contain_text("1 ")


@pytest.mark.release
def test_switch_changes_examples_of_other_switches(open_rules_page: Open):
    rules = open_rules_page()
    others = rules.page.locator("#example-multiplier tbody tr").nth(1)
    expect(others).to_contain_text("+808")
    number = rules.page.locator("#id_unopened_cap-amount")
    number.fill("303")
    expect(others).to_contain_text("+303")
    expect(rules.page.locator("#id_unopened_cap-number")).to_be_checked()
    expect(number).to_be_focused()


@pytest.mark.release
def test_focused_field_stays_in_place_while_the_summary_grows(open_rules_page: Open):
    rules = open_rules_page()
    # Not every browser supports scroll anchoring.
    rules.page.evaluate("document.documentElement.style.overflowAnchor = 'none'")
    choice = rules.page.locator("#id_okey_left-none")
    choice.scroll_into_view_if_needed()
    choice.focus()
    before = choice.bounding_box()
    rules.page.keyboard.press("Space")
    rules.expect_unsaved(1)
    after = choice.bounding_box()
    assert before
    assert after
    assert after["y"] == pytest.approx(before["y"], abs=1)


@pytest.mark.release
def test_invalid_amount_is_reported_while_examples_stay(open_rules_page: Open):
    rules = open_rules_page()
    amount, figures = rules.amount("okey_discard"), rules.page.locator("#example-infractions tbody")
    before = figures.inner_text()
    amount.fill("abc")
    problem = rules.page.locator("#error-amount-okey_discard")
    expect(problem).not_to_be_empty()
    expect(amount).to_have_attribute("aria-invalid", "true")
    expect(amount).to_be_focused()
    assert figures.inner_text() == before
    rules.send.click()
    expect(rules.page.locator(".note.bad").first).to_be_visible()
    expect(amount).to_have_value("abc")
    amount.fill("50")
    expect(problem).to_be_empty()
    assert amount.get_attribute("aria-invalid") is None
    expect(figures).not_to_have_text(before, use_inner_text=True)


@pytest.mark.release
def test_missing_answer_is_reported_and_nothing_is_lost(open_rules_page: Open):
    rules = open_rules_page()
    rules.page.context.set_offline(True)
    rules.choose("multiplier", "none")
    stale = rules.page.locator("[data-stale]")
    expect(stale).to_be_visible()
    rules.page.context.set_offline(False)
    rules.choose("okey_left", "none")
    expect(stale).to_be_hidden()
    expect(rules.chosen("multiplier")).to_contain_text("No multipliers")


@pytest.mark.release
def test_amending_after_hands_shows_the_consequences_first(open_rules_page: Open):
    rules = open_rules_page(hands=True)
    page = rules.page
    rules.choose("multiplier", "none")
    rules.expect_unsaved(1)
    rules.send.click()
    expect(page.locator(".r-rescored tbody tr")).to_have_count(1)
    expect(page.locator(".r-rescored tbody tr")).to_contain_text("−202")
    page.locator("#id_reason").fill("The list said so")
    page.get_by_role("button", name="Amend and rescore 1 hand").dblclick()
    expect(page.locator(".messages li")).to_have_count(1)
    expect(page.locator(".messages .note.ok")).to_contain_text("1")
    expect(page.locator(".r-history > li")).to_have_count(1)

    page.goto(rules.encounter)
    figure = page.locator("#figure-1-1-A1")
    expect(figure.locator("summary")).to_contain_text("−101")
    amended = page.locator("#amended-1")
    expect(amended).to_contain_text("The list said so")
    before, after = amended.locator("tbody td").all()
    expect(before).to_contain_text("−202")
    expect(after).to_contain_text("−101")


@pytest.mark.release
def test_going_back_from_the_preview_keeps_choices_and_examples(open_rules_page: Open):
    rules = open_rules_page(hands=True)
    rules.choose("multiplier", "none")
    expect(rules.chosen("multiplier")).to_contain_text("No multipliers")
    rules.send.click()
    expect(rules.page.locator("#decide")).to_be_visible()
    rules.page.go_back()
    expect(rules.page.locator("#id_multiplier-none")).to_be_checked()
    expect(rules.chosen("multiplier")).to_contain_text("No multipliers")
    rules.expect_unsaved(1)


@pytest.mark.release
def test_without_scripts_a_button_shows_the_examples(open_rules_page: Open):
    rules = open_rules_page(script=False)
    rules.page.locator("#id_multiplier-none").check()
    rules.page.get_by_role("button", name="Show examples").click()
    expect(rules.page.locator("#id_multiplier-none")).to_be_checked()
    expect(rules.chosen("multiplier")).to_contain_text("No multipliers")
    rules.send.click()
    expect(rules.page.locator(".messages .note.ok")).to_be_visible()


@pytest.mark.release
def test_no_page_of_the_rules_is_wider_than_the_screen(open_rules_page: Open):
    rules = open_rules_page(hands=True)
    page = rules.page

    def fits() -> None:
        page.wait_for_load_state()
        for width in (360, 820, 905, 1250):
            page.set_viewport_size({"width": width, "height": 844})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            for table in page.locator("table:visible").all():
                assert table.evaluate("table => table.scrollWidth <= table.parentNode.clientWidth + 1")

    fits()
    rules.choose("partner_cancels", "nothing")
    rules.expect_unsaved(1)
    rules.send.click()
    expect(page.locator("#decide")).to_be_visible()
    fits()
    page.goto(rules.address)
    page.locator("label[for=id_charged-okey_discard]").click()
    rules.amount("invalid_meld").fill("abc")
    expect(rules.unsaved.locator("[data-test=errors]")).to_be_visible()
    rules.send.click()
    expect(page.locator(".note.bad").first).to_be_visible()
    fits()
