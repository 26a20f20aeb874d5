"""Pictures of the main pages in four sizes and both themes, taken from a demo of its own.

`make screenshots` runs it, `make screenshots ONLY="bracket table-phone"` some of it. Needs Chromium. Writes
docs/screenshots/PAGE-SIZE-THEME.png; those that the documentation shows are kept in the repository.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "screenshots"
SIZES = {"phone": (390, 844), "tablet": (820, 1180), "laptop": (1440, 900), "projector": (1920, 1080)}
THEMES = ("light", "dark")
TABS = ("groups", "bracket", "tables", "schedule", "entrants", "rules")
LAID = ("b5", "r10", "r11", "b6", "next", "k9", "y9", "b9", "next", "r12", "r13", "r1")
"""The indicator, then melds: a run with the okey, a set, and one that is none."""
LEFT = ("b5", "r7", "r7", "k13", "*", "b6", "y2")
"""The indicator, then what is left on a rack, an okey and the false one among it."""
EVENING_OF_OKEY = "Cuma Okeyi"
SECONDS_TO_START = 300
SETTLED = 250
"""Milliseconds for what a page draws by itself."""
HIDDEN_CONTROLS = "html.idle"
"""The large screen hides its buttons while nobody moves the mouse."""
COLOURS = 256


@dataclass(frozen=True)
class Demo:
    """A served demo: where it is, and what it printed about getting in."""

    url: str
    greeting: str

    @property
    def table_link(self) -> str:
        found = re.search(r"table +\d+ +(\S+)", self.greeting)
        return found.group(1) if found else ""

    @property
    def organizer(self) -> tuple[str, str]:
        found = re.search(r"organizer +(\S+@\S+) +(\S+)", self.greeting)
        return (found.group(1), found.group(2)) if found else ("", "")


def main(wished: Sequence[str]) -> None:
    """Take every picture, or those whose name begins with one of the words given."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, served_demo(Path(folder)) as demo, chromium() as browser:
        camera = Camera(browser, demo, tuple(wished))
        for theme in THEMES:
            for size in SIZES:
                camera.take_all(size, theme)


