from __future__ import annotations

from pathlib import Path
from typing import Final

from playwright.sync_api import Page

TARGET: Final = 24
"""Minimum width and height of targets in pixels, except in sentences (WCAG 2.2, 2.5.8)."""

MEASURE: Final = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


def layout_problems(page: Page, *, target: int = TARGET) -> dict[str, list[str]]:
    """Return the faults of the page's boxes by kind.

    `overlapping`: texts over each other. `cut`: texts cut off without scrolling. `small`: targets below
    `target` pixels outside sentences. `wider`: a page wider than the screen.
    """
    faults: dict[str, list[str]] = page.evaluate(MEASURE, target)
    return {kind: faults for kind, faults in faults.items() if faults}
