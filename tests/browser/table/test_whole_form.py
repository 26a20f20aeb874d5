from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.measures.text_sizes import is_wider_than_the_screen, letters_at_200_percent
from tests.browser.scenes.browser_windows import Windows
from tests.browser.scenes.stored_hands import tables_of
from tests.browser.scenes.table_page import become_keeper_by_http, phone, tap_twice
from tests.browser.table.whole_form import WholeTable
from tests.processes import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TOUCH = 48
OUTBOX = "**/hand/outbox/"
PREVIEW = "**/hand/preview/"
LISTEN = """document.addEventListener(
    "htmx:afterRequest", () => { document.body.dataset.answered = "" }, {once: true}
)"""
LOOKED = """() => {
    htmx.trigger("#follow", "refresh");
    return "answered" in document.body.dataset;
}"""
"""Makes the page poll as when it becomes visible, and waits for the answer."""


class OkeyTable(WholeTable):
    def enter_hand(self, end: str, hand: str = "", *, okey: bool = False, shown: str = "") -> None:
        self.tap("end", end)
        if hand:
            self.tap("hand", hand)
        if okey:
            self.tap("okey")
        if shown:
            self.tap("shown", shown)

    def save_hand(self, end: str, **answers: Any) -> None:
        self.enter_hand(end, **answers)
        self.save()
        expect(self.page.locator("#saved")).to_be_visible()

    def expect_blank_form(self) -> None:
        super().expect_blank_form()
        expect(self.page.locator("[name=hand][value=groups]")).to_be_checked()
        expect(self.page.locator("[name=shown][value='']")).to_be_checked()


@pytest.fixture
def okey_table(server_process: ServerProcess, windows: Windows) -> OkeyTable:
    table_ids = tables_of(server_process, rule_set_id="okey-countdown", length=[1, None])[0]
    page = phone(windows)
    become_keeper_by_http(page.context, server_process.url, table_ids, "Nermin")
    return OkeyTable(server_process, table_ids, page)


def test_each_tap_is_scored_and_the_hand_saved_once(okey_table):
    okey_table.enter_hand("A1", "pairs")
    expect(okey_table.preview).to_contain_text("Rakip çiftten bitti: 8")
    okey_table.tap("okey")
    expect(okey_table.preview).to_contain_text("Rakip çiftten, okeyle bitti: 12")
    okey_table.tap("shown", "B2")
    expect(okey_table.preview).to_contain_text("Rakip göstergeyi gösterdi: 1")
    expect(okey_table.page.locator("[data-brief] .result .num")).to_have_text(["−1", "−12"])
    expect(okey_table.page.locator("[data-brief] .result b")).to_have_text(["19", "8"])
    tap_twice(okey_table.page.locator("[data-save]"))
    expect(okey_table.page.locator("#saved")).to_be_visible()
    okey_table.expect_stored("A1")
    assert okey_table.reports[0]["finish"] == {"hand": "pairs", "last_tile": "okey"}
    okey_table.expect_blank_form()
    expect(okey_table.page.locator(".totals .num")).to_have_text(["kalan 19", "kalan 8"])


@pytest.mark.release
def test_score_is_shown_once_and_its_reasons_open_on_demand(okey_table):
    page = okey_table.page
    bar, reasons, felt = page.locator(".save-step"), page.locator(".review"), page.locator(".cloth > span")
    height = bar.bounding_box()["height"]
    expect(felt).to_have_text("Bitene dokunun")
    okey_table.tap("end", "B1")
    expect(page.locator("[data-brief] .result .num")).to_have_text(["−2", "0"])
    expect(felt).to_contain_text("bitti")
    expect(reasons).to_have_count(1)
    expect(reasons).to_be_hidden()
    assert bar.bounding_box()["height"] == height
    page.locator(".why summary").click()
    expect(reasons).to_be_visible()
    okey_table.tap("end", "B2")
    expect(okey_table.preview).to_be_visible()
    page.locator(".why summary").click()
    expect(reasons).to_be_hidden()
    assert bar.bounding_box()["height"] == height
    okey_table.save()
    okey_table.expect_blank_form()
    expect(reasons).to_have_count(0)
    expect(felt).to_have_text("Bitene dokunun")


