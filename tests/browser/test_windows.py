"""The windows that tests are given: what never answers costs one test its time, and no other its browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Error

from tests.browser.scenes.windows import Windows

pytestmark = [pytest.mark.browser, pytest.mark.flaky(reruns=0)]


def test_a_question_that_is_never_answered_ends_with_its_browser_and_the_next_has_another(windows: Windows):
    _used, _free = windows.page(), windows.page()
    windows.tidy(all_went_well=True)
    page = windows.page()
    with windows.within(1), pytest.raises(Error, match="closed"):
        page.evaluate("new Promise(() => {})")
    windows.tidy(all_went_well=True)
    assert windows.page().evaluate("1 + 1") == 2


def test_so_is_one_whose_window_can_not_be_made_fit_again(windows: Windows):
    windows.page().evaluate("void setTimeout(() => { for (;;); })")
    with windows.within(1):
        windows.tidy(all_went_well=True)
    assert windows.page().evaluate("1 + 1") == 2
