from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.scenes.browser_windows import Windows, forbid_reuse
from tests.browser.scenes.live_page import refresh_all_standings
from tests.browser.scenes.screen_states import STATES
from tests.browser.scenes.without_modules import disable_modules
from tests.flat_html import flat
from tests.processes import ServerProcess, wait_for

pytestmark = [pytest.mark.browser, pytest.mark.slow]

WHOLE: ViewportSize = {"width": 1920, "height": 1080}
LAPTOP: ViewportSize = {"width": 1366, "height": 768}
TALL: ViewportSize = {"width": 1024, "height": 768}
LARGE: ViewportSize = {"width": 3840, "height": 2160}
WRONG_BY = 1200
IN_BOTH = ("groups", "bracket")
"""States tested with every change in both languages and on a small screen."""

FIND_FAULTS = """(least_filled) => {
    const faults = [], lines = [], least = 32 * Math.min(innerWidth / 1920, innerHeight / 1080);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const room = document.querySelector(".tv").getBoundingClientRect();
    const slides = document.querySelector(".tv-slides").getBoundingClientRect();
    while (walker.nextNode()) {
        const text = walker.currentNode, holder = text.parentElement;
        if (!text.nodeValue.trim() || holder.closest("script, noscript, .tv-upright")) continue;
        const size = parseFloat(getComputedStyle(holder).fontSize);
        if (size < least - 0.05) faults.push(["small", size, text.nodeValue.trim()]);
        if (holder.closest(".sr, [hidden], .tv-keys, .tv-slide:not(.on)")) continue;
        const card = holder.closest(".tv-card, .tv-tie"), range = document.createRange();
        const own = holder.closest(".tv-slide") && !holder.closest(".tv-slide > h2") ? slides : room;
        range.selectNodeContents(text);
        for (const line of range.getClientRects()) {
            lines.push({ text: text.nodeValue.trim(), line });
            for (const box of [own, ...(card ? [card.getBoundingClientRect()] : [])]) {
                const out = line.left < box.left - 2 || line.right > box.right + 2
                    || line.top < box.top - 2 || line.bottom > box.bottom + 2;
                if (out) faults.push(["cut", text.nodeValue.trim()]);
            }
        }
    }
    const shared = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > Math.min(a.height, b.height) / 4;
    lines.forEach((one, at) => lines.slice(at + 1).forEach((other) => {
        if (shared(one.line, other.line)) faults.push(["overlap", one.text, other.text]);
    }));
    const shapes = [...document.querySelector(".tv-slide.on").querySelectorAll("svg, .tile, .tv-say")];
    const boxes = [...lines.map(({ line }) => line), ...shapes.map((shape) => shape.getBoundingClientRect())]
        .filter(({ top, bottom }) => top >= slides.top - 2 && bottom <= slides.bottom + 2);
    const covered = boxes.reduce((sum, { width, height }) => sum + width * height, 0);
    const filled = covered / slides.width / Math.min(slides.height, .45 * innerWidth);
    const { kind } = document.querySelector(".tv-slide.on").dataset;
    if (filled < (least_filled[kind] || least_filled.others)) faults.push(["empty", filled]);
    return faults;
}"""
LEAST_FILLED = {"others": 0.19, "next": 0.15, "bracket": 0.13}
"""Minimum share of a slide covered by text and shapes.

Sixteen tables in the smallest letters cover 24 %; slides with less content should come near that with larger
ones. Tables with no next encounter and late rounds of a bracket have little to show.
"""


def create_state(served: ServerProcess, name: str) -> str:
    path = served.run("tests.browser.scenes.screen_path", name)
    refresh_all_standings(served)
    return path


class Paths(dict[str, str]):
    """Screen addresses by state, created on demand. Tests that change a state create their own."""

    def __init__(self, served: ServerProcess) -> None:
        self._served = served

    def __missing__(self, name: str) -> str:
        self[name] = create_state(self._served, name)
        return self[name]


@pytest.fixture(scope="module")
def screen_paths(server_process: ServerProcess) -> Paths:
    return Paths(server_process)


@pytest.fixture
def open_tv_page(windows: Windows, server_process: ServerProcess) -> Callable[..., Page]:
    def open_page(
        path: str, size: ViewportSize = WHOLE, *, paused_clock: bool = False, **options: Any
    ) -> Page:
        chosen = {"locale": "tr-TR"} | options
        page = windows.page(paused_clock=paused_clock, viewport=size, base_url=server_process.url, **chosen)
        if not paused_clock:
            forbid_reuse(page.context)
            page.clock.install()
        page.goto(path)
        if paused_clock:
            page.clock.run_for("00:01")
        return page

    return open_page


def current_slide_id(page: Page) -> str:
    return page.locator(".tv-slide.on").get_attribute("id") or ""


def ends_of(page: Page) -> float:
    return int(page.locator("#tv-clock").get_attribute("data-ends") or 0) / 1000


