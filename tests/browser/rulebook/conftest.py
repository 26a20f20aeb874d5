from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

Taps = Callable[..., None]


@pytest.fixture
def tap_keys(page: Page) -> Taps:
    """Return a function that taps keys in order: tile codes, `next` or `undo`."""

    def tapped(*keys: str) -> None:
        for key in keys:
            page.locator(f"[data-tile='{key}'], [data-pad='{key}']").click(force=True)

    return tapped
