from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from playwright.sync_api import Page

USUAL: Final = {"standard": 16, "fixed": 13}
MEETING: Final = """([some, others]) => {
  const boxes = selector => [...document.querySelectorAll(selector)]
    .filter(one => one.checkVisibility()).map(one => [one, one.getBoundingClientRect()]);
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const met = boxes(others);
  return boxes(some).filter(([one, box]) => met.some(([, its]) => meet(box, its)))
    .map(([one]) => one.parentElement.textContent.trim().replace(/\\s+/g, " "));
}"""
"""Surroundings of elements that overlap others."""
SPILLING: Final = """selector => [...document.querySelectorAll(selector)]
  .filter(one => one.checkVisibility() && one.scrollWidth > one.clientWidth)
  .map(one => one.textContent.trim())"""

BROKEN: Final = """selector => [...document.querySelectorAll(selector)].flatMap(one => {
  const [text, span] = [one.firstChild, document.createRange()];
  return [...text.data.matchAll(/\\S+/g)].filter(word => {
    span.setStart(text, word.index);
    span.setEnd(text, word.index + word[0].length);
    const below = span.getBoundingClientRect().bottom - one.getBoundingClientRect().bottom;
    return span.getClientRects().length > 1 || below > 1;
  }).map(([word]) => word);
})"""
"""Words that wrap, or are below the visible lines."""


@contextmanager
def letters_at_200_percent(page: Page) -> Iterator[None]:
    """Double the text size; Chromium forgets it when the window is resized."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("Page.setFontSizes", {"fontSizes": {kind: 2 * size for kind, size in USUAL.items()}})
    yield
    devtools.send("Page.setFontSizes", {"fontSizes": USUAL})
    devtools.detach()


def is_wider_than_the_screen(page: Page) -> bool:
    wider: bool = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    return wider


def meeting(page: Page, some: str, others: str) -> list[str]:
    overlaps: list[str] = page.evaluate(MEETING, [some, others])
    return overlaps


def spilling(page: Page, selector: str) -> list[str]:
    wide: list[str] = page.evaluate(SPILLING, selector)
    return wide


def broken(page: Page, selector: str) -> list[str]:
    """Return words that are broken or left out in elements that contain only text."""
    words: list[str] = page.evaluate(BROKEN, selector)
    return words
