from __future__ import annotations

import json
import re
from datetime import datetime
from io import BytesIO
from zoneinfo import ZoneInfo

import pytest
from babel.dates import format_date
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from tests.browser.scenes.browser_windows import Windows, forbid_reuse
from tests.browser.scenes.table_page import TablePage
from tests.processes import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.slow]

A4 = (595, 842)
TOO_WIDE = """() => [...document.querySelectorAll("table")].filter(
    table => table.scrollWidth > table.parentNode.clientWidth
).map(table => table.innerText)"""


@pytest.fixture(scope="module")
def rules_url(server_process: ServerProcess) -> str:
    evening = json.loads(server_process.run("tests.faults.drawn_tournament", "4", "1"))
    return f"{server_process.url}/t/{evening['tournament']}/rules/"


@pytest.mark.parametrize("locale", ["tr-TR", pytest.param("en-GB", marks=pytest.mark.release)])
def test_page_never_scrolls_sideways(windows: Windows, rules_url: str, locale: str):
    page = windows.page(locale=locale)
    page.goto(rules_url)
    for width in (320, 360, 390, 820, 1440):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth") == width
        assert page.evaluate(TOO_WIDE) == []


def test_contents_are_sticky_and_cover_no_heading(page: Page, rules_url: str):
    page.goto(rules_url)
    page.locator('.toc a[href="#finish"]').click()
    expect(page.locator("#finish h3")).to_be_in_viewport()
    contents, heading = page.locator(".toc").bounding_box(), page.locator("#finish h3").bounding_box()
    assert contents
    assert heading
    assert contents["y"] == 0
    assert heading["y"] >= contents["height"]
    expect(page.locator("#m7-1")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("cited", ["m7-34", pytest.param("m9-5", marks=pytest.mark.release)])
def test_cited_sentence_is_highlighted_and_not_covered(page: Page, rules_url: str, cited: str):
    page.goto(f"{rules_url}#{cited}")
    place = page.locator(f"#{cited}")
    expect(place).to_be_in_viewport(ratio=1)
    contents, sentence = page.locator(".toc").bounding_box(), place.bounding_box()
    assert contents
    assert sentence
    assert sentence["y"] >= contents["height"]
    assert place.evaluate("one => getComputedStyle(one).boxShadow") != "none"
    assert page.locator("#m9-6").evaluate("one => getComputedStyle(one).boxShadow") == "none"


def test_question_about_an_incident_links_to_its_sentence(page: Page, rules_url: str):
    page.goto(rules_url)
    answer = page.locator("#situations li", has_text="İki taş çekildi.")
    expect(answer).to_be_hidden()
    page.locator("#situations summary", has_text="Oyun sırası").click()
    answer.get_by_role("link").first.click()
    expect(page.locator("#m4-16:target")).to_be_in_viewport(ratio=1)


def test_clearing_the_search_shows_the_whole_book(page: Page, rules_url: str):
    page.goto(f"{rules_url}?q=okey")
    expect(page.locator("#found-title")).to_be_visible()
    page.locator("#rule").press("Escape")
    expect(page.locator("#situations")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/(rules|kurallar)/$"))


def test_open_tab_is_visible(page: Page, rules_url: str):
    page.goto(rules_url)
    expect(page.locator(".tabs [aria-current]")).to_be_in_viewport(ratio=0.9)


def test_print_button_prints(page: Page, rules_url: str):
    forbid_reuse(page.context)
    page.add_init_script("window.print = () => { document.title = 'printed' }")
    page.goto(rules_url)
    page.get_by_role("button", name="Yazdır").click()
    expect(page).to_have_title("printed")


@pytest.mark.parametrize("dark_by", ["system", pytest.param("person", marks=pytest.mark.release)])
def test_printed_book_is_black_on_white_without_navigation(windows: Windows, rules_url: str, dark_by: str):
    page = windows.page(locale="tr-TR")
    forbid_reuse(page.context)
    page.goto(rules_url)
    if dark_by == "person":
        page.locator("[data-theme-switch]").click()
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.emulate_media(media="print", color_scheme="dark" if dark_by == "system" else "light")
    for hidden in (".top", ".tabs", ".toc", ".ask", ".foot", "[data-print]"):
        expect(page.locator(hidden)).to_be_hidden()
    for visible in ("#situations li", "#points", "#finish table", "#infractions table", "#marks"):
        expect(page.locator(visible).first).to_be_visible()
    for part in ("body", "#points", "#finish td"):
        colours = page.locator(part).first.evaluate(
            "one => [getComputedStyle(one).color, getComputedStyle(one).backgroundColor]"
        )
        assert colours[0] == "rgb(0, 0, 0)"
        assert colours[1] in ("rgb(255, 255, 255)", "rgba(0, 0, 0, 0)")


@pytest.mark.release
def test_printed_book_is_a4_with_its_title_on_every_page(page: Page, rules_url: str):
    page.goto(rules_url)
    name = page.locator("h1").inner_text()
    pages = PdfReader(BytesIO(page.pdf(prefer_css_page_size=True))).pages
    assert 3 <= len(pages) <= 12
    assert {(round(page.mediabox.width), round(page.mediabox.height)) for page in pages} == {A4}
    texts = [" ".join(page.extract_text().split()) for page in pages]
    assert all(f"{name} · Eşli 101, sürüm 1 · " in text for text in texts)
    day = format_date(datetime.now(ZoneInfo("Europe/Istanbul")), "d MMMM y", locale="tr")
    assert all(f" · basıldığı gün: {day}" in text for text in texts)
    assert all(f"{number} / {len(pages)}" in text for number, text in enumerate(texts, start=1))
    assert len([text for text in texts if "1.1 Per:" in text]) == 1
    assert re.search(r"İki taş çekildi\. 4\.16", texts[0])
    (laid,) = [text for text in texts if "Örnekler" in text]
    assert "çift olarak açılamaz" in laid
    assert "Kaynaklar" in texts[-1]


def test_opening_the_rules_keeps_the_hand_being_entered(table: TablePage):
    page = table.page
    before = page.url
    page.locator(".menu summary").click()
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Bu turnuvanın kuralları").click()
    expect(opened.value.get_by_role("heading", name="Bitiş ve katlar")).to_be_visible()
    assert page.url == before
    expect(page.locator("form.hand")).to_be_attached()
