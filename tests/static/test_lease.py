from __future__ import annotations

import json

import pytest

from tests.static.conftest import Modules

pytestmark = pytest.mark.browser

MODULE = "live/listener-lease"
NOW = 1_000_000
OURS = {"by": "m", "at": NOW, "message": None}


def test_lease_is_valid_for_two_beats(modules: Modules) -> None:
    modules.check_cases(
        MODULE,
        "readLease",
        {
            "nothing": ([None, NOW], None),
            "no sense": (["{", NOW], None),
            "null": (["null", NOW], None),
            "fresh": ([json.dumps(OURS), NOW + 11_999], OURS),
            "silent too long": ([json.dumps(OURS), NOW + 12_000], None),
            "from a clock that was set back": ([json.dumps(OURS), NOW - 12_000], None),
            "without a time": (['{"by": "m"}', NOW], None),
        },
    )


def test_lease_decides_which_window_listens(modules: Modules) -> None:
    modules.check_cases(
        MODULE,
        "isOthersLease",
        {"mine": ([OURS, "m"], False), "another's": ([OURS, "n"], True), "nobody's": ([None, "m"], False)},
    )
    modules.check_cases(MODULE, "keepsLease", {"first": (["a", "b"], True), "second": (["b", "a"], False)})


def test_failed_stream_is_retried_with_growing_pauses(modules: Modules) -> None:
    modules.check_cases(
        MODULE,
        "retryDelay",
        {
            "at once": ([0, False, 0.5], 1_000),
            "then": ([1, False, 0.5], 2_000),
            "at last": ([3, False, 0.5], 10_000),
            "and no later": ([99, False, 0.5], 10_000),
            "the earliest": ([0, False, 0], 750),
            "the latest": ([0, False, 1], 1_250),
            "there is no room": ([0, True, 0.5], 60_000),
        },
    )
