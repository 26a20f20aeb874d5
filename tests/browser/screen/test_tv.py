"""The large screen as the room sees it: it goes round, it can be read, it counts, it finds back by itself."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.scenes.live_page import make_standings
from tests.browser.scenes.screen_states import STATES
from tests.browser.scenes.windows import Windows, spoil
from tests.flat import flat
from tests.processes import Served, wait_for

pytestmark = [pytest.mark.browser, pytest.mark.processes]

WHOLE: ViewportSize = {"width": 1920, "height": 1080}
LAPTOP: ViewportSize = {"width": 1366, "height": 768}
TALL: ViewportSize = {"width": 1024, "height": 768}
LARGE: ViewportSize = {"width": 3840, "height": 2160}
WRONG_BY = 1200
IN_BOTH = ("groups", "bracket")
"""Moments that every change looks at in both languages, and on a small screen too."""

AMISS = """(least_filled) => {
    const amiss = [], lines = [], least = 32 * Math.min(innerWidth / 1920, innerHeight / 1080);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const room = document.querySelector(".tv").getBoundingClientRect();
    const slides = document.querySelector(".tv-slides").getBoundingClientRect();
    while (walker.nextNode()) {
        const text = walker.currentNode, holder = text.parentElement;
        if (!text.nodeValue.trim() || holder.closest("script, noscript, .tv-upright")) continue;
        const size = parseFloat(getComputedStyle(holder).fontSize);
        if (size < least - 0.05) amiss.push(["small", size, text.nodeValue.trim()]);
        if (holder.closest(".sr, [hidden], .tv-keys, .tv-slide:not(.on)")) continue;
        const card = holder.closest(".tv-card, .tv-tie"), range = document.createRange();
        const own = holder.closest(".tv-slide") && !holder.closest(".tv-slide > h2") ? slides : room;
        range.selectNodeContents(text);
        for (const line of range.getClientRects()) {
            lines.push({ text: text.nodeValue.trim(), line });
            for (const box of [own, ...(card ? [card.getBoundingClientRect()] : [])]) {
                const out = line.left < box.left - 2 || line.right > box.right + 2
                    || line.top < box.top - 2 || line.bottom > box.bottom + 2;
                if (out) amiss.push(["cut", text.nodeValue.trim()]);
            }
        }
    }
    const shared = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > Math.min(a.height, b.height) / 4;
    lines.forEach((one, at) => lines.slice(at + 1).forEach((other) => {
        if (shared(one.line, other.line)) amiss.push(["overlap", one.text, other.text]);
    }));
    const shapes = [...document.querySelector(".tv-slide.on").querySelectorAll("svg, .tile, .tv-say")];
    const boxes = [...lines.map(({ line }) => line), ...shapes.map((shape) => shape.getBoundingClientRect())]
        .filter(({ top, bottom }) => top >= slides.top - 2 && bottom <= slides.bottom + 2);
    const covered = boxes.reduce((sum, { width, height }) => sum + width * height, 0);
    const filled = covered / slides.width / Math.min(slides.height, .45 * innerWidth);
    const { kind } = document.querySelector(".tv-slide.on").dataset;
    if (filled < (least_filled[kind] || least_filled.others)) amiss.push(["empty", filled]);
    return amiss;
}"""
LEAST_FILLED = {"others": 0.19, "next": 0.15, "bracket": 0.13}
"""Lines of text and shapes, of the room of a slide. Sixteen tables in the smallest letters cover 24 %, and
what is less shall be near that in larger ones. Where nothing follows at a table, and in the later rounds of a
bracket, there is nothing to be said."""


def stored(served: Served, name: str) -> str:
    """The screen of a new tournament in this state, which does not change by itself."""
    path = served.run("tests.browser.scenes.on_screen", name)
    make_standings(served)
    return path


class Paths(dict[str, str]):
    """The screen of each state, stored when it is asked for first. A test that changes one has its own."""

    def __init__(self, served: Served) -> None:
        self._served = served

    def __missing__(self, name: str) -> str:
        self[name] = stored(self._served, name)
        return self[name]


@pytest.fixture(scope="module")
def paths(served: Served) -> Paths:
    return Paths(served)


@pytest.fixture
def opened(windows: Windows, served: Served) -> Callable[..., Page]:
    def open_page(path: str, size: ViewportSize = WHOLE, *, stands: bool = False, **options: Any) -> Page:
        """The screen at this address; if time `stands`, until the test moves it on."""
        chosen = {"locale": "tr-TR"} | options
        page = windows.page(stands=stands, viewport=size, base_url=served.url, **chosen)
        if not stands:
            spoil(page.context)
            page.clock.install()
        page.goto(path)
        if stands:
            page.clock.run_for("00:01")
        return page

    return open_page


def present(page: Page) -> str:
    return page.locator(".tv-slide.on").get_attribute("id") or ""


def ends_of(page: Page) -> float:
    """When the clock that is shown ends, in seconds."""
    return int(page.locator("#tv-clock").get_attribute("data-ends") or 0) / 1000


def organize(served: Served, path: str, code: str) -> None:
    """Do something to a tournament of which the screen is open, as its organizer does."""
    lines = [
        "from datetime import timedelta",
        "from django.utils import timezone",
        "from scoring.play import round_clock",
        "from scoring.screen import domain as screen",
        "from scoring.enums import ExtraTime, SlideKind",
        "from tournaments.log.actor import CONSOLE",
        "from tournaments.models import Tournament",
        f"said = dict(tournament=Tournament.objects.get(public_id='{path.split('/')[2]}'), by=CONSOLE)",
        "now = timezone.now()",
        code,
    ]
    served.tell("\n".join(lines))


ROOMIER = {
    "before",
    "three",
    "drawn",
    "between",
    "seven",
    "eight",
    "double",
    "double_long",
    "singles",
    "done",
    "done_singles",
    "done_league",
    "one_table",
    "two_tables",
    "eight_tables",
    "four",
}
"""Moments whose slides have less on them, or shorter names, than those of another one that is looked at; and
a bracket of losers with long names, where one of winners is looked at."""
THOROUGH = pytest.mark.thorough
"""Every time the hardest moments are looked at in Turkish, and two of them in English on a small screen."""
LOOKED_AT = [
    *(pytest.param("tr-TR", name, marks=[THOROUGH] if name in ROOMIER else []) for name in STATES),
    *(pytest.param("en-GB", name, marks=THOROUGH) for name in STATES),
]


@pytest.mark.parametrize(("language", "name"), LOOKED_AT)
def test_everything_can_be_read_from_the_back_and_fills_its_slide(opened, paths, name, language):
    page = opened(paths[name], stands=True, reduced_motion="reduce", locale=language)
    assert page.locator("html").get_attribute("lang") == language[:2]
    read_through(page)


@pytest.mark.merging
@pytest.mark.parametrize("name", IN_BOTH)
def test_so_it_is_in_english_on_a_small_screen(opened, paths, name):
    read_through(opened(paths[name], LAPTOP, stands=True, reduced_motion="reduce", locale="en-GB"))


@pytest.mark.merging
@pytest.mark.parametrize(
    ("name", "size"),
    [
        pytest.param("between_long", TALL, id="between_long-1024"),
        pytest.param("groups", LARGE, id="groups-3840"),
        *(pytest.param(name, LAPTOP, id=f"{name}-1366", marks=THOROUGH) for name in IN_BOTH),
        *(pytest.param(name, TALL, id=f"{name}-1024", marks=THOROUGH) for name in ("groups", "bracket")),
        *(
            pytest.param(name, LARGE, id=f"{name}-3840", marks=THOROUGH)
            for name in ("between_long", "bracket")
        ),
    ],
)
def test_so_it_is_on_screens_of_other_sizes(opened, paths, name, size):
    """A screen of another shape, and one of four times the points, show one moment with every change."""
    read_through(opened(paths[name], size, stands=True, reduced_motion="reduce"))


def read_through(page: Page) -> None:
    """Look at each slide: nothing is too small, cut or over something else, none is left half empty."""
    amiss = {}
    for _slide in range(page.locator(".tv-slide").count()):
        amiss[present(page)] = page.evaluate(AMISS, LEAST_FILLED)
        page.keyboard.press("ArrowRight")
    assert len(amiss) == page.locator(".tv-slide").count()
    assert {slide: found for slide, found in amiss.items() if found} == {}


def test_the_controls_cover_nothing_but_the_foot(opened, paths):
    page = opened(paths["before_long"])
    keys, foot = (page.locator(name).bounding_box() for name in (".tv-keys", ".tv-foot"))
    assert keys is not None
    assert foot is not None
    assert keys["y"] >= foot["y"] - 1
    assert keys["y"] + keys["height"] <= WHOLE["height"] + 1


def test_it_goes_round_by_itself_and_a_remote_steps_and_pauses(opened, paths):
    page = opened(paths["seven"], stands=True)
    spoil(page.context)  # whoever has it next shall not be hours ahead of the server
    first = present(page)
    page.clock.run_for("00:13")
    second = present(page)
    assert second != first
    page.keyboard.press("ArrowLeft")
    assert present(page) == first
    page.keyboard.press("Space")
    expect(page.locator("#tv-paused")).to_be_visible()
    page.clock.run_for("01:00")
    assert present(page) == first
    page.keyboard.press("Space")
    page.clock.run_for("00:13")
    assert present(page) == second


@pytest.mark.thorough
def test_hours_leave_nothing_behind(opened, paths):
    page = opened(paths["seven"], stands=True)
    spoil(page.context)  # whoever has it next shall not be hours ahead of the server
    nodes = "document.getElementsByTagName('*').length"
    before = page.evaluate(nodes)
    for _round in range(60):
        page.keyboard.press("ArrowRight")
        page.clock.fast_forward("01:00")
    assert page.evaluate(nodes) == before


def test_without_a_script_it_goes_round_too(opened, paths):
    page = opened(paths["seven"] + "?slide=2", java_script_enabled=False)
    expect(page.locator(".tv-slide.on")).to_be_visible()
    # The page itself may have gone on to its next slide by now.
    said = flat(page.request.get(paths["seven"] + "?slide=2").text())
    assert '<noscript><meta http-equiv="refresh" content="12;url=?slide=3"></noscript>' in said


def test_what_the_organizer_calls_and_holds_comes_at_once(served, opened):
    path = stored(served, "seven")
    page = opened(path)
    organize(served, path, "screen.call_slide(kind=SlideKind.HANDS, hold=True, at=now, **said)")
    expect(page.locator("#slide-hands-1.on")).to_be_visible()
    page.clock.run_for("00:40")
    assert present(page) == "slide-hands-1"
    organize(served, path, "screen.release_slide(at=now, **said)")
    expect(page.locator("#tv")).to_have_attribute("data-holds", "")
    page.clock.run_for("00:13")
    assert present(page) != "slide-hands-1"


def test_the_clock_warns_ends_and_counts_extra_time(served, opened):
    path = stored(served, "double")
    page = opened(path)
    # Time runs on here alone: the page shall not set its clock by the server's, nor by what it asked already.
    page.route("**/clock/", lambda route: route.abort())
    page.reload()
    plan = "round_clock.ClockPlan(title='Son tur', minutes=20, warnings=(10,))"
    organize(served, path, f"round_clock.start_clock(plan={plan}, at=now, **said)")
    figure = page.locator("#tv-clock [data-clock-figure]")
    expect(figure).to_be_visible()
    page.wait_for_function("document.querySelector('#tv-clock').dataset.phase === 'runs'")
    page.clock.pause_at(ends_of(page) - 10 * 60 - 5)
    page.clock.run_for("00:10")
    expect(page.locator("html")).to_have_attribute("data-rang", "warning")
    page.clock.pause_at(ends_of(page) - 5)
    page.clock.run_for("00:10")
    expect(page.locator("html")).to_have_attribute("data-rang", "warning end")
    expect(page.locator("#tv-clock")).to_contain_text("süre doldu")
    assert figure.inner_text().startswith("+0:")


def test_a_machine_with_a_wrong_clock_counts_by_the_servers(opened, paths):
    page = opened(paths["between_long"])
    page.clock.set_system_time(time.time() + WRONG_BY)
    page.reload()
    shown = page.locator("#tv-clock [data-clock-figure]")
    ends = ends_of(page)

    def is_right() -> bool:
        minutes, seconds = map(int, shown.inner_text().split(":"))
        return abs(minutes * 60 + seconds - (ends - time.time())) < WRONG_BY / 4

    wait_for(is_right, "the screen counts by its own clock")


def test_sound_waits_for_the_first_key_and_says_so(opened, paths):
    page = opened(paths["groups"])
    expect(page.locator("#tv-silent")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#tv-silent")).to_be_hidden()


def test_it_goes_on_without_a_network_and_catches_up(served, opened):
    path = stored(served, "singles")
    page = opened(path)
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
    before = present(page)
    page.clock.run_for("00:13")
    assert present(page) != before
    text = "Final birazdan"
    organize(served, path, f"screen.put_up_notice(text='{text}', until=None, at=now, **said)")
    page.context.set_offline(False)
    expect(page.locator("#lost")).to_be_hidden()
    expect(page.locator("#slide-notice-1")).to_contain_text(text)
