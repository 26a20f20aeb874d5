"""One page of Chromium with nothing on it, into which modules of `static/` are loaded as they lie there."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Page, Route, sync_playwright

STATIC: Final = Path(__file__).resolve().parent.parent.parent / "static"
HOUSE: Final = "http://kulup.test/"
KINDS: Final = {".js": "text/javascript", ".html": "text/html"}

CALL_EACH: Final = """async ([address, name, text]) => {
    const module = await import(address)
    const calls = JSON.parse(text)
    const all = {}
    for (const call of Object.keys(calls)) all[call] = await module[name](...calls[call])
    return JSON.stringify(all)
}"""
"""Thousands of calls go as one text: as objects they would take a hundred times as long."""


class Modules:
    """What modules answer, by the name of the module and of its function."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def answers(self, module: str, function: str, calls: dict[str, list[Any]]) -> dict[str, Any]:
        """What a function answers to each of these lists of arguments; `None` where it has no answer."""
        asked = [f"{HOUSE}js/{module}.js", function, json.dumps(calls)]
        told = json.loads(self.page.evaluate(CALL_EACH, asked))
        return {name: told.get(name) for name in calls}

    def answer(self, module: str, function: str, *arguments: Any) -> Any:
        return self.answers(module, function, {"only": list(arguments)})["only"]

    def holds(self, module: str, function: str, cases: Mapping[str, tuple[list[Any], Any]]) -> None:
        """Each case is what is asked and what is answered; all are tried before the first one fails."""
        told = self.answers(module, function, {name: asked for name, (asked, _answer) in cases.items()})
        assert told == {name: answer for name, (_asked, answer) in cases.items()}

    def run(self, module: str, script: str, argument: Any = None) -> Any:
        """Run `(module, argument) => …` with a module."""
        return self.page.evaluate(
            f"async ([address, argument]) => ({script})(await import(address), argument)",
            [f"{HOUSE}js/{module}.js", argument],
        )


def from_disk(route: Route) -> None:
    path = STATIC / route.request.url.removeprefix(HOUSE).partition("?")[0]
    if path.is_file():
        route.fulfill(body=path.read_text(encoding="utf-8"), content_type=KINDS[path.suffix])
    else:
        route.fulfill(body="<!doctype html><title>-</title>", content_type="text/html")


@pytest.fixture(scope="package")
def blank(launch_options: dict[str, Any]) -> Iterator[Page]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options)
        page = browser.new_page()
        page.route(f"{HOUSE}**", from_disk)
        page.goto(HOUSE)
        yield page
        browser.close()


@pytest.fixture(scope="package")
def modules(blank: Page) -> Modules:
    return Modules(blank)


@pytest.fixture
def fresh(blank: Page) -> Modules:
    """Where a module remembers something, or changes a page: nothing of what another test did is left."""
    blank.goto(HOUSE)
    return Modules(blank)
