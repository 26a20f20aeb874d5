from __future__ import annotations

import json
from typing import Any, Final

import pytest
from playwright.sync_api import ViewportSize

from tests.browser.measures.boxes import amiss
from tests.browser.measures.letters import letters_at_200_percent
from tests.browser.measures.visits import each_page
from tests.browser.scenes.live_page import make_standings
from tests.browser.scenes.windows import Windows
from tests.processes import Served

pytestmark = [pytest.mark.browser, pytest.mark.processes, pytest.mark.merging]

PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
TABLET: Final[ViewportSize] = {"width": 820, "height": 1180}
DESK: Final[ViewportSize] = {"width": 1440, "height": 900}
PROJECTOR: Final[ViewportSize] = {"width": 1920, "height": 1080}
ON_THE_SCREEN: Final = {"scoring:tv"}
"""Seen from a distance, with tests of its own."""


def thorough(*values: Any) -> Any:
    return pytest.param(*values, marks=pytest.mark.thorough)


@pytest.mark.parametrize(
    ("pairs", "locale", "sizes"),
    [
        (16, "tr-TR", [PHONE, DESK]),
        thorough(16, "en-GB", [PHONE, TABLET, DESK, PROJECTOR]),
        thorough(16, "tr-TR", [TABLET, PROJECTOR]),
        thorough(8, "tr-TR", [PHONE, TABLET, DESK, PROJECTOR]),
        thorough(64, "tr-TR", [PHONE, TABLET, DESK, PROJECTOR]),
        thorough(64, "en-GB", [PHONE, DESK]),
    ],
)
def test_nothing_overlaps_is_cut_or_too_small_to_touch(
    windows: Windows, served: Served, pairs: int, locale: str, sizes: list[ViewportSize]
) -> None:
    output = json.loads(served.run("tests.browser.scenes.long_names", str(pairs)))
    addresses = {name: address for name, address in output.items() if name not in ON_THE_SCREEN}
    # Moving elements can't be measured.
    make_standings(served)
    page = windows.page(viewport=PHONE, locale=locale, reduced_motion="reduce")
    by_page: dict[str, dict[str, list[str]]] = {}
    for name in each_page(page, served.url, addresses):
        for size in sizes:
            page.set_viewport_size(size)
            by_page[f"{name} at {size['width']}"] = amiss(page)
            with letters_at_200_percent(page):
                by_page[f"{name} at {size['width']}, letters at 200 %"] = amiss(page)
    assert {where: faults for where, faults in by_page.items() if faults} == {}
    assert len(by_page) > 2 * 20 * len(sizes), by_page
