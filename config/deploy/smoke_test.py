"""Try an installed Istaka as a club would: `python smoke_test.py COMMAND…`, such as `smoke_test.py istaka`.

Start it, found a club from its control page, record a hand, stop it there, start it again: the hand is there.
If a step fails, print the log and exit with 1. Needs only Python.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from html import unescape
from html.parser import HTMLParser
from http import HTTPStatus
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Final, TypeVar
from urllib.parse import urlencode, urljoin, urlsplit
from urllib.request import HTTPCookieProcessor, ProxyHandler, build_opener

T = TypeVar("T")
SECONDS_TO_START: Final = 180.0
SECONDS_TO_STOP: Final = 30.0
SECONDS_TO_ANSWER: Final = 20.0
CLUB: Final = "Deneme Kulübü"
ACCOUNT: Final = {
    "club_name": CLUB,
    "name": "Can Su",
    "email": "can@example.org",
    "password": "kırmızı yedi okey",
    "again": "kırmızı yedi okey",
}
PAIRS: Final = "\n".join(f"Ali {name} - Ece {name}er" for name in ("Ak", "Boz", "Can", "Dal"))
HAND: Final = {
    "end": "A1",
    "finish": "plain",
    "A1-opening": "series",
    "B1-opening": "series",
    "B1-points": "97",
    "B2-opening": "none",
}
HAND_POINTS: Final = "299"
"""Of the pair that didn't finish: 97 left in a rack, and 202 of one that was not opened."""


@dataclass(frozen=True)
class Page:
    url: str
    status: int
    text: str


class Browser:
    """One that keeps cookies and goes through no proxy."""

    def __init__(self) -> None:
        self._opener = build_opener(ProxyHandler({}), HTTPCookieProcessor(CookieJar()))

    def get(self, url: str, form: dict[str, str] | None = None) -> Page:
        """Raise OSError for a refused connection or a status of 400 and more."""
        body = urlencode(form).encode() if form else None
        with self._opener.open(url, data=body, timeout=SECONDS_TO_ANSWER) as response:
            return Page(response.url, response.status, response.read().decode())

    def send(self, page: Page, action: str, **values: str) -> Page:
        """Send the page's form to this path as it is filled in, with `values`; follow a redirect."""
        form = Form(action)
        form.feed(page.text)
        require(form.is_found, f"{page.url} has no form to {action}")
        return self.get(urljoin(page.url, action), {**form.values, **values})

    def follow(self, page: Page, pattern: str) -> Page:
        """Open the page's first link to an address of this pattern."""
        found = re.search(f'(?:href|action)="({pattern})"', page.text)
        require(found is not None, f"{page.url} has no link to {pattern}")
        return self.get(urljoin(page.url, unescape(found[1]) if found else ""))


class Form(HTMLParser):
    """What a browser would send of the first form to a path, without its buttons."""

    def __init__(self, action: str) -> None:
        super().__init__()
        self.action, self.values = action, dict[str, str]()
        self.is_inside, self.is_found, self.selected = False, False, ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        name, value = given.get("name") or "", given.get("value") or ""
        if tag == "form":
            is_sent = given.get("method") == "post" and (given.get("action") or "") == self.action
            self.is_inside = not self.is_found and is_sent
            self.is_found |= self.is_inside
        elif self.is_inside and tag == "select":
            self.selected = name
        elif self.is_inside and tag == "option" and ("selected" in given or self.selected not in self.values):
            self.values[self.selected] = value
        elif self.is_inside and tag == "input" and name:
            is_choice = given.get("type") in ("radio", "checkbox")
            if not is_choice or "checked" in given:
                self.values[name] = value or ("on" if is_choice else "")

    def handle_endtag(self, tag: str) -> None:
        self.is_inside = self.is_inside and tag != "form"


def try_out(command: Sequence[str], data: Path, port: int) -> None:
    """Raise SystemExit with the step that failed."""
    browser = Browser()
    began = time.monotonic()
    with started(command, data, port) as control:
        report("started", began)
        invitation = browser.send(browser.get(control), f"{urlsplit(control).path}found/")
        dashboard = browser.send(invitation, "", **ACCOUNT)
        require(CLUB in dashboard.text, "no club was founded")
        report("founded a club", began)
        phone, table = record_hand(make_tournament(browser, dashboard))
        report("recorded a hand", began)
    report("stopped", began)
    began = time.monotonic()
    with started(command, data, port):
        require(HAND_POINTS in phone.get(table).text, "the hand is gone after a restart")
        report("started again, with the hand", began)


