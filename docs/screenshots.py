"""Screenshots of the pages that README and docs/*.md show, from a demo of their own.

Pictures named by a rule set of the Okey games show evenings of docs/okey_evenings.py. `make screenshots`
takes all, `make screenshots ONLY="groups table-phone"` those whose names begin so. Needs Chromium. Writes
docs/screenshots/PAGE-SIZE-THEME.png.
"""

import json
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
from collections.abc import Iterator, Mapping, Sequence
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
PICTURE_PATTERN = re.compile(r"screenshots/([\w-]+)\.png")
TABS = ("groups", "tables", "schedule", "rules")
LAID_TILES = ("b5", "r10", "r11", "b6", "next", "k9", "y9", "b9", "next", "r12", "r13", "r1")
"""The indicator, then groups: a run with the okey, a set, and an invalid one."""
RACK_TILES = ("b5", "r7", "r7", "k13", "*", "b6", "y2")
"""The indicator, then the tiles left on a rack, including an okey and a false okey."""
CONTROL = "control"
OKEY_PREFIX = "okey-"
"""Prefix of the other games' rule sets and of their pictures' names."""
TASK_RACK_TILES = ("r7", "r7", "k13", "b6", "y2", "y3", "*")
SLIDE_OF_TABLES = 1
SECONDS_TO_START = 300
SETTLE_MILLISECONDS = 250
"""Milliseconds for what a page draws by script."""
HIDDEN_CONTROLS = "html.idle"
"""The large screen hides its buttons while the mouse is still."""
COLOURS = (256, 88, 64)
"""Palette sizes; smaller ones for pictures that would be too large."""
LARGE_BYTES = 150_000
"""Bytes."""


@dataclass(frozen=True)
class Demo:
    """A served demo: its address and its printed credentials."""

    url: str
    greeting: str

    @property
    def table_link(self) -> str:
        match = re.search(r"table +\d+ +(\S+)", self.greeting)
        return match.group(1) if match else ""

    @property
    def organizer(self) -> tuple[str, str]:
        match = re.search(r"organizer +(\S+@\S+) +(\S+)", self.greeting)
        return (match.group(1), match.group(2)) if match else ("", "")


def main(wished: Sequence[str]) -> None:
    """Take every picture of the documentation, or those whose name begins with one of the given words."""
    names = [name for name in documented_names() if not wished or name.startswith(tuple(wished))]
    okey = tuple(name for name in names if name.startswith(OKEY_PREFIX))
    control = tuple(name for name in names if name.startswith(CONTROL))
    others = tuple(name for name in names if name not in (*okey, *control))
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        if others:
            with served_demo(Path(folder, "demo")) as demo:
                for camera in cameras(browser, others):
                    take_demo(camera, demo)
        if okey:
            with served_evenings(Path(folder, "okey")) as evenings:
                for camera in cameras(browser, okey):
                    take_evenings(camera, evenings)
        if control:
            with started_program(Path(folder, "program")) as url:
                for camera in cameras(browser, control):
                    camera.take(url, CONTROL)


def documented_names() -> list[str]:
    """Return the names of the pictures that README and docs/*.md show."""
    files = (ROOT / "README.md", *ROOT.glob("docs/*.md"))
    return sorted(
        {name for file in files for name in PICTURE_PATTERN.findall(file.read_text(encoding="utf-8"))}
    )


@dataclass(frozen=True)
class Camera:
    """Takes the requested pictures of a size and theme."""

    page: Page
    ending: str
    wished: tuple[str, ...]

    def is_taken(self, name: str) -> bool:
        return f"{name}{self.ending}" in self.wished

    def take(self, address: str, name: str, *, media: Literal["print", "screen"] = "screen") -> None:
        if not self.is_taken(name):
            return
        answer = self.page.goto(address)
        if answer is not None and not answer.ok:
            raise SystemExit(f"{address} answered {answer.status}")
        if "/tv/" in address:
            self.page.wait_for_selector(HIDDEN_CONTROLS)
        self.page.emulate_media(media=media)
        self.keep(name)
        self.page.emulate_media(media="screen")

    def keep(self, name: str) -> None:
        """Store what the page shows now."""
        self.page.wait_for_timeout(SETTLE_MILLISECONDS)
        picture = self.page.screenshot(animations="disabled")
        drawn, file = Image.open(BytesIO(picture)).convert("RGB"), PICTURES / f"{name}{self.ending}.png"
        # A palette holds every colour of our pages, at a third of the size.
        for colours in COLOURS:
            drawn.quantize(colours, dither=Image.Dither.NONE).save(file, optimize=True)
            if file.stat().st_size <= LARGE_BYTES:
                break
        print(file.stem)


