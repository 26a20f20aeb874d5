from __future__ import annotations

import pytest

from tests.static.conftest import Modules

pytestmark = pytest.mark.browser

BEFORE = {"questions": 1, "time": 1000, "x": 30, "y": 30}


def tap(*, questions: int = 2, time: int = 1100, x: int = 30, y: int = 30) -> dict[str, int]:
    return {"questions": questions, "time": time, "x": x, "y": y}


def test_tap_at_the_same_place_after_a_new_question_is_repeated(modules: Modules) -> None:
    modules.check_cases(
        "double-taps",
        "isRepeated",
        {
            "the first": ([None, tap()], False),
            "at once": ([BEFORE, tap(time=1000)], True),
            "just within": ([BEFORE, tap(time=1399)], True),
            "later": ([BEFORE, tap(time=1400)], False),
            "the same question still": ([BEFORE, tap(questions=1)], False),
            "on another page": ([BEFORE, tap(questions=0)], True),
            "a finger's width beside it": ([BEFORE, tap(x=53)], True),
            "elsewhere on the same wide control": ([BEFORE, tap(x=54)], False),
            "below it": ([BEFORE, tap(y=54)], False),
            "diagonally": ([BEFORE, tap(x=47, y=47)], False),
        },
    )
