"""A finger on the keys of a referee's page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

Taps = Callable[..., None]


@pytest.fixture
def tap(page: Page) -> Taps:
    """Taps keys one after the other: tiles by their codes, or `next` and `undo`."""

    def tapped(*keys: str) -> None:
        for key in keys:
            page.locator(f"[data-tile='{key}'], [data-pad='{key}']").click(force=True)

    return tapped
