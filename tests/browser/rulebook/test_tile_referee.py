from __future__ import annotations

from contextlib import suppress

import pytest
from playwright.sync_api import Error, Page, Route, expect

from tests.browser.rulebook.conftest import Taps
from tests.browser.scenes.browser_windows import Windows
from tests.browser.scenes.table_page import phone
from tests.browser.scenes.without_modules import disable_modules
from tests.processes import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def page(windows: Windows, server_process: ServerProcess) -> Page:
    opened = phone(windows)
    opened.goto(f"{server_process.url}/hakem/")
    return opened


@pytest.mark.release
@pytest.mark.parametrize("script", [False, True], ids=["without scripts", "without modules"])
def test_typed_tiles_are_judged_without_scripts(
    windows: Windows, server_process: ServerProcess, script: bool
) -> None:
    page = phone(windows, script=script)
    if script:
        disable_modules(page)
    page.goto(f"{server_process.url}/hakem/")
    page.locator(".typed [name=indicator]").fill("b5")
    page.locator(".typed [name=melds]").fill("r10 r11 r12, k12 k13 k1")
    page.locator("[data-ask=laid]").click()
    expect(page.locator("#verdict [data-test=short]")).to_be_visible()
    expect(page.locator(".group .reads [data-test=run]")).to_be_visible()
    page.locator("[data-ask=finish]").click()
    expect(page.locator("#verdict [data-test=not_finished]")).to_be_visible()
    expect(page.locator(".typed [name=melds]")).to_have_value("r10 r11 r12, k12 k13 k1")
    expect(page.locator("[data-tile]").first).to_be_hidden()


def test_groups_are_judged_while_tapping(page: Page, tap_keys: Taps) -> None:
    reads, verdict = page.locator(".reads"), page.locator("#verdict")
    tap_keys("*")
    expect(page.locator("[data-message]")).to_contain_text("Sahte okey gösterge olmaz")
    tap_keys("b5")
    expect(page.locator("[data-part=okey] .tile")).to_have_attribute("aria-label", "mavi 6")
    tap_keys("r10", "r11", "r12", "next", "k13", "b13", "r13", "next", "y9", "b6", "y11")
    expect(reads).to_contain_text(["Seri, 33 puan", "Küt, 39 puan", "Seri, 30 puan"])
    expect(reads.nth(2).locator(".joker-meanings .tile")).to_have_count(2)
    expect(reads.nth(2).locator(".joker-meanings .tile").last).to_have_attribute("aria-label", "sarı 10")
    expect(verdict).to_contain_text("Bununla açılır: 102 puan, baraj 101.")
    tap_keys("next", "k12", "k13", "k1")
    expect(reads.nth(3)).to_contain_text("12-13-1 olmaz")
    expect(reads.nth(3)).to_contain_text("Yanlış per, 101 ceza puanı")
    expect(reads.nth(3).locator("a.src").first).to_have_text("3.2")
    expect(verdict).to_contain_text(
        "Geri alınır: 4. per: siyah 12 – siyah 13 – siyah 1. Kalanıyla açılır: 102 puan, baraj 101. 5.20"
    )
    expect(verdict).to_contain_text("Yanlış per, 101 ceza puanı 9.44")
    expect(verdict.locator(".line.good")).to_have_count(1)
    tap_keys("k13")
    expect(page.locator("[data-message]")).to_have_text("siyah 13: ikisi de zaten var")
    page.locator(".group.now [data-take-away]").first.click()
    tap_keys("undo", "undo")
    expect(page.locator(".group.now [data-take-away]")).to_have_count(2)
    page.locator("[data-ask=finish]").click()
    expect(verdict).to_contain_text("Elden bitmedi: 11 taş yerde.")


def test_answer_comes_when_the_server_is_reached_again(page: Page, tap_keys: Taps, windows: Windows) -> None:
    verdict, note = page.locator("#verdict"), page.locator("[data-part=unreached]")
    tap_keys("b5", "r10", "r11", "r12")
    expect(page.locator(".reads [data-test=run]")).to_be_visible()
    page.context.set_offline(True)
    tap_keys("next", "k13", "b13", "r13")
    expect(note).to_be_visible()
    expect(verdict).to_be_hidden()
    expect(page.locator(".reads").first).to_be_hidden()
    expect(page.locator("[data-take-away]")).to_have_count(6)
    page.context.set_offline(False)
    expect(verdict).to_contain_text("72 puan")
    expect(note).to_be_hidden()
    expect(page.locator(".reads [data-test=set]")).to_be_visible()