@dataclass(frozen=True)
class Camera:
    """Takes the pictures that are wished for; all of them where nothing is wished."""

    browser: Browser
    demo: Demo
    wished: tuple[str, ...]

    def take_all(self, size: str, theme: str) -> None:
        if not self.is_wished(f"-{size}-{theme}"):
            return
        width, height = SIZES[size]
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if theme == "dark" else "light",
            reduced_motion="reduce",
            locale="tr-TR",
        )
        page = context.new_page()
        addresses = find_pages(page, self.demo)
        for name, address in (*addresses.items(), *pages_of_okey(page, self.demo).items()):
            self.take(page, address, f"{name}-{size}-{theme}")
        keep_table(page, self.demo.table_link)
        self.take(page, page.url, f"table-{size}-{theme}")
        self.take_tapped(page, size, theme)
        self.take(page, addresses["rules"], f"book-on-paper-{size}-{theme}", media="print")
        sign_in(page, self.demo)
        for name, address in organizers_pages(addresses).items():
            self.take(page, address, f"{name}-{size}-{theme}")
        context.close()

    def is_wished(self, ending: str) -> bool:
        """Whether any picture of this size and theme may be: words like `bracket` stand for all of them."""
        of_one = tuple(f"-{size}-{theme}" for size in SIZES for theme in THEMES)
        return not self.wished or any(not one.endswith(of_one) or one.endswith(ending) for one in self.wished)

    def take_tapped(self, page: Page, size: str, theme: str) -> None:
        """The tile referee with melds laid, and the rack of a hand that is entered, tapped tile by tile."""
        table, name = page.url, f"tile-referee-{size}-{theme}"
        if self.is_taken(name):
            page.goto(f"{self.demo.url}/hakem/")
            tap(page, *LAID)
            self.keep(page, name)
        name = f"rack-{size}-{theme}"
        if self.is_taken(name):
            page.goto(f"{table.rstrip('/')}/hand/")
            page.locator("input[name=end][value=A1]").click(force=True)
            page.locator("input[name=B1-opening][value=series]").click(force=True)
            page.locator("[data-tiles]:visible").click()
            tap(page, *LEFT)
            self.keep(page, name)

    def is_taken(self, name: str) -> bool:
        return not self.wished or name.startswith(self.wished)

    def take(
        self, page: Page, address: str, name: str, *, media: Literal["print", "screen"] = "screen"
    ) -> None:
        if not self.is_taken(name):
            return
        answer = page.goto(address)
        if answer is not None and not answer.ok:
            raise SystemExit(f"{address} answered {answer.status}")
        if "/tv/" in address:
            page.wait_for_selector(HIDDEN_CONTROLS)
        page.emulate_media(media=media)
        self.keep(page, name)
        page.emulate_media(media="screen")

    def keep(self, page: Page, name: str) -> None:
        """Put by what the page shows now."""
        page.wait_for_timeout(SETTLED)
        written = page.screenshot(animations="disabled")
        # A palette holds every colour of a page like ours, at a third of the size.
        small = Image.open(BytesIO(written)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
        small.save(PICTURES / f"{name}.png", optimize=True)
        print(name)


def tap(page: Page, *keys: str) -> None:
    """Tap tiles by their codes, or another key of the pad by its name."""
    for key in keys:
        page.locator(f"[data-tile='{key}'], [data-pad='{key}']").locator("visible=true").first.click(
            force=True
        )
        page.wait_for_timeout(SETTLED)


def keep_table(page: Page, link: str) -> None:
    """Open the link in a table's code, and become its keeper where nobody is on this device."""
    page.goto(link)
    if page.locator("main form[action$='/keep/']").count():
        page.locator("main input[name=name]").fill("Derya Yıldız")
        page.locator("main form[action$='/keep/'] button").first.click()
        page.wait_for_load_state()


def find_pages(page: Page, demo: Demo) -> dict[str, str]:
    """Find the tournament in play and what hangs on it; the one that is finished and the one that is open."""
    page.goto(f"{demo.url}/")
    playing = link(page, "a.on-head")
    finished = link(page, ".cards a:has(.won)")
    announced = link(page, ".dates a")
    page.goto(f"{demo.url}{playing}")
    encounter = link(page, "a.hot")
    page.goto(f"{demo.url}{playing}entrants/")
    pair = link(page, f"main a[href^='{playing}entrants/']:not([href='{playing}entrants/']):not([href*='?'])")
    page.goto(f"{demo.url}{pair}")
    player = link(page, "main a[href^='/players/']")
    page.goto(f"{demo.url}{playing}tv/")
    slides = page.locator(".tv-slide").evaluate_all("all => all.map(one => one.dataset.kind)")
    shown = {kind: slides.index(kind) + 1 for kind in slides}
    paths = {
        "tournaments": "/",
        "find": "/find/?name=ay",
        "now": playing,
        **{name: f"{playing}{name}/" for name in TABS},
        "how-drawn": f"{playing}draw/",
        "encounter": encounter,
        "pair": pair,
        "player": player,
        "champion": finished,
        "finished-bracket": f"{finished}bracket/",
        "announced": announced,
        **{f"tv-{kind}": f"{playing}tv/?slide={place}" for kind, place in shown.items()},
    }
    return {name: f"{demo.url}{path}" for name, path in paths.items()}


def pages_of_okey(page: Page, demo: Demo) -> dict[str, str]:
    """Find what an evening of classic Okey looks like: final, bracket on TV, book, a hand that is entered."""
    page.goto(f"{demo.url}/")
    evening = link(page, f".cards a:has-text('{EVENING_OF_OKEY}')")
    page.goto(f"{demo.url}{evening}bracket/")
    paths = {
        "okey-encounter": link(page, "main a.go:has-text('Final:')"),
        "okey-tv": f"{evening}tv/?slide=4",
        "okey-book": f"{evening}rules/",
        "okey-entry": "/alistirma/okey-countdown/",
    }
    return {name: f"{demo.url}{path}" for name, path in paths.items()}


def organizers_pages(addresses: dict[str, str]) -> dict[str, str]:
    managed, open_ = (addresses[name].replace("/t/", "/manage/t/") for name in ("now", "announced"))
    host = addresses["tournaments"]
    tabs = {name: f"{managed}{name}/" for name in ("referee", "paper", "codes", "screen", "log")}
    opened = {"stages": f"{open_}stages/", "entries": f"{open_}entries/", "draw": f"{open_}draw/1/"}
    return {"hall": managed, "desk": f"{host}manage/", **tabs, **opened}


def link(page: Page, selector: str) -> str:
    """The address that a link of this kind leads to. Ends the program where there is none."""
    found = page.locator(selector).first
    if not found.count():
        raise SystemExit(f"{page.url} has no {selector}")
    return found.get_attribute("href") or "/"


def sign_in(page: Page, demo: Demo) -> None:
    email, password = demo.organizer
    page.goto(f"{demo.url}/sign-in/")
    page.locator("main input:not([type=hidden])").nth(0).fill(email)
    page.locator("main input[type=password]").fill(password)
    page.locator("main button").first.click()
    page.wait_for_load_state()


@contextmanager
def served_demo(folder: Path) -> Iterator[Demo]:
    """Run the demo on a database in `folder` until the block ends."""
    port = free_port()
    environ = {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{folder / 'demo.sqlite3'}",
        "STATIC_ROOT": str(folder / "static"),
        "SECRET_KEY": "of pictures only",
        "PYTHONUNBUFFERED": "1",
    }
    manage = [sys.executable, "manage.py"]
    migrate = [*manage, "migrate", "--verbosity", "0"]
    subprocess.run(migrate, cwd=ROOT, env=environ, check=True)  # noqa: S603 - our own command
    log = folder / "log"
    with log.open("wb") as output:
        serve = [*manage, "serve", "--demo", "--port", str(port)]
        process = subprocess.Popen(  # noqa: S603 - our own command
            serve, cwd=ROOT, env=environ, stdout=output, stderr=output
        )
    try:
        url = f"http://localhost:{port}"
        wait_until_up(url, process, log)
        yield Demo(url, log.read_text(encoding="utf-8"))
    finally:
        process.terminate()
        process.wait()


def wait_until_up(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + SECONDS_TO_START
    while process.poll() is None and time.monotonic() < deadline:
        try:
            urllib.request.urlopen(url).close()  # noqa: S310 - our own server
        except urllib.error.URLError:
            time.sleep(0.2)
        else:
            return
    raise SystemExit(f"the demo did not start:\n{log.read_text(encoding='utf-8')}")


@contextmanager
def chromium() -> Iterator[Browser]:
    names = (
        "chromium-headless-shell",
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
    )
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        raise SystemExit("Pictures need Chromium; none is on PATH.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield browser
        browser.close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


if __name__ == "__main__":
    main(sys.argv[1:])
