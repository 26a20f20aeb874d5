from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import cycle
from typing import Any, Final

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import SharedServer
from tests.browser.measures.main_pages import MAIN_PAGES
from tests.browser.measures.page_visits import each_page
from tests.browser.measures.text_sizes import is_wider_than_the_screen, letters_at_200_percent, meeting
from tests.browser.scenes.browser_windows import Windows
from tests.browser.scenes.table_page import TablePage
from tests.processes import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.slow]

Looks = tuple[tuple[ViewportSize, str], ...]

PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1440, "height": 900}
LOOK: Final = """async ([theme, rules, left]) => {
  const root = document.documentElement, grave = new Set(["serious", "critical"]);
  const runOnly = rules.length ? {runOnly: {type: "rule", values: rules}}
    : {rules: Object.fromEntries(left.map((rule) => [rule, {enabled: false}]))};
  root.dataset.theme = theme;
  const {violations} = await axe.run(document, {resultTypes: ["violations"], preload: false, ...runOnly});
  delete root.dataset.theme;
  return violations.filter((one) => grave.has(one.impact)).map(
    (fault) => `${theme}: ${fault.id} at ${fault.nodes.map((node) => node.target.join(" ")).join("; ")}`);
}"""
"""Serious and critical faults in a theme, by all or some rules."""
CONTRAST: Final = "color-contrast"
"""The slow rule: as long as all others and opening the page together.

Pages share parts whose colours `tests/style/test_stylesheets.py` measures, so it runs on every fourth page
with each change.
"""
OF_LOOKS: Final = ("color-contrast", "link-in-text-block", "scrollable-region-focusable")
"""Axe's rules that depend on size or theme."""
ONCE = ((PHONE, "light"), (DESK, "dark"))
"""Each size and each theme once."""
OTHERWISE = ((PHONE, "dark"), (DESK, "light"))
IN_TURN = (ONCE[:1], ONCE[1:])
"""One look per page, alternating between desktop and dark."""
BOTH = (ONCE, OTHERWISE)
"""Two looks per page; two rounds cover all four."""
PALE: Final = "#preview[data-old]"
"""An outdated score is faded until the server answers, so its contrast is not checked."""
MOST_KEYS = 80


def serious_axe_violations(page: Page, looks: Looks = ONCE, left_out: Sequence[str] = ()) -> Iterator[str]:
    """Yield serious and critical faults of the open page.

    The first look uses every rule except those left out, the others only rules that depend on looks.
    """
    page.wait_for_load_state()
    expect(page.locator(PALE)).to_have_count(0)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    rules: tuple[str, ...] = ()
    for size, theme in looks:
        page.set_viewport_size(size)
        yield from (f"{size['width']} {fault}" for fault in page.evaluate(LOOK, [theme, rules, left_out]))
        rules = OF_LOOKS
    page.set_viewport_size(PHONE)


@pytest.fixture(scope="module")
def server_process(shared_server: SharedServer) -> ServerProcess:
    return shared_server.server


@pytest.fixture(scope="module")
def club_addresses(shared_server: SharedServer) -> dict[str, Any]:
    return shared_server.addresses


@pytest.fixture
def open_still_page(windows: Windows) -> Callable[[], Page]:
    options: dict[str, Any] = {"viewport": PHONE, "locale": "tr-TR", "has_touch": True}
    return lambda: windows.page(**options, color_scheme="light", reduced_motion="reduce")


def sign_in(page: Page, served: ServerProcess, club: dict[str, Any]) -> None:
    page.goto(f"{served.url}/sign-in/")
    page.locator("input[name=email]").fill(club["email"])
    page.locator("input[type=password]").fill(club["password"])
    page.keyboard.press("Enter")
    page.wait_for_url("**/manage/")


def pages_of(
    page: Page, served: ServerProcess, club: dict[str, Any], names: Collection[str] | None
) -> Iterator[str]:
    page.goto(f"{served.url}/s/{club['sides']}/")
    addresses = {name: at for name, at in club["pages"].items() if names is None or name in names}
    yield from each_page(page, served.url, addresses)


