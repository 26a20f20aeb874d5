"""Pictures of the main pages in four sizes and both themes, taken from a demo of its own.

`make screenshots` runs it. Needs Chromium. Writes docs/screenshots/PAGE-SIZE-THEME.png; those that the
documentation shows are kept in the repository.
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
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "screenshots"
SIZES = {"phone": (390, 844), "tablet": (820, 1180), "laptop": (1440, 900), "projector": (1920, 1080)}
THEMES = ("light", "dark")
SECONDS_TO_START = 120


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


def main() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, served_demo(Path(folder)) as demo, chromium() as browser:
        for theme in THEMES:
            for size in SIZES:
                take_pictures(browser, demo, size, theme)


def take_pictures(browser: Browser, demo: Demo, size: str, theme: str) -> None:
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if theme == "dark" else "light",
        locale="tr-TR",
    )
    page = context.new_page()
    pages = public_pages(page, demo)
    for name, path in pages.items():
        picture(page, path, f"{name}-{size}-{theme}")
    if demo.table_link:
        keep_table(page, demo.table_link)
        picture(page, page.url, f"table-{size}-{theme}")
    sign_in(page, demo)
    managed = pages["now"].replace("/t/", "/manage/t/")
    for name in ("referee", "paper", "codes"):
        picture(page, f"{managed}{name}/", f"{name}-{size}-{theme}")
    picture(page, managed, f"hall-{size}-{theme}")
    picture(page, f"{demo.url}/manage/", f"desk-{size}-{theme}")
    context.close()


def keep_table(page: Page, link: str) -> None:
    """Open the link in a table's code, and become its keeper."""
    page.goto(link)
    page.locator("main input[name=name]").fill("Derya Yıldız")
    page.locator("main form[action$='/keep/'] button").click()
    page.wait_for_load_state()


def public_pages(page: Page, demo: Demo) -> dict[str, str]:
    """Find the tournament in play, its tabs, and an encounter with hands; the one that is finished too."""
    page.goto(f"{demo.url}/")
    playing = page.locator(".cards a:has(.live)").first.get_attribute("href") or "/"
    finished = page.locator(".cards a:has(.won)").first.get_attribute("href") or "/"
    page.goto(f"{demo.url}{playing}")
    encounter = page.locator("a.hot").last.get_attribute("href") or "/"
    tabs = {name: f"{playing}{name}/" for name in ("groups", "bracket", "tables", "entrants", "rules")}
    paths = {"tournaments": "/", "now": playing, **tabs, "encounter": encounter, "champion": finished}
    return {name: f"{demo.url}{path}" for name, path in paths.items()}


def sign_in(page: Page, demo: Demo) -> None:
    email, password = demo.organizer
    page.goto(f"{demo.url}/sign-in/")
    page.locator("main input:not([type=hidden])").nth(0).fill(email)
    page.locator("main input[type=password]").fill(password)
    page.locator("main button").first.click()
    page.wait_for_load_state()


def picture(page: Page, url: str, name: str) -> None:
    answer = page.goto(url)
    if answer is None or not answer.ok:
        raise SystemExit(f"{url} answered {answer.status if answer else 'nothing'}")
    page.wait_for_load_state("networkidle")
    page.screenshot(path=PICTURES / f"{name}.png", animations="disabled")
    print(name)


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
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
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
    main()
