"""The guides in Chromium: light, on paper, and for everybody's eyes and fingers."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from scoring.guides.markdown.guide_links import address_of
from scoring.guides.queries import ALL_GUIDES
from tests.browser.measures.letters import is_wider_than_the_screen, letters_at_200_percent
from tests.browser.scenes.windows import Windows, spoil
from tests.browser.test_accessibility import BOTH, PHONE, grave_faults
from tests.browser.test_weight import MOST, Visit, a_window
from tests.processes import Served
from tournaments.languages import LANGUAGES, in_every_language, language_of

pytestmark = [pytest.mark.browser, pytest.mark.processes, pytest.mark.merging]

A4 = (595, 842)
EVERY = [
    *in_every_language("scoring:guides").values(),
    *(address_of(guide, language) for guide in ALL_GUIDES for language in guide.words),
]


@pytest.fixture
def guide(windows: Windows, served: Served) -> Page:
    page = windows.page(viewport=PHONE, locale="tr-TR")
    page.goto(f"{served.url}/yardim/skor-tutan/")
    return page


def test_a_picture_is_fetched_when_somebody_opens_it(guide: Page):
    picture = guide.locator(".g-picture img").first
    assert picture.evaluate("one => one.naturalWidth") == 0
    with guide.expect_response(re.compile("table-phone")):
        guide.locator(".g-picture summary").first.click()
    expect(picture).to_be_visible()
    expect(picture).to_have_js_property("complete", value=True)
    assert picture.evaluate("one => one.naturalWidth") > 0


def test_paper_is_black_on_white_and_no_rack_is_torn(guide: Page):
    spoil(guide.context)
    guide.locator("[data-theme-switch]").click()
    expect(guide.locator("html")).to_have_attribute("data-theme", "dark")
    guide.emulate_media(media="print")
    for gone in (".top", ".foot", ".g-toc", ".g-picture", "[data-print]"):
        expect(guide.locator(gone).first).to_be_hidden()
    for kept in ("h1", ".g-body h2", ".g-rack", ".g-table"):
        expect(guide.locator(kept).first).to_be_visible()
    ink, paper = guide.locator("body").evaluate(
        "one => [getComputedStyle(one).color, getComputedStyle(one).backgroundColor]"
    )
    assert (ink, paper) == ("rgb(0, 0, 0)", "rgb(255, 255, 255)")
    assert guide.locator(".g-rack").first.evaluate("one => getComputedStyle(one).breakInside") == "avoid"
    pages = PdfReader(BytesIO(guide.pdf(prefer_css_page_size=True))).pages
    assert 4 <= len(pages) <= 10
    assert {(round(one.mediabox.width), round(one.mediabox.height)) for one in pages} == {A4}
    for number, said in enumerate((one.extract_text() for one in pages), start=1):
        assert "Skor tutanlar için · Istaka" in said
        assert f"{number} / {len(pages)}" in said


@pytest.mark.thorough
def test_every_guide_is_light_has_no_grave_fault_and_fits_a_phone_with_large_letters(
    windows: Windows, served: Served
):
    pages = {one: windows.page(viewport=PHONE, locale=one, reduced_motion="reduce") for one in LANGUAGES}
    faults, wide = {}, []
    for address in EVERY:
        page = pages[language_of(address)]
        page.goto(served.url + address)
        if found := [fault for looks in BOTH for fault in grave_faults(page, looks)]:
            faults[address] = found
        with letters_at_200_percent(page):
            if is_wider_than_the_screen(page):
                wide.append(address)
    assert (faults, wide) == ({}, [])
    context = windows.browser.new_context(locale="tr-TR")
    fresh, devtools = a_window(context)
    weights = {}
    for address in EVERY:
        visit = Visit()
        with visit.listening(devtools):
            fresh.goto(served.url + address, wait_until="networkidle")
        weights[address] = visit.total
    context.close()
    assert {address: weight for address, weight in weights.items() if weight > MOST} == {}
    assert min(weights.values()) > 10_000
