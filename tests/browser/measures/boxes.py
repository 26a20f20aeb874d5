"""Measured boxes of a page that is open: what overlaps, what is cut, what is too small to be touched."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from playwright.sync_api import Page

TARGET: Final = 24
"""Pixels that a target is wide and high at the least, inside of sentences apart (WCAG 2.2, 2.5.8)."""

MEASURE: Final = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


def amiss(page: Page, *, target: int = TARGET) -> dict[str, list[str]]:
    """What is wrong with the boxes of the page as it stands, by kind; nothing where all is well.

    `overlapping`: texts that are painted over each other. `cut`: texts that end at an edge where nothing
    scrolls. `small`: targets that are less wide or high than `target` pixels and stand in no sentence.
    `wider`: a page that goes on beside the screen.
    """
    found: dict[str, list[str]] = page.evaluate(MEASURE, target)
    return {kind: faults for kind, faults in found.items() if faults}