def act_as_organizer(served: ServerProcess, path: str, code: str) -> None:
    lines = [
        "from datetime import timedelta",
        "from django.utils import timezone",
        "from scoring.play import round_clock",
        "from scoring.screen.domain import call_slide, post_notice, release_slide",
        "from scoring.enums import ExtraTime, SlideKind",
        "from tournaments.log.actor import CONSOLE",
        "from tournaments.models import Tournament",
        f"arguments = dict(tournament=Tournament.objects.get(public_id='{path.split('/')[2]}'), by=CONSOLE)",
        "now = timezone.now()",
        code,
    ]
    served.tell("\n".join(lines))


HARDEST = {"groups"}
"""States whose slides are harder to fit than those of the others: long names, many rows."""
RELEASE = pytest.mark.release
LOOKED_AT = [
    *(pytest.param("tr-TR", name, marks=[] if name in HARDEST else [RELEASE]) for name in STATES),
    *(pytest.param("en-GB", name, marks=RELEASE) for name in STATES),
]


@pytest.mark.parametrize(("language", "name"), LOOKED_AT)
def test_slides_are_readable_and_filled(open_tv_page, screen_paths, name, language):
    page = open_tv_page(screen_paths[name], paused_clock=True, reduced_motion="reduce", locale=language)
    assert page.locator("html").get_attribute("lang") == language[:2]
    read_through(page)


@pytest.mark.release
@pytest.mark.parametrize("name", IN_BOTH)
def test_slides_are_readable_in_english_on_a_small_screen(open_tv_page, screen_paths, name):
    read_through(
        open_tv_page(screen_paths[name], LAPTOP, paused_clock=True, reduced_motion="reduce", locale="en-GB")
    )


@pytest.mark.release
@pytest.mark.parametrize(
    ("name", "size"),
    [
        pytest.param("between_long", TALL, id="between_long-1024"),
        pytest.param("groups", LARGE, id="groups-3840"),
        *(pytest.param(name, LAPTOP, id=f"{name}-1366", marks=RELEASE) for name in IN_BOTH),
        *(pytest.param(name, TALL, id=f"{name}-1024", marks=RELEASE) for name in ("groups", "bracket")),
        *(
            pytest.param(name, LARGE, id=f"{name}-3840", marks=RELEASE)
            for name in ("between_long", "bracket")
        ),
    ],
)
def test_slides_are_readable_on_other_screen_sizes(open_tv_page, screen_paths, name, size):
    read_through(open_tv_page(screen_paths[name], size, paused_clock=True, reduced_motion="reduce"))


def read_through(page: Page) -> None:
    faults = {}
    for _slide in range(page.locator(".tv-slide").count()):
        faults[current_slide_id(page)] = page.evaluate(FIND_FAULTS, LEAST_FILLED)
        page.keyboard.press("ArrowRight")
    assert len(faults) == page.locator(".tv-slide").count()
    assert {slide: kinds for slide, kinds in faults.items() if kinds} == {}


@pytest.mark.release
def test_controls_cover_only_the_footer(open_tv_page, screen_paths):
    page = open_tv_page(screen_paths["before_long"])
    keys, foot = (page.locator(name).bounding_box() for name in (".tv-keys", ".tv-foot"))
    assert keys is not None
    assert foot is not None
    assert keys["y"] >= foot["y"] - 1
    assert keys["y"] + keys["height"] <= WHOLE["height"] + 1


def test_screen_rotates_and_a_remote_steps_and_pauses(open_tv_page, screen_paths):
    page = open_tv_page(screen_paths["seven"], paused_clock=True)
    forbid_reuse(page.context)  # its clock is hours ahead of the server
    first = current_slide_id(page)
    page.clock.run_for("00:13")
    second = current_slide_id(page)
    assert second != first
    page.keyboard.press("ArrowLeft")
    assert current_slide_id(page) == first
    page.keyboard.press("Space")
    expect(page.locator("#tv-paused")).to_be_visible()
    page.clock.run_for("01:00")
    assert current_slide_id(page) == first
    page.keyboard.press("Space")
    page.clock.run_for("00:13")
    assert current_slide_id(page) == second


@pytest.mark.release
def test_hours_of_rotation_leak_nothing(open_tv_page, screen_paths):
    page = open_tv_page(screen_paths["seven"], paused_clock=True)
    forbid_reuse(page.context)  # its clock is hours ahead of the server
    nodes = "document.getElementsByTagName('*').length"
    before = page.evaluate(nodes)
    for _round in range(60):
        page.keyboard.press("ArrowRight")
        page.clock.fast_forward("01:00")
    assert page.evaluate(nodes) == before


@pytest.mark.release
def test_screen_rotates_without_scripts(open_tv_page, screen_paths):
    page = open_tv_page(screen_paths["seven"] + "?slide=2", java_script_enabled=False)
    expect(page.locator(".tv-slide.on")).to_be_visible()
    # The page itself may show its next slide by now.
    text = flat(page.request.get(screen_paths["seven"] + "?slide=2").text())
    assert '<noscript><meta http-equiv="refresh" content="12;url=?slide=3"></noscript>' in text


