from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.measures.text_sizes import broken, is_wider_than_the_screen, letters_at_200_percent
from tests.browser.scenes.browser_windows import Windows
from tests.browser.scenes.table_page import phone
from tests.browser.table.whole_form import WholeForm
from tests.processes import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.slow]

AT = "/alistirma/okey-countdown/"


def test_match_is_counted_down_to_its_end(server_process: ServerProcess, windows: Windows):
    page = phone(windows)
    page.goto(server_process.url + AT)
    hand = WholeForm(page)
    hand.wait_for_script()
    hand.tap("end", "A1")
    hand.tap("hand", "one_colour_run")
    expect(hand.preview).to_contain_text("Rakip tek renk seriyle bitti: 16")
    hand.save()
    expect(page.locator(".totals .num")).to_have_text(["kalan 20", "kalan 4"])
    hand.wait_for_script()
    hand.tap("end", "A2")
    hand.tap("hand", "pairs")
    hand.save()
    expect(page.locator(".crown")).to_contain_text("Ayla – Canan kazandı")
    expect(page.locator("tfoot")).to_contain_text("kalan 0")


def test_practice_works_without_scripts(server_process: ServerProcess, windows: Windows):
    page = phone(windows, script=False)
    page.goto(server_process.url + AT)
    page.locator("label.opt", has=page.locator("[name=end][value=B1]")).click()
    page.locator("label.opt", has=page.locator("[name=shown][value=A1]")).click()
    page.locator("[data-save]").click()
    expect(page.locator(".totals .num")).to_have_text(["kalan 18", "kalan 19"])


def test_another_game_is_two_taps_away_and_fits_a_phone(server_process: ServerProcess, windows: Windows):
    page = phone(windows)
    page.goto(f"{server_process.url}/alistirma/")
    page.locator("details.menu summary").click()
    page.get_by_role("link", name="Alıştırma: Standart okey").click()
    expect(page).to_have_url(f"{server_process.url}/alistirma/okey-standard/")
    with letters_at_200_percent(page):
        assert not is_wider_than_the_screen(page)


@pytest.mark.parametrize("height", [640, 844])
@pytest.mark.parametrize("width", [320, 360, 390])
def test_names_beside_the_points_left_are_not_broken(
    server_process: ServerProcess, windows: Windows, *, width, height
):
    page = phone(windows)
    page.set_viewport_size({"width": width, "height": height})
    page.goto(server_process.url + AT)
    for name in ("Karaosmanoğlu – Büyükyılmaz", "Yediveren Gülleri", "Can – Ali"):
        page.locator(".totals .cut").evaluate_all(
            "(all, name) => all.forEach(one => one.textContent = name)", name
        )
        assert broken(page, ".totals .cut") == []
    assert not is_wider_than_the_screen(page)