def cameras(browser: Browser, wished: tuple[str, ...]) -> Iterator[Camera]:
    """Yield a camera for each size and theme of the requested pictures."""
    endings = {f"-{size}-{theme}": (size, theme) for theme in THEMES for size in SIZES}
    for ending, (size, theme) in endings.items():
        if not any(name.endswith(ending) for name in wished):
            continue
        width, height = SIZES[size]
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if theme == "dark" else "light",
            reduced_motion="reduce",
            locale="tr-TR",
        )
        yield Camera(context.new_page(), ending, wished)
        context.close()


def take_demo(camera: Camera, demo: Demo) -> None:
    addresses = find_pages(camera.page, demo)
    for name, address in addresses.items():
        camera.take(address, name)
    become_keeper(camera.page, demo.table_link)
    camera.take(camera.page.url, "table")
    take_tile_pads(camera, demo)
    camera.take(addresses["rules"], "book-on-paper", media="print")
    sign_in(camera.page, demo)
    for name, address in organizers_pages(addresses).items():
        camera.take(address, name)


def take_tile_pads(camera: Camera, demo: Demo) -> None:
    """Take the tile referee with laid melds, and a rack entered tile by tile."""
    page, table = camera.page, camera.page.url
    if camera.is_taken("tile-referee"):
        page.goto(f"{demo.url}/hakem/")
        tap(page, *LAID_TILES)
        page.locator("#tile-referee[aria-busy=false]").wait_for()
        camera.keep("tile-referee")
    if camera.is_taken("rack"):
        page.goto(f"{table.rstrip('/')}/hand/")
        page.locator("input[name=end][value=A1]").click(force=True)
        page.locator("input[name=B1-opening][value=series]").click(force=True)
        page.locator("[data-tiles]:visible").click()
        tap(page, *RACK_TILES)
        camera.keep("rack")


def take_evenings(camera: Camera, evenings: Mapping[str, Mapping[str, str]]) -> None:
    """Take an encounter, the large screen and hand entry of each Okey rule set."""
    for rule_set, addresses in evenings.items():
        camera.take(addresses["encounter"], f"{rule_set}-encounter")
        camera.take(f"{addresses['tv']}?slide={SLIDE_OF_TABLES}", f"{rule_set}-tv")
        take_entry(camera, rule_set, addresses["table"])


def take_entry(camera: Camera, rule_set: str, table: str) -> None:
    """Take hand entry with its score."""
    entry = f"{rule_set}-entry"
    if not camera.is_taken(entry):
        return
    page = camera.page
    become_keeper(page, table)
    page.goto(f"{page.url.rstrip('/')}/hand/")
    choose(page, "end", "A1")
    if page.locator("[data-tiles]").count():
        enter_racks(page)
    else:
        choose(page, "hand", "pairs")
        choose(page, "okey")
    page.wait_for_selector("#preview:not([data-old]) .result", state="attached")
    page.locator(".round").evaluate("table => scrollTo(0, table.getBoundingClientRect().top + scrollY - 12)")
    camera.keep(entry)


def enter_racks(page: Page) -> None:
    """Enter openings and what is left, one of them by tiles."""
    page.locator("[name=A2-points]").fill("88")
    choose(page, "B1-opened")
    choose(page, "B2-opened")
    page.locator("[name=B1-points]").fill("19")
    page.locator("[data-seat=B2] [data-tiles]").click()
    tap(page, *TASK_RACK_TILES)
    page.locator("[data-rack-done]").click()


def choose(page: Page, field: str, value: str = "") -> None:
    """Tap the face of a choice."""
    which = f"[name={field}]" + (f"[value={value}]" if value else "")
    page.locator("label.opt", has=page.locator(which)).click()


def tap(page: Page, *keys: str) -> None:
    """Tap tiles by their codes, or another key of the pad by its name."""
    for key in keys:
        page.locator(f"[data-tile='{key}'], [data-pad='{key}']").locator("visible=true").first.click(
            force=True
        )
        page.wait_for_timeout(SETTLE_MILLISECONDS)


def become_keeper(page: Page, link: str) -> None:
    """Open the link of a table's code, and become its keeper if this device has none."""
    page.goto(link)
    if page.locator("main form[action$='/keep/']").count():
        page.locator("main input[name=name]").fill("Derya Yıldız")
        page.locator("main form[action$='/keep/'] button").first.click()
        page.wait_for_load_state()