@pytest.mark.release
def test_screen_rotates_without_modules(open_tv_page, screen_paths):
    page = open_tv_page("about:blank", paused_clock=True)
    disable_modules(page)
    page.goto(screen_paths["seven"] + "?slide=2")
    expect(page.locator(".tv-slide.on")).to_be_visible()
    page.clock.run_for("00:13")
    page.wait_for_url("**?slide=3")


def test_slide_called_by_the_organizer_shows_at_once(server_process, open_tv_page):
    path = create_state(server_process, "seven")
    page = open_tv_page(path)
    act_as_organizer(
        server_process, path, "call_slide(kind=SlideKind.HANDS, pinned=True, at=now, **arguments)"
    )
    expect(page.locator("#slide-hands-1.on")).to_be_visible()
    page.clock.run_for("00:40")
    assert current_slide_id(page) == "slide-hands-1"
    act_as_organizer(server_process, path, "release_slide(at=now, **arguments)")
    expect(page.locator("#tv")).to_have_attribute("data-holds", "")
    page.clock.run_for("00:13")
    assert current_slide_id(page) != "slide-hands-1"


def test_screen_goes_to_the_champion_by_itself(server_process, open_tv_page):
    path = create_state(server_process, "final")
    page = open_tv_page(path)
    while current_slide_id(page) != "slide-bracket-1":
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    code = "from tests.browser.scenes.screen_states import play_rounds; play_rounds(arguments['tournament'])"
    act_as_organizer(server_process, path, code)
    expect(page.locator("#slide-champion-1.on")).to_be_visible()


def test_clock_warns_ends_and_counts_extra_time(server_process, open_tv_page):
    path = create_state(server_process, "double")
    page = open_tv_page(path)
    # Only the page's clock advances: it must not set it by the server's, nor by an earlier answer.
    page.route("**/clock/", lambda route: route.abort())
    page.reload()
    plan = "round_clock.ClockPlan(title='Son tur', minutes=20, warnings=(10,))"
    act_as_organizer(server_process, path, f"round_clock.start_clock(plan={plan}, at=now, **arguments)")
    figure = page.locator("#tv-clock [data-clock-figure]")
    expect(figure).to_be_visible()
    page.wait_for_function("document.querySelector('#tv-clock').dataset.phase === 'runs'")
    page.clock.pause_at(ends_of(page) - 10 * 60 - 5)
    page.clock.run_for("00:10")
    expect(page.locator("html")).to_have_attribute("data-sounded", "warning")
    page.clock.pause_at(ends_of(page) - 5)
    page.clock.run_for("00:10")
    expect(page.locator("html")).to_have_attribute("data-sounded", "warning end")
    expect(page.locator("#tv-clock")).to_contain_text("süre doldu")
    assert figure.inner_text().startswith("+0:")


def test_machine_with_a_wrong_clock_uses_the_servers_time(open_tv_page, screen_paths):
    page = open_tv_page(screen_paths["between_long"])
    page.clock.set_system_time(time.time() + WRONG_BY)
    page.reload()
    figure = page.locator("#tv-clock [data-clock-figure]")
    ends = ends_of(page)

    def is_right() -> bool:
        minutes, seconds = map(int, figure.inner_text().split(":"))
        return abs(minutes * 60 + seconds - (ends - time.time())) < WRONG_BY / 4

    wait_for(is_right, "the screen counts by its own clock")


def test_sound_waits_for_the_first_key_and_says_so(open_tv_page, screen_paths):
    page = open_tv_page(screen_paths["groups"])
    expect(page.locator("#tv-silent")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#tv-silent")).to_be_hidden()


def test_screen_keeps_rotating_offline_and_catches_up(server_process, open_tv_page):
    path = create_state(server_process, "singles")
    page = open_tv_page(path)
    page.context.set_offline(True)
    expect(page.locator("#lost")).to_be_visible()
    page.keyboard.press("Space")
    expect(page.locator("#tv-paused")).to_be_hidden()
    covered = page.evaluate(
        """() => ["tv-slides", "tv-clock", "tv-time", "tv-foot p"].filter((name) => {
            const shown = document.querySelector("." + name).getBoundingClientRect();
            const { left, right, top, bottom } = document.getElementById("lost").getBoundingClientRect();
            return left < shown.right && right > shown.left && top < shown.bottom && bottom > shown.top;
        })"""
    )
    assert covered == []
    page.keyboard.press("Space")
    before = current_slide_id(page)
    page.clock.run_for("00:13")
    assert current_slide_id(page) != before
    text = "Final birazdan"
    act_as_organizer(server_process, path, f"post_notice(text='{text}', until=None, at=now, **arguments)")
    page.context.set_offline(False)
    expect(page.locator("#lost")).to_be_hidden()
    expect(page.locator("#slide-notice-1")).to_contain_text(text)