@pytest.mark.release
def test_offline_hands_are_listed_in_words_and_sent_in_order(okey_table):
    okey_table.page.context.set_offline(True)
    okey_table.enter_hand("A2", "pairs", okey=True, shown="A2")
    expect(okey_table.page.locator("#preview [role=alert]")).to_be_visible()
    okey_table.save()
    expect(okey_table.page.locator("#hand-number")).to_have_text("sonraki el")
    okey_table.expect_blank_form()
    okey_table.enter_hand("deck_exhausted")
    okey_table.save()
    okey_table.expect_unsent(2)
    okey_table.expect_blank_form()
    okey_table.page.locator("#tray > details > summary").click()
    lines = okey_table.page.locator("#tray .lines")
    expect(lines.first).to_contain_text(" bitti: Çiftten, okeyle · Göstergeyi gösteren: ")
    expect(lines.last).to_have_text("Deste bitti")
    assert okey_table.reports == []
    okey_table.page.context.set_offline(False)
    okey_table.expect_stored("A2", None)
    okey_table.expect_unsent(0)
    expect(okey_table.page.locator(".totals .num")).to_have_text(["kalan 19", "kalan 6"])


CORRECTED = """
from tests.factories import correct
from tests.scoring.play.test_open_length import won_hand
from tournaments.models import Encounter
encounter = Encounter.objects.select_related("stage__tournament").get(public_id="{encounter}")
correct(encounter, won_hand({how}), version={version})
"""


@pytest.mark.release
def test_hand_of_a_match_ended_by_a_correction_waits_for_a_decision(
    okey_table,
):
    okey_table.save_hand("A1", hand="pairs")
    okey_table.page.context.set_offline(True)
    okey_table.enter_hand("B1", "pairs", shown="A2")
    okey_table.save()
    okey_table.expect_unsent(1)
    ended = {"how": 'hand="one_colour_run", last_tile="okey"', "version": 1}
    okey_table.served.tell(CORRECTED.format(**okey_table.about, **ended))
    okey_table.page.context.set_offline(False)
    tray = okey_table.page.locator("#tray")
    expect(tray).to_have_class("tray bad")
    tray.locator("> details > summary").click()
    expect(tray.locator(".reasons")).not_to_be_empty()
    expect(tray.locator(".lines")).to_contain_text(" bitti: Çiftten · Göstergeyi gösteren: ")
    assert len(okey_table.reports) == 1

    okey_table.served.tell(CORRECTED.format(**okey_table.about, how='hand="pairs"', version=2))
    tray.locator("[data-review]").click()
    okey_table.expect_stored("A1", "B1")
    okey_table.expect_unsent(0)
    expect(okey_table.page.locator(".totals .num")).to_have_text(["kalan 12", "kalan 11"])


def test_missing_end_of_a_hand_is_asked_for(okey_table):
    okey_table.tap("hand", "one_colour_run")
    okey_table.tap("shown", "B1")
    okey_table.save()
    question = okey_table.page.get_by_role("heading", name="Kim bitti?")
    expect(question).to_be_focused()
    expect(question).to_be_in_viewport()
    problem = okey_table.page.locator("#save-blocker")
    expect(problem).not_to_be_empty()
    okey_table.tap("end", "B2")
    expect(problem).to_be_empty()
    okey_table.save_hand("B2")
    assert okey_table.reports[0]["finish"] == {"hand": "one_colour_run", "last_tile": "plain"}


@pytest.mark.release
def test_reload_keeps_the_input(okey_table):
    okey_table.enter_hand("B1", "pairs", okey=True, shown="A1")
    okey_table.page.reload()
    okey_table.wait_for_script()
    expect(okey_table.preview).to_contain_text("Rakip çiftten, okeyle bitti: 12")
    expect(okey_table.page.locator("[name=okey]")).to_be_checked()
    expect(okey_table.page.locator("[name=shown][value=A1]")).to_be_checked()
    okey_table.tap_empty_place()
    okey_table.tap("okey")
    okey_table.page.reload()
    okey_table.wait_for_script()
    expect(okey_table.preview).to_contain_text("Rakip çiftten bitti: 8")
    expect(okey_table.page.locator("[name=okey]")).not_to_be_checked()


