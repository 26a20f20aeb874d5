"""An empty Chromium page into which unbundled modules of `static/` are loaded."""

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
"""Thousands of calls are sent as one text: as objects they are a hundred times slower."""


class Modules:
    def __init__(self, page: Page) -> None:
        self.page = page

    def answers(self, module: str, function: str, calls: dict[str, list[Any]]) -> dict[str, Any]:
        arguments = [f"{HOUSE}js/{module}.js", function, json.dumps(calls)]
        values = json.loads(self.page.evaluate(CALL_EACH, arguments))
        return {name: values.get(name) for name in calls}

    def answer(self, module: str, function: str, *arguments: Any) -> Any:
        return self.answers(module, function, {"only": list(arguments)})["only"]

    def check_cases(self, module: str, function: str, cases: Mapping[str, tuple[list[Any], Any]]) -> None:
        """Check that each case's arguments give its answer; tries all before failing."""
        values = self.answers(
            module, function, {name: arguments for name, (arguments, _answer) in cases.items()}
        )
        assert values == {name: answer for name, (_asked, answer) in cases.items()}

    def run(self, module: str, script: str, argument: Any = None) -> Any:
        return self.page.evaluate(
            f"async ([address, argument]) => ({script})(await import(address), argument)",
            [f"{HOUSE}js/{module}.js", argument],
        )


def serve_static_file(route: Route) -> None:
    path = STATIC / route.request.url.removeprefix(HOUSE).partition("?")[0]
    if path.is_file():
        route.fulfill(body=path.read_text(encoding="utf-8"), content_type=KINDS[path.suffix])
    else:
        route.fulfill(body="<!doctype html><title>-</title>", content_type="text/html")


@pytest.fixture(scope="package")
def blank_page(launch_options: dict[str, Any]) -> Iterator[Page]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options)
        page = browser.new_page()
        page.route(f"{HOUSE}**", serve_static_file)
        page.goto(HOUSE)
        yield page
        browser.close()


@pytest.fixture(scope="package")
def modules(blank_page: Page) -> Modules:
    return Modules(blank_page)


@pytest.fixture
def fresh_modules(blank_page: Page) -> Modules:
    blank_page.goto(HOUSE)
    return Modules(blank_page)
