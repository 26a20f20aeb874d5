from __future__ import annotations

import pytest
from playwright.sync_api import Error

from tests.browser.scenes.browser_windows import Windows

pytestmark = [pytest.mark.browser, pytest.mark.flaky(reruns=0), pytest.mark.slow]


def test_hanging_call_ends_with_its_browser_and_the_next_test_gets_another(windows: Windows):
    _used, _free = windows.page(), windows.page()
    windows.tidy(all_went_well=True)
    page = windows.page()
    with windows.end_after(1), pytest.raises(Error, match="closed"):
        page.evaluate("new Promise(() => {})")
    windows.tidy(all_went_well=True)
    assert windows.page().evaluate("1 + 1") == 2


def test_browser_with_an_unresettable_window_is_replaced(windows: Windows):
    windows.page().evaluate("void setTimeout(() => { for (;;); })")
    with windows.end_after(1):
        windows.tidy(all_went_well=True)
    assert windows.page().evaluate("1 + 1") == 2
