from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import ViewportSize

from tests.browser.measures.layout_faults import layout_problems
from tests.browser.measures.page_visits import each_page
from tests.browser.measures.text_sizes import letters_at_200_percent
from tests.browser.scenes.browser_windows import Windows
from tests.browser.scenes.live_page import refresh_all_standings
from tests.processes import ServerProcess, serve_process

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
TABLET: Final[ViewportSize] = {"width": 820, "height": 1180}
DESK: Final[ViewportSize] = {"width": 1440, "height": 900}
PROJECTOR: Final[ViewportSize] = {"width": 1920, "height": 1080}
ON_THE_SCREEN: Final = {"scoring:tv"}
"""Seen from a distance, with tests of its own."""


def at_release(*values: Any) -> Any:
    return pytest.param(*values, marks=pytest.mark.release)


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server without what other tests stored: the front page shows all tournaments."""
    with serve_process(tmp_path) as process:
        yield process


@pytest.mark.parametrize(
    ("pairs", "locale", "sizes"),
    [
        (16, "tr-TR", [PHONE]),
        at_release(16, "en-GB", [PHONE, TABLET, DESK, PROJECTOR]),
        at_release(16, "tr-TR", [TABLET, DESK, PROJECTOR]),
        at_release(8, "tr-TR", [PHONE, TABLET, DESK, PROJECTOR]),
        at_release(64, "tr-TR", [PHONE, TABLET, DESK, PROJECTOR]),
        at_release(64, "en-GB", [PHONE, DESK]),
    ],
)
def test_nothing_overlaps_is_cut_or_too_small_to_touch(
    windows: Windows, own_server: ServerProcess, pairs: int, locale: str, sizes: list[ViewportSize]
) -> None:
    output = json.loads(own_server.run("tests.browser.scenes.long_names", str(pairs)))
    addresses = {name: address for name, address in output.items() if name not in ON_THE_SCREEN}
    # Moving elements can't be measured.
    refresh_all_standings(own_server)
    page = windows.page(viewport=PHONE, locale=locale, reduced_motion="reduce")
    by_page: dict[str, dict[str, list[str]]] = {}
    for name in each_page(page, own_server.url, addresses):
        for size in sizes:
            page.set_viewport_size(size)
            by_page[f"{name} at {size['width']}"] = layout_problems(page)
            with letters_at_200_percent(page):
                by_page[f"{name} at {size['width']}, letters at 200 %"] = layout_problems(page)
    assert {where: faults for where, faults in by_page.items() if faults} == {}
    assert len(by_page) > 2 * 20 * len(sizes), by_page