@pytest.mark.release
def test_answer_comes_after_a_server_error(page: Page, tap_keys: Taps) -> None:
    page.route("**/hakem/?**", lambda route: route.fulfill(status=503), times=1)
    tap_keys("b5", "r10", "r11", "r12")
    expect(page.locator("[data-part=unreached]")).to_be_visible()
    expect(page.locator("#verdict [data-test=short]")).to_be_visible()


def test_late_answer_to_earlier_taps_is_dropped(page: Page, tap_keys: Taps) -> None:
    requests: list[Route] = []

    def hold(route: Route) -> None:
        requests.append(route)

    page.route("**/hakem/?**", hold)
    tap_keys("b5", "r10", "r11", "r12")
    page.wait_for_function("() => document.querySelector('form.htmx-request')")
    tap_keys("r13")
    with suppress(Error):
        requests[-1].fulfill(body='<div id="verdict" hx-swap-oob="innerHTML">late</div>')
    page.wait_for_function("() => document.querySelector('form.htmx-request')")
    expect(page.locator("#tile-referee")).to_have_attribute("aria-busy", "true")
    expect(page.locator("#verdict")).not_to_contain_text("late")
    requests[-1].continue_()
    expect(page.locator(".reads")).to_contain_text("Seri, 46 puan")
    expect(page.locator("#tile-referee")).to_have_attribute("aria-busy", "false")


def test_address_links_to_the_answer(page: Page, tap_keys: Taps) -> None:
    tap_keys("b5", "r10", "r11", "r12", "next", "k1")
    expect(page.locator(".reads [data-test=run]")).to_be_visible()
    page.wait_for_url("**/hakem/?**k1**")
    page.goto(page.url)
    expect(page.locator(".reads [data-test=run]")).to_be_visible()
    expect(page.locator(".group.now [data-take-away]")).to_have_count(1)


def test_change_of_language_keeps_the_tiles(page: Page, tap_keys: Taps) -> None:
    tap_keys("b5", "r10", "r11", "r12")
    page.locator("[data-ask=finish]").click()
    page.locator(".lang button").click()
    expect(page.locator(".reads")).to_contain_text("Run, 33 points")
    expect(page.locator("[data-ask=finish]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#verdict [data-test=not_finished]")).to_be_visible()


@pytest.mark.release
def test_rack_shows_whether_it_could_have_opened_and_the_melds(page: Page, tap_keys: Taps) -> None:
    tap_keys("b5")
    page.locator("[data-ask=rack]").click()
    tap_keys("r10", "r11", "r12", "k13", "b13", "r13", "y9", "b6", "y11", "k1")
    expect(page.locator("#verdict")).to_contain_text("Açabilirdi: 102 puan, baraj 101.")
    expect(page.locator("#melds > *").first.locator(".ref-tiles")).to_have_count(3)
    expect(page.locator("#verdict")).to_contain_text("Açamazdı: 1 çift, en az 5 gerekir.")