@pytest.mark.release
def test_save_button_is_in_view_and_covers_no_question_that_was_scrolled_to(okey_table):
    okey_table.save_hand("A1")
    okey_table.enter_hand("B1")
    okey_table.page.set_viewport_size({"width": 390, "height": 844})
    expect(okey_table.page.locator("[data-save]")).to_be_in_viewport(ratio=1)
    assert okey_table.page.evaluate(BENEATH_SAVE) == []


BENEATH_SAVE = """() => {
    const bar = document.querySelector(".save-step"), seen = new Set()
    const asked = [...document.querySelectorAll("#hand .opt, #hand select, #hand .left")]
    for (const one of asked.filter(one => one.offsetParent)) {
        scrollTo(0, 0)
        one.scrollIntoView({block: "nearest"})
        if (one.getBoundingClientRect().bottom > bar.getBoundingClientRect().top) seen.add(one)
    }
    return [...seen].map(one => one.textContent.trim())
}"""


@pytest.mark.release
def test_kind_of_finish_is_asked_only_if_a_player_finished(okey_table):
    kinds = okey_table.page.locator("[data-finish-choice] input")
    expect(kinds.first).to_be_enabled()
    okey_table.tap("end", "deck_exhausted")
    expect(kinds.first).to_be_disabled()
    expect(okey_table.preview).to_contain_text("Deste bitti, kimse bitmedi: 1")
    okey_table.tap("end", "A2")
    expect(kinds.first).to_be_enabled()


@pytest.mark.release
def test_pending_score_is_not_shown_for_the_next_hand(okey_table):
    page = okey_table.page
    page.route(PREVIEW, lambda _route: None)
    page.route(OUTBOX, lambda route: route.abort())
    with page.expect_request(PREVIEW):
        okey_table.tap("end", "A1")
    with page.expect_event("requestfailed", lambda request: "preview" in request.url):
        okey_table.save()
    okey_table.expect_unsent(1)
    okey_table.expect_blank_form()
    expect(page.locator("#preview[data-old]")).to_have_count(0)


@pytest.mark.release
def test_unrequested_page_keeps_the_input(okey_table):
    """The keeper enters the kind before the finisher; meanwhile their other tab saves a hand."""
    okey_table.tap("hand", "pairs")
    okey_table.open_another_tab().save_hand("A1")
    okey_table.page.bring_to_front()
    okey_table.page.evaluate(LISTEN)
    okey_table.page.wait_for_function(LOOKED, polling=200)
    expect(okey_table.page.locator("[name=hand][value=pairs]")).to_be_checked()
    expect(okey_table.page.locator("#saved")).to_have_count(0)


@pytest.mark.release
def test_correction_shows_its_consequences(okey_table):
    okey_table.save_hand("A1", hand="pairs", okey=True)
    okey_table.page.locator(".note.last a").click()
    changes = okey_table.page.locator("#preview:not([data-old]) .changes")
    expect(changes).to_be_visible()
    expect(changes.locator("li")).to_have_count(0)
    okey_table.tap("okey")
    expect(changes.locator("li").first).to_contain_text("kalan 8")
    expect(changes.locator("li").first).to_contain_text("kalan 12")
    okey_table.page.locator("label", has=okey_table.page.locator("[name=because][value=mistyped]")).click()
    okey_table.save()
    expect(okey_table.page.locator(".hands-list .fresh")).to_be_visible()
    assert okey_table.reports[0]["finish"] == {"hand": "pairs", "last_tile": "plain"}


@pytest.mark.release
def test_undo_restores_the_input(okey_table):
    okey_table.save_hand("A1", hand="pairs", okey=True, shown="B1")
    okey_table.tap_empty_place()
    okey_table.page.locator("[data-undo]").click()
    expect(okey_table.preview).to_contain_text("Rakip çiftten, okeyle bitti: 12")
    expect(okey_table.page.locator("[name=shown][value=B1]")).to_be_checked()


@pytest.mark.release
def test_touch_targets_are_large_enough_and_the_page_fits_a_phone(okey_table):
    okey_table.tap("end", "A1")
    expect(okey_table.preview).to_have_count(1)
    for control in okey_table.page.locator("#hand .opt:visible, #hand select, #hand button:visible").all():
        box = control.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= TOUCH
    assert not is_wider_than_the_screen(okey_table.page)
    with letters_at_200_percent(okey_table.page):
        assert not is_wider_than_the_screen(okey_table.page)
