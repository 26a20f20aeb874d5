from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.measures.letters import is_wider_than_the_screen, letters_at_200_percent
from tests.browser.scenes.ledger import tables_of
from tests.browser.scenes.table_page import keep_quietly, phone, tap_twice
from tests.browser.scenes.windows import Windows
from tests.browser.table.whole_form import WholeTable
from tests.processes import Served

pytestmark = [pytest.mark.browser, pytest.mark.processes]

TOUCH = 48
OUTBOX = "**/hand/outbox/"
PREVIEW = "**/hand/preview/"
LISTEN = """document.addEventListener(
    "htmx:afterRequest", () => { document.body.dataset.answered = "" }, {once: true}
)"""
LOOKED = """() => {
    htmx.trigger("#follow", "look");
    return "answered" in document.body.dataset;
}"""
"""Makes the page poll as when it becomes visible, and waits for the answer."""


class OkeyTable(WholeTable):
    def tells(self, end: str, hand: str = "", *, okey: bool = False, shown: str = "") -> None:
        self.tap("end", end)
        if hand:
            self.tap("hand", hand)
        if okey:
            self.tap("okey")
        if shown:
            self.page.locator("[name=shown]").select_option(shown)

    def saved(self, end: str, **told: Any) -> None:
        self.tells(end, **told)
        self.save()
        expect(self.page.locator("#saved")).to_be_visible()

    def is_asked_anew(self) -> None:
        super().is_asked_anew()
        expect(self.page.locator("[name=hand][value=groups]")).to_be_checked()
        expect(self.page.locator("[name=shown]")).to_have_value("")


@pytest.fixture
def okey(served: Served, windows: Windows) -> OkeyTable:
    table_ids = tables_of(served, rule_set_id="okey-countdown", length=[1, None])[0]
    page = phone(windows)
    keep_quietly(page.context, served.url, table_ids, "Nermin")
    return OkeyTable(served, table_ids, page)


def test_each_tap_is_scored_and_the_hand_saved_once(okey):
    okey.tells("A1", "pairs")
    expect(okey.preview).to_contain_text("Rakip çiftten bitti: 8")
    okey.tap("okey")
    expect(okey.preview).to_contain_text("Rakip çiftten, okeyle bitti: 12")
    okey.page.locator("[name=shown]").select_option("B2")
    expect(okey.preview).to_contain_text("Rakip göstergeyi gösterdi: 1")
    expect(okey.page.locator("[data-brief]")).to_contain_text(": −12.")
    tap_twice(okey.page.locator("[data-save]"))
    expect(okey.page.locator("#saved")).to_be_visible()
    okey.has_stored("A1")
    assert okey.reports[0]["finish"] == {"hand": "pairs", "last_tile": "okey"}
    okey.is_asked_anew()
    expect(okey.page.locator(".totals .num")).to_have_text(["kalan 19", "kalan 8"])


def test_offline_hands_are_listed_in_words_and_sent_in_order(okey):
    okey.page.context.set_offline(True)
    okey.tells("A2", "pairs", okey=True, shown="A2")
    expect(okey.page.locator("#preview [role=alert]")).to_be_visible()
    okey.save()
    expect(okey.page.locator("#hand-number")).to_have_text("sonraki el")
    okey.is_asked_anew()
    okey.tells("deck_exhausted")
    okey.save()
    okey.waits(2)
    okey.is_asked_anew()
    okey.page.locator("#tray > details > summary").click()
    lines = okey.page.locator("#tray .lines")
    expect(lines.first).to_contain_text(" bitti: Çiftten, okeyle · Göstergeyi gösteren: ")
    expect(lines.last).to_have_text("Deste bitti")
    assert okey.reports == []
    okey.page.context.set_offline(False)
    okey.has_stored("A2", None)
    okey.waits(0)
    expect(okey.page.locator(".totals .num")).to_have_text(["kalan 19", "kalan 6"])


CORRECTED = """
from tests.factories import correct
from tests.scoring.play.test_open_length import won_hand
from tournaments.models import Encounter
encounter = Encounter.objects.select_related("stage__tournament").get(public_id="{encounter}")
correct(encounter, won_hand({how}), version={version})
"""


def test_hand_of_a_match_ended_by_a_correction_waits_for_a_decision(
    okey,
):
    okey.saved("A1", hand="pairs")
    okey.page.context.set_offline(True)
    okey.tells("B1", "pairs", shown="A2")
    okey.save()
    okey.waits(1)
    ended = {"how": 'hand="one_colour_run", last_tile="okey"', "version": 1}
    okey.served.tell(CORRECTED.format(**okey.about, **ended))
    okey.page.context.set_offline(False)
    tray = okey.page.locator("#tray")
    expect(tray).to_have_class("tray bad")
    tray.locator("> details > summary").click()
    expect(tray.locator(".reasons")).to_contain_text("Yine de bir el oynandıysa hakemi çağırın.")
    expect(tray.locator(".lines")).to_contain_text(" bitti: Çiftten · Göstergeyi gösteren: ")
    assert len(okey.reports) == 1

    okey.served.tell(CORRECTED.format(**okey.about, how='hand="pairs"', version=2))
    tray.locator("[data-look]").click()
    okey.has_stored("A1", "B1")
    okey.waits(0)
    expect(okey.page.locator(".totals .num")).to_have_text(["kalan 12", "kalan 11"])