def test_pad_is_one_tab_stop_with_arrow_keys(page: Page, tap_keys: Taps) -> None:
    tap_keys("b5")
    page.locator("[data-tile=r13]").focus()
    for key, focused in (("ArrowRight", "b1"), ("ArrowDown", "y1"), ("ArrowUp", "b1"), ("ArrowLeft", "r13")):
        page.keyboard.press(key)
        expect(page.locator(f"[data-tile={focused}]")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(page.locator("[data-tile=r13]")).to_be_focused()
    expect(page.locator(".group.now .tile")).to_have_attribute("aria-label", "kırmızı 13")


def test_double_tap_sets_one_indicator_and_going_back_loses_nothing(page: Page, tap_keys: Taps) -> None:
    page.locator("[data-tile=b5]").dblclick()
    expect(page.locator("[data-take-away]")).to_have_count(0)
    page.mouse.click(1, 1)
    tap_keys("r1", "r2", "r3")
    expect(page.locator(".reads [data-test=run]")).to_be_visible()
    page.reload()
    expect(page.locator("[data-take-away]")).to_have_count(3)
    page.locator("[data-take-away]").first.dblclick()
    expect(page.locator("[data-take-away]")).to_have_count(2)


SIXTEEN = (
    *("r10", "r11", "r12", "r13", "next", "b10", "b11", "b12", "b13", "next"),
    *("y10", "y11", "y12", "y13", "next", "k10", "k11", "k12", "k13", "next"),
)
"""Four runs, and room for one more."""


@pytest.mark.release
def test_hand_is_finished_with_a_single_tapped_tile(page: Page, tap_keys: Taps) -> None:
    verdict = page.locator("#verdict")
    tap_keys("b4")
    page.locator("[data-ask=finish]").click()
    tap_keys(*SIXTEEN, "r1", "r2", "r3", "r4")
    expect(verdict).to_have_text(
        "Ancak kalan iki taş da okeyse, ikisi birden atılırsa ve başka açan yoksa elden biter: "
        "20 taş yerde. 7.14 7.5"
    )
    tap_keys("r5")
    expect(verdict).to_contain_text("Başka açan yoksa elden biter: 21 taş yerde. 7.5")
    expect(verdict).to_contain_text("Son atılan taş okeyse okeyle bitmiştir. 7.36")
    tap_keys("k7")
    expect(verdict).to_contain_text("Elden bitmedi: 22 taş yerde.")
    expect(verdict).to_contain_text("Atılan taş da bunların içindeyse onu ayırın: önce + per, sonra o taş.")
    expect(verdict).to_contain_text("Yanlış per, 101 ceza puanı 9.44")
    expect(verdict).not_to_contain_text("atılacak taş kalmadı")
    tap_keys("undo", "r6")
    expect(verdict).to_contain_text("Taşların hepsi yerde: atılacak taş kalmadı.")
    expect(verdict).to_contain_text("Atılan taş da bunların içindeyse onu ayırın")
    tap_keys("undo", "next", "k7")
    expect(verdict).to_have_text("Başka açan yoksa elden biter: 21 taş yerde, son atılan: siyah 7. 7.5")
    tap_keys("undo", "b5")
    expect(verdict).to_contain_text("21 taş yerde, son atılan: mavi 5. 7.5")
    expect(verdict).to_contain_text("Son atılan taş okey: okeyle bitti. 7.36")
    page.locator("[data-ask=laid]").click()
    expect(verdict).to_contain_text("Geri alınır: 6. per: mavi 5.")


@pytest.mark.release
def test_both_okeys_beside_series_are_thrown(page: Page, tap_keys: Taps) -> None:
    tap_keys("b4")
    page.locator("[data-ask=finish]").click()
    tap_keys(*SIXTEEN, "r1", "r2", "r3", "r4", "next", "b5", "b5")
    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text("20 taş yerde, son atılan: mavi 5 ve mavi 5. 7.5")
    expect(verdict).to_contain_text("İki okey birden atıldı: okey ikiye bitti. 7.38")


@pytest.mark.release
def test_summary_states_the_charge_for_mixed_kinds(page: Page, tap_keys: Taps) -> None:
    verdict = page.locator("#verdict")
    tap_keys("b4", "r1", "r2", "r3", "next", "k1", "k1")
    expect(verdict).to_contain_text("El açma hatası, 101 ceza puanı 9.43")
    tap_keys("next", "r9", "b9", "r8")
    expect(verdict).to_contain_text("Per değil: 3. per: kırmızı 9 – mavi 9 – kırmızı 8.")
    expect(verdict).to_contain_text("Yanlış per, 101 ceza puanı 9.44")
    expect(verdict).not_to_contain_text("El açma hatası")
    tap_keys("undo", "undo", "undo", *SIXTEEN[:14], "undo")
    expect(verdict).to_contain_text("Çiftler geri alınırsa kalanıyla açılır: ")
    expect(verdict).to_contain_text("Fazlasını geri almanın ceza puanı yoktur. 5.26")
    expect(verdict).not_to_contain_text("101 ceza puanı")


def test_disabled_key_gives_its_reason(page: Page, tap_keys: Taps) -> None:
    message, key = page.locator("[data-message]"), "[data-pad={}]"
    tap_keys("next")
    expect(message).to_have_text("Önce göstergeye dokunun.")
    tap_keys("undo")
    expect(message).to_have_text("Geri alınacak dokunuş yok. Bir taşı kaldırmak için yukarıda ona dokunun.")
    tap_keys("b4", "r10", "r10")
    for name in ("next", "undo"):
        expect(page.locator(key.format(name))).not_to_have_attribute("aria-disabled", "true")
        expect(page.locator(key.format(name))).to_have_accessible_description("")
    expect(page.locator("[data-tile=r10]")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("[data-tile=r10]")).to_have_accessible_description("kırmızı 10: ikisi de zaten var")
    page.locator("[data-ask=rack]").click()
    expect(page.locator(key.format("next"))).to_have_accessible_description(
        "Istaka perlere ayrılmaz: taşlara art arda dokunun."
    )
    expect(page.locator("[data-tile=r10]")).to_have_accessible_description("")