def find_pages(page: Page, demo: Demo) -> dict[str, str]:
    """Return pages of the tournament in play, the finished one and the open one."""
    page.goto(f"{demo.url}/")
    playing = find_link(page, "a.current-tournament-head")
    finished = find_link(page, ".tournaments a:has(.won)")
    announced = find_link(page, ".dates a")
    page.goto(f"{demo.url}{playing}")
    encounter = find_link(page, "a.table-in-play")
    page.goto(f"{demo.url}{playing}entrants/")
    pair = find_link(
        page, f"main a[href^='{playing}entrants/']:not([href='{playing}entrants/']):not([href*='?'])"
    )
    page.goto(f"{demo.url}{pair}")
    player = find_link(page, "main a[href^='/players/']")
    page.goto(f"{demo.url}{playing}tv/")
    slides = page.locator(".tv-slide").evaluate_all("slides => slides.map(slide => slide.dataset.kind)")
    paths = {
        "tournaments": "/",
        "now": playing,
        **{name: f"{playing}{name}/" for name in TABS},
        "encounter": encounter,
        "pair": pair,
        "player": player,
        "champion": finished,
        "finished-bracket": f"{finished}bracket/",
        "announced": announced,
        "tv-tables": f"{playing}tv/?slide={slides.index('tables') + 1}",
    }
    return {name: f"{demo.url}{path}" for name, path in paths.items()}


def organizers_pages(addresses: dict[str, str]) -> dict[str, str]:
    managed, open_ = (addresses[name].replace("/t/", "/manage/t/") for name in ("now", "announced"))
    return {
        "hall": managed,
        "screen": f"{managed}screen/",
        "stages": f"{open_}stages/",
        "draw": f"{open_}draw/1/",
    }


def find_link(page: Page, selector: str) -> str:
    """Return the address of a link; exit if there is none."""
    element = page.locator(selector).first
    if not element.count():
        raise SystemExit(f"{page.url} has no {selector}")
    return element.get_attribute("href") or "/"


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
    environ = migrated_environment(folder)
    with running_server(environ, folder / "log", "--demo") as url:
        yield Demo(url, (folder / "log").read_text(encoding="utf-8"))


@contextmanager
def served_evenings(folder: Path) -> Iterator[dict[str, dict[str, str]]]:
    """Serve an evening of each Okey game until the block ends; yield its pages by rule set."""
    environ = migrated_environment(folder)
    command = [sys.executable, "docs/okey_evenings.py"]
    played = subprocess.run(command, cwd=ROOT, env=environ, check=True, stdout=subprocess.PIPE)  # noqa: S603 - ours
    paths: dict[str, dict[str, str]] = json.loads(played.stdout)
    with running_server(environ, folder / "log") as url:
        yield {
            rule_set: {name: f"{url}{path}" for name, path in of.items()} for rule_set, of in paths.items()
        }


@contextmanager
def started_program(folder: Path) -> Iterator[str]:
    """Run `istaka demo` with its data in `folder` until the block ends; yield the control page's address."""
    folder.mkdir()
    command = [sys.executable, "-m", "config.launcher", "demo", "--no-browser", "--port", str(free_port())]
    environ = {**os.environ, "DATA_FOLDER": str(folder), "STATIC_ROOT": str(folder / "static")}
    log, state = folder / "log", folder / "demo" / "running.json"
    with log.open("wb") as output:
        program = subprocess.Popen(command, cwd=ROOT, env=environ, stdout=output, stderr=output)  # noqa: S603
    try:
        deadline = time.monotonic() + SECONDS_TO_START
        while not state.exists():
            if program.poll() is not None or time.monotonic() > deadline:
                raise SystemExit(f"the program did not start:\n{log.read_text(encoding='utf-8')}")
            time.sleep(0.2)
        running = json.loads(state.read_text(encoding="utf-8"))
        yield f"http://localhost:{running['port']}/control/{running['key']}/"
    finally:
        program.terminate()
        program.wait()


def migrated_environment(folder: Path) -> dict[str, str]:
    """Return the environment of an installation with a new database in `folder`."""
    folder.mkdir()
    environ = {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{folder / 'demo.sqlite3'}",
        "STATIC_ROOT": str(folder / "static"),
        "SECRET_KEY": "of pictures only",
        "PYTHONUNBUFFERED": "1",
    }
    migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(migrate, cwd=ROOT, env=environ, check=True)  # noqa: S603 - our own command
    return environ


@contextmanager
def running_server(environ: Mapping[str, str], log: Path, *options: str) -> Iterator[str]:
    """Run a server until the block ends; yield its address."""
    port = free_port()
    with log.open("wb") as output:
        serve = [sys.executable, "manage.py", "serve", "--port", str(port), *options]
        process = subprocess.Popen(  # noqa: S603 - our own command
            serve, cwd=ROOT, env=environ, stdout=output, stderr=output
        )
    try:
        url = f"http://localhost:{port}"
        wait_until_up(url, process, log)
        yield url
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
    path = next(filter(None, map(shutil.which, names)), None)
    if path is None:
        raise SystemExit("Pictures need Chromium; none is on PATH.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


if __name__ == "__main__":
    main(sys.argv[1:])
