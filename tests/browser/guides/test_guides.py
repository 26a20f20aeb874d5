from __future__ import annotations

import re
from io import BytesIO

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from scoring.guides.markdown.guide_links import guide_url
from scoring.guides.queries import ALL_GUIDES
from tests.browser.measures.text_sizes import is_wider_than_the_screen, letters_at_200_percent
from tests.browser.scenes.browser_windows import Windows, forbid_reuse
from tests.browser.test_accessibility import BOTH, PHONE, serious_axe_violations
from tests.browser.test_page_weight import MOST, Visit, open_window_with_devtools
from tests.processes import ServerProcess
from tournaments.languages import LANGUAGES, language_of, paths_by_language

pytestmark = [pytest.mark.browser, pytest.mark.slow]

A4 = (595, 842)
EVERY = [
    *paths_by_language("scoring:guides").values(),
    *(guide_url(guide, language) for guide in ALL_GUIDES for language in guide.url_slugs),
]


@pytest.fixture
def guide(windows: Windows, server_process: ServerProcess) -> Page:
    page = windows.page(viewport=PHONE, locale="tr-TR")
    page.goto(f"{server_process.url}/yardim/skor-tutan/")
    return page


def test_picture_is_fetched_when_opened(guide: Page):
    picture = guide.locator(".g-picture img").first
    assert picture.evaluate("one => one.naturalWidth") == 0
    with guide.expect_response(re.compile("table-phone")):
        guide.locator(".g-picture summary").first.click()
    expect(picture).to_be_visible()
    expect(picture).to_have_js_property("complete", value=True)
    assert picture.evaluate("one => one.naturalWidth") > 0


def test_printed_guide_is_black_on_white_and_keeps_racks_together(guide: Page):
    forbid_reuse(guide.context)
    guide.locator("[data-theme-switch]").click()
    expect(guide.locator("html")).to_have_attribute("data-theme", "dark")
    guide.emulate_media(media="print")
    for hidden in (".top", ".foot", ".g-toc", ".g-picture", "[data-print]"):
        expect(guide.locator(hidden).first).to_be_hidden()
    for visible in ("h1", ".g-body h2", ".g-rack", ".g-table"):
        expect(guide.locator(visible).first).to_be_visible()
    ink, paper = guide.locator("body").evaluate(
        "one => [getComputedStyle(one).color, getComputedStyle(one).backgroundColor]"
    )
    assert (ink, paper) == ("rgb(0, 0, 0)", "rgb(255, 255, 255)")
    assert guide.locator(".g-rack").first.evaluate("one => getComputedStyle(one).breakInside") == "avoid"
    pages = PdfReader(BytesIO(guide.pdf(prefer_css_page_size=True))).pages
    assert 4 <= len(pages) <= 10
    assert {(round(page.mediabox.width), round(page.mediabox.height)) for page in pages} == {A4}
    for number, text in enumerate((page.extract_text() for page in pages), start=1):
        assert "Skor tutanlar için · Istaka" in text
        assert f"{number} / {len(pages)}" in text


@pytest.mark.release
def test_every_guide_is_light_accessible_and_fits_a_phone_with_large_text(
    windows: Windows, server_process: ServerProcess
):
    pages = {
        language: windows.page(viewport=PHONE, locale=language, reduced_motion="reduce")
        for language in LANGUAGES
    }
    faults, wide = {}, []
    for address in EVERY:
        page = pages[language_of(address)]
        page.goto(server_process.url + address)
        if grave := [fault for looks in BOTH for fault in serious_axe_violations(page, looks)]:
            faults[address] = grave
        with letters_at_200_percent(page):
            if is_wider_than_the_screen(page):
                wide.append(address)
    assert (faults, wide) == ({}, [])
    context = windows.browser.new_context(locale="tr-TR")
    fresh, devtools = open_window_with_devtools(context)
    weights = {}
    for address in EVERY:
        visit = Visit()
        with visit.listening(devtools):
            fresh.goto(server_process.url + address, wait_until="networkidle")
        weights[address] = visit.total
    context.close()
    assert {address: weight for address, weight in weights.items() if weight > MOST} == {}
    assert min(weights.values()) > 10_000