@pytest.mark.parametrize(
    ("looks", "names"),
    [
        pytest.param(IN_TURN, MAIN_PAGES, id="main pages"),
        pytest.param(IN_TURN, None, id="all pages", marks=pytest.mark.release),
        pytest.param(BOTH, None, id="two looks", marks=pytest.mark.release),
        pytest.param(BOTH[::-1], None, id="the other looks", marks=pytest.mark.release),
    ],
)
def test_axe_finds_nothing_grave_and_large_text_widens_no_page(
    open_still_page, server_process, club_addresses, looks, names
):
    page = open_still_page()
    sign_in(page, server_process, club_addresses)
    faults, looked_at, wide = {}, [], []
    for name in pages_of(page, server_process, club_addresses, names):
        looked_at.append(name)
        number = len(looked_at)
        left_out = [CONTRAST] if looks is IN_TURN and number % 4 else []
        # Alternates the looks among every fourth page, too.
        if grave := list(serious_axe_violations(page, looks[(number + number // 4) % 2], left_out)):
            faults[name] = grave
        with letters_at_200_percent(page):
            if is_wider_than_the_screen(page):
                wide.append(name)
    assert faults == {}
    assert wide == []
    assert len(looked_at) > 40, looked_at
    assert names is None or {*looked_at} == names


SIZES: Final = """() => Array.from(
  document.querySelectorAll(".bk .slot *"), (one) => parseFloat(getComputedStyle(one).fontSize))"""


def test_large_text_covers_nothing_and_applies_to_the_bracket(
    open_still_page, server_process, club_addresses
):
    page = open_still_page()
    evening = dict(reversed(club_addresses["public"]))
    page.goto(server_process.url + evening["scoring:encounter"])
    with letters_at_200_percent(page):
        assert meeting(page, ".side, .mark", ".num, .both > b") == []
        assert not is_wider_than_the_screen(page)
    page.goto(server_process.url + evening["scoring:bracket"])
    usual = page.evaluate(SIZES)
    with letters_at_200_percent(page):
        assert page.evaluate(SIZES) == [2 * size for size in usual]
        assert not is_wider_than_the_screen(page)
    assert len(usual) > 20


# Pages during use


def test_axe_finds_nothing_grave_at_any_step_of_a_hand(open_still_page, link):
    table = TablePage(open_still_page())
    faults: dict[str, list[str]] = {}
    turns = cycle(IN_TURN)

    def look(what: str) -> None:
        if found := list(serious_axe_violations(table.page, next(turns))):
            faults[what] = found

    table.page.goto(link)
    look("who keeps the table")
    table.keep()
    look("who sits where")
    table.start()
    look("who finished")
    table.finish("A1")
    look("a sheet")
    table.page.locator(".how .less").click()
    look("every finish")
    table.go_to_next_step()
    table.tap_empty_place()
    table.page.locator(".sheet:visible [data-fouls]").click()
    look("every infraction")
    table.tap_empty_place()
    table.page.locator(".sheet:visible [data-fouls-done]").click()
    table.page.locator("label", has=table.page.locator("[name=B1-opening][value=series]")).click()
    table.page.locator("[data-tiles]:visible").click()
    look("which tile is the indicator")
    table.tap_empty_place()
    tap_tiles(table.page, "b5", "b5", "r7", "r7")
    look("a rack that is tapped")
    for _tile in range(3):
        table.page.locator("[data-pad=undo]:visible").click()
    table.page.locator("[data-rack-done]:visible").click()
    table.tap_empty_place()
    table.fill_impossible_sheet()
    table.fill_opponent_sheet("none")
    table.save()
    look("what can't be")
    table.edit("B1")
    for _digit in range(3):
        table.page.locator(".keys [data-key=back]").click()
    table.page.locator(".keys [data-key='0']").click()
    table.go_to_next_step()
    table.save()
    look("what is unusual")
    table.accept()
    table.save()
    look("a saved hand")
    table.page.locator("details.menu summary").first.click()
    look("the menu")
    table.page.locator("details.menu summary").first.click()
    table.correct_last()
    table.edit("B1")
    table.page.locator(".keys [data-key='9']").click()
    table.go_to_next_step()
    expect(table.page.locator(".changes")).to_contain_text("→")
    look("a correction and what changes with it")
    table.page.locator("[data-save]").click()
    expect(table.page.locator("[data-missing]")).to_be_visible()
    look("a missing reason")
    assert faults == {}


def test_axe_finds_nothing_grave_in_the_tile_referee(open_still_page, server_process):
    page = open_still_page()
    page.goto(f"{server_process.url}/hakem/")
    tap_tiles(page, "b5", "r10", "r11", "b6", "next", "k12", "k13", "k1", "k1")
    expect(page.locator(".line.error-text").first).to_be_visible()
    faults = list(serious_axe_violations(page, BOTH[0] + BOTH[1]))
    page.locator("[data-ask=rack]").click()
    tap_tiles(page, "r1", "r2", "r3")
    faults += serious_axe_violations(page)
    with letters_at_200_percent(page):
        assert not is_wider_than_the_screen(page)
    assert faults == []


def test_axe_finds_nothing_grave_in_a_comparison(open_still_page, link):
    this, other = (TablePage(open_still_page()) for _phone in range(2))
    for number, opened in enumerate((this, other)):
        opened.open(link)
        opened.start()
        opened.finish("A1")
        opened.fill_opponent_sheet("series", 11 + number)
        opened.fill_opponent_sheet("none")
    this.save()
    other.page.locator("[data-save]").click()
    expect(other.page.locator(".versions")).to_be_visible()
    assert list(serious_axe_violations(other.page)) == []


@pytest.mark.release
def test_axe_finds_nothing_grave_at_the_practice_table(open_still_page, server_process):
    table = TablePage(open_still_page())
    table.page.goto(f"{server_process.url}/alistirma/?hands={'_'.join(['-101.70.0.0'] * 10)}")
    faults = list(serious_axe_violations(table.page))
    table.finish("A1")
    table.fill_opponent_sheet("none")
    table.fill_opponent_sheet("none")
    faults += serious_axe_violations(table.page)
    table.save()
    expect(table.page.locator(".crown")).to_be_visible()
    assert [*faults, *serious_axe_violations(table.page)] == []


@pytest.mark.release
def test_axe_finds_nothing_grave_in_a_rulings_preview(open_still_page, server_process, club_addresses):
    page = open_still_page()
    sign_in(page, server_process, club_addresses)
    page.goto(server_process.url + club_addresses["pages"]["scoring:rule_on_hand"])
    page.locator("[name=kind][value=replay]").click(force=True)
    page.get_by_role("radio", name="Başka…").click()
    page.locator("[name=reason]").fill("Taşlar devrildi")
    page.locator("button[name=preview]").click()
    expect(page.locator(".changes")).to_contain_text("→")
    assert list(serious_axe_violations(page)) == []


def test_axe_finds_nothing_grave_on_a_players_phone(open_still_page, server_process, club_addresses):
    page = open_still_page()
    page.goto(f"{server_process.url}/s/{club_addresses['sides']}/")
    page.locator("button[name=player]").first.click()
    expect(page.locator(".s-me")).to_be_visible()
    page.locator(".s-hands summary").first.click()
    assert list(serious_axe_violations(page)) == []


@pytest.mark.release
def test_axe_finds_nothing_grave_on_a_typed_sheet(open_still_page, server_process, club_addresses):
    page = open_still_page()
    sign_in(page, server_process, club_addresses)
    page.goto(server_process.url + club_addresses["pages"]["scoring:type_sheet"])
    expect(page.locator("#hand [name=end]").first).to_be_focused()
    assert list(serious_axe_violations(page)) == []


def tap_tiles(page: Page, *keys: str) -> None:
    for key in keys:
        page.mouse.click(1, 1)
        page.locator(f"[data-tile='{key}'], [data-pad='{key}']").locator("visible=true").click(force=True)


# By keyboard alone


def reach(page: Page, target: str, key: str = "Tab") -> None:
    for _press in range(MOST_KEYS):
        if page.evaluate("target => document.activeElement.matches(target)", target):
            return
        page.keyboard.press(key)
    pytest.fail(f"{target} was not reached by {key}")


@pytest.mark.release
def test_whole_hand_is_entered_and_stored_by_keyboard(windows, table, link):
    page, keys = table.page, table.page.keyboard
    reach(page, "input[name=end]")
    for _before in ("all four opened pairs", "A1", "B1"):
        keys.press("ArrowDown")
    expect(page.locator("input[name=end][value=B1]")).to_be_checked()
    keys.press("Enter")
    expect(table.form).to_have_attribute("data-step", "A2")
    reach(page, "input[name=finish]", "Shift+Tab")
    keys.press("ArrowRight")
    expect(page.locator("input[name=finish][value=okey]")).to_be_checked()
    reach(page, "input[name=A2-opening]")
    keys.press("ArrowRight")
    expect(page.locator("input[name=A2-opening][value=series]")).to_be_checked()
    keys.type("38")
    expect(page.locator("#A2-points")).to_have_value("38")
    reach(page, ".sheet[data-seat=A2] [data-code=okey_discard] .more")
    keys.press("Space")
    expect(page.locator("#A2-okey_discard")).to_have_value("1")
    reach(page, "[data-on]", "Shift+Tab")
    keys.press("Enter")
    expect(table.form).to_have_attribute("data-step", "A1")
    reach(page, "input[name=A1-opening]")
    keys.press("Space")
    expect(table.form).to_have_attribute("data-step", "review")
    table.expect_points("+404", "−202", "+177", "0")
    reach(page, "[data-save]")
    keys.press("Enter")
    expect(page.locator("#saved")).to_be_visible()
    assert (table.hand_number, table.totals) == (2, ["+581", "−202"])
    other = TablePage(windows.page())
    other.open(link)
    assert other.totals == ["+581", "−202"]