def test_missing_end_of_a_hand_is_asked_for(okey):
    okey.tap("hand", "one_colour_run")
    okey.page.locator("[name=shown]").select_option("B1")
    okey.save()
    question = okey.page.get_by_role("heading", name="Kim bitti?")
    expect(question).to_be_focused()
    expect(question).to_be_in_viewport()
    problem = okey.page.locator("#hindered")
    expect(problem).to_contain_text("Kim bitti? Birini seçin ya da kimsenin bitmediğini belirtin")
    okey.tap("end", "B2")
    expect(problem).to_be_empty()
    okey.saved("B2")
    assert okey.reports[0]["finish"] == {"hand": "one_colour_run", "last_tile": "plain"}


def test_reload_keeps_the_input(okey):
    okey.tells("B1", "pairs", okey=True, shown="A1")
    okey.page.reload()
    okey.has_begun()
    expect(okey.preview).to_contain_text("Rakip çiftten, okeyle bitti: 12")
    expect(okey.page.locator("[name=okey]")).to_be_checked()
    expect(okey.page.locator("[name=shown]")).to_have_value("A1")
    okey.rest()
    okey.tap("okey")
    okey.page.reload()
    okey.has_begun()
    expect(okey.preview).to_contain_text("Rakip çiftten bitti: 8")
    expect(okey.page.locator("[name=okey]")).not_to_be_checked()


def test_save_button_covers_no_question(okey):
    okey.saved("A1")
    okey.tells("B1")
    okey.page.set_viewport_size({"width": 390, "height": 844})
    assert okey.page.evaluate(BENEATH_SAVE) == []


BENEATH_SAVE = """() => {
    const bar = document.querySelector(".save-step"), seen = new Set()
    const asked = [...document.querySelectorAll("#hand .opt, #hand select, #hand .left")]
    for (let y = 0; y < document.body.scrollHeight; y += 40) {
        scrollTo(0, y)
        const {top} = bar.getBoundingClientRect()
        const shown = asked.filter(one => one.offsetParent)
        shown.filter(one => one.getBoundingClientRect().bottom > top).forEach(one => seen.add(one))
    }
    return [...seen].map(one => one.textContent.trim())
}"""


def test_kind_of_finish_is_asked_only_if_a_player_finished(okey):
    finish_section = okey.page.locator("[data-how]")
    expect(finish_section).to_be_visible()
    okey.tap("end", "deck_exhausted")
    expect(finish_section).to_be_hidden()
    expect(okey.preview).to_contain_text("Deste bitti, kimse bitmedi: 1")
    okey.tap("end", "A2")
    expect(finish_section).to_be_visible()


def test_pending_score_is_not_shown_for_the_next_hand(okey):
    page = okey.page
    page.route(PREVIEW, lambda _route: None)
    page.route(OUTBOX, lambda route: route.abort())
    with page.expect_request(PREVIEW):
        okey.tap("end", "A1")
    with page.expect_event("requestfailed", lambda request: "preview" in request.url):
        okey.save()
    okey.waits(1)
    okey.is_asked_anew()
    expect(page.locator("#preview[data-old]")).to_have_count(0)


def test_unrequested_page_keeps_the_input(okey):
    """The keeper enters the kind before the finisher; meanwhile their other tab saves a hand."""
    okey.tap("hand", "pairs")
    okey.in_another_tab().saved("A1")
    okey.page.bring_to_front()
    okey.page.evaluate(LISTEN)
    okey.page.wait_for_function(LOOKED, polling=200)
    expect(okey.page.locator("[name=hand][value=pairs]")).to_be_checked()
    expect(okey.page.locator("#saved")).to_have_count(0)


def test_correction_shows_its_consequences(okey):
    okey.saved("A1", hand="pairs", okey=True)
    okey.page.locator(".note.last a").click()
    changes = okey.page.locator("#preview:not([data-old]) .changes")
    expect(changes).to_contain_text("Şimdilik hiçbir şey")
    okey.tap("okey")
    expect(changes.locator("li").first).to_contain_text("kalan 8")
    expect(changes.locator("li").first).to_contain_text("kalan 12")
    okey.page.locator("label", has=okey.page.locator("[name=because][value=mistyped]")).click()
    okey.save()
    expect(okey.page.locator(".hands-list .fresh")).to_be_visible()
    assert okey.reports[0]["finish"] == {"hand": "pairs", "last_tile": "plain"}


def test_undo_restores_the_input(okey):
    okey.saved("A1", hand="pairs", okey=True, shown="B1")
    okey.rest()
    okey.page.locator("[data-undo]").click()
    expect(okey.preview).to_contain_text("Rakip çiftten, okeyle bitti: 12")
    expect(okey.page.locator("[name=shown]")).to_have_value("B1")


def test_touch_targets_are_large_enough_and_the_page_fits_a_phone(okey):
    okey.tap("end", "A1")
    expect(okey.preview).to_be_visible()
    for control in okey.page.locator("#hand .opt:visible, #hand select, #hand button:visible").all():
        box = control.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= TOUCH
    assert not is_wider_than_the_screen(okey.page)
    with letters_at_200_percent(okey.page):
        assert not is_wider_than_the_screen(okey.page)