def make_tournament(browser: Browser, dashboard: Page) -> str:
    """Draw one of four pairs; return the address of a table's code."""
    new = browser.follow(dashboard, '/manage/clubs/[^/]+/new/[^"]*')
    entries = browser.send(new, urlsplit(new.url).path, name="Deneme")
    own = urlsplit(entries.url).path.removesuffix("entries/")
    for _step in ("read", "enter"):
        entries = browser.send(entries, f"{own}entries/paste/#paste", lines=PAIRS)
    browser.send(browser.get(urljoin(entries.url, f"{own}draw/1/")), f"{own}draw/1/")
    codes = browser.get(urljoin(entries.url, f"{own}codes/"))
    found = re.search(r"/m/[\w-]+/", codes.text)
    require(found is not None, "there is no table's code")
    return urljoin(codes.url, found[0]) if found else ""


def record_hand(code: str) -> tuple[Browser, str]:
    """Scan the code and record a hand as a phone does; return the phone and its table's page."""
    phone = Browser()
    table = phone.get(code)
    own = urlsplit(table.url).path
    phone.send(table, f"{own}keep/", name="Nermin")
    saved = phone.send(phone.get(urljoin(table.url, f"{own}hand/")), f"{own}hand/", **HAND)
    require(HAND_POINTS in saved.text, "no hand was recorded")
    return phone, table.url


@contextmanager
def started(command: Sequence[str], data: Path, port: int) -> Iterator[str]:
    """Yield the address of the control page; stop it there at the end."""
    environ = {**os.environ, "DATA_FOLDER": str(data)}
    arguments = [*command, "--no-browser", "--port", str(port)]
    process = subprocess.Popen(arguments, env=environ, stdin=subprocess.DEVNULL)  # noqa: S603
    try:
        control = wait_for(lambda: control_address(process, data, port), "it does not start")
        yield control
        browser = Browser()
        # A table plays, so that a person would be asked.
        browser.send(browser.get(control), f"{urlsplit(control).path}stop/", sure="on")
        require(process.wait(SECONDS_TO_STOP) == 0, "it stopped with an error")
        require(not is_open(port), "it still answers after it was stopped")
    finally:
        end(process)


def end(process: subprocess.Popen[bytes]) -> None:
    """After a failure; on Windows with all that it started."""
    if process.poll() is not None:
        return
    if sys.platform == "win32":
        subprocess.run(["taskkill", "/F", "/T", "/PID", str(process.pid)], check=False)  # noqa: S603, S607
    else:
        process.terminate()
    process.wait(SECONDS_TO_STOP)


def control_address(process: subprocess.Popen[bytes], data: Path, port: int) -> str:
    """Return "" until it answers there; raise SystemExit if the process has ended."""
    require(process.poll() is None, f"it ended with {process.returncode}")
    try:
        running = json.loads((data / "running.json").read_text(encoding="utf-8"))
        control = f"http://localhost:{port}/control/{running['key']}/"
        return control if Browser().get(f"{control}ping/").status == HTTPStatus.NO_CONTENT else ""
    except (OSError, ValueError, KeyError):
        return ""


def is_open(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def wait_for(condition: Callable[[], T], failure: str) -> T:
    deadline = time.monotonic() + SECONDS_TO_START
    while not (found := condition()):
        require(time.monotonic() < deadline, failure)
        time.sleep(0.2)
    return found


def require(holds: bool, failure: str) -> None:
    if not holds:
        raise SystemExit(f"FAILED: {failure}")


def report(step: str, began: float) -> None:
    print(f"ok: {step} ({time.monotonic() - began:.1f} s)", flush=True)  # noqa: T201


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("command", nargs=argparse.REMAINDER, help="what starts Istaka")
    options = parser.parse_args()
    data = Path(tempfile.mkdtemp(prefix="istaka-smoke-"))
    try:
        try_out(options.command, data, options.port or free_port())
    except (SystemExit, OSError, subprocess.TimeoutExpired):
        for log in data.glob("istaka.log*"):
            print(log.read_text(encoding="utf-8", errors="replace"))  # noqa: T201
        raise
    finally:
        shutil.rmtree(data, ignore_errors=True)


if __name__ == "__main__":
    main()
