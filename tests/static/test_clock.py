from __future__ import annotations

import pytest

from tests.static.conftest import Modules

pytestmark = pytest.mark.browser

FIGURES, TIME = "play/clock-face", "play/server-time"
MINUTE = 60
EXTRA = {"extra": "minutes", "amount": "5"}
HANDS = {"extra": "hands", "amount": "2"}


def test_seconds_are_formatted(modules: Modules) -> None:
    texts = {
        0: "0:00",
        1: "0:01",
        59: "0:59",
        60: "1:00",
        61: "1:01",
        3599: "59:59",
        3600: "1:00:00",
        3661: "1:01:01",
    }
    modules.check_cases(FIGURES, "formatTime", {text: ([seconds], text) for seconds, text in texts.items()})


def test_clock_figure_counts_down_then_up(modules: Modules) -> None:
    cases = {
        "it runs": ({}, 90, "1:30"),
        "it is over": ({}, 0, "+0:00"),
        "since a while": ({}, -75, "+1:15"),
        "extra hands": (HANDS, 0, "+2"),
        "no extra hands": (HANDS | {"amount": "0"}, -30, "0"),
        "extra hands without an amount": ({"extra": "hands"}, -30, "0"),
        "extra minutes begin": (EXTRA, 0, "5:00"),
        "extra minutes run": (EXTRA, -90, "3:30"),
        "extra minutes are over": (EXTRA, -5 * MINUTE, "+0:00"),
        "extra minutes since a while": (EXTRA, -6 * MINUTE, "+1:00"),
    }
    modules.check_cases(
        FIGURES, "clockText", {name: ([clock, at], shown) for name, (clock, at, shown) in cases.items()}
    )


def test_clock_phase_follows_the_remaining_time(modules: Modules) -> None:
    cases = {
        "runs": ({}, 1, "runs"),
        "ends": ({}, 0, "extra"),
        "extra": (EXTRA, -1, "extra"),
        "last second": (EXTRA, 1 - 5 * MINUTE, "extra"),
        "over": (EXTRA, -5 * MINUTE, "over"),
        "hands are never over": (HANDS, -9999, "extra"),
        "stopped": (EXTRA | {"rests": "70"}, -9999, "rests"),
    }
    modules.check_cases(
        FIGURES, "clockPhase", {name: ([clock, at], shown) for name, (clock, at, shown) in cases.items()}
    )


def test_time_left(modules: Modules) -> None:
    modules.check_cases(
        FIGURES,
        "secondsLeft",
        {
            "a whole second": ([{"ends": "61000"}, 1000], 60),
            "a part counts as whole": ([{"ends": "61000"}, 1001], 60),
            "it ended": ([{"ends": "1000"}, 2500], -1),
            "it rests": ([{"ends": "1000", "rests": "45"}, 99999], 45),
        },
    )
    modules.check_cases(
        FIGURES,
        "percentLeft",
        {
            "all": ([{"length": "600"}, 600], 100),
            "half": ([{"length": "600"}, 300], 50),
            "none": ([{"length": "600"}, -5], 0),
            "more than all": ([{"length": "600"}, 900], 100),
        },
    )


def test_clock_warns_in_time(modules: Modules) -> None:
    warned = {"warnings": "5 1"}
    modules.check_cases(
        FIGURES,
        "isSoon",
        {
            "before": ([warned, 5 * MINUTE + 1], False),
            "at it": ([warned, 5 * MINUTE], True),
            "no warnings": ([{}, 1], False),
            "none at all": ([{"warnings": ""}, 1], False),
        },
    )


def test_moment_is_announced_once_when_passed(modules: Modules) -> None:
    warned = EXTRA | {"warnings": "5 1"}
    cases = {
        "the page has just opened": (warned, None, 299, None),
        "between moments": (warned, 250, 249, None),
        "a warning": (warned, 301, 300, "warning"),
        "the second warning": (warned, 61, 60, "warning"),
        "the end": (warned, 1, 0, "end"),
        "the end of the extra minutes": (warned, -299, -300, "over"),
        "no second time": (warned, 300, 299, None),
        "it was set back": (warned, 299, 301, None),
        "it stands": (warned, 300, 300, None),
        "slept through": (warned, 400, 200, None),
        "not quite slept through": (warned, 400, 271, "warning"),
        "the newest of two": (warned | {"warnings": "1"}, 61, -1, "end"),
        "stopped": (warned | {"rests": "60"}, 61, 60, None),
        "no extra minutes, no over": ({}, 1, 0, "end"),
    }
    script = """({passedMoment}, cases) => {
        const known = (before) => (before === null ? undefined : before)
        const what = ([clock, before, at]) => (passedMoment(clock, known(before), at) || {}).what
        return Object.fromEntries(Object.entries(cases).map(([name, one]) => [name, what(one)]))
    }"""
    announced = modules.run(FIGURES, script, {name: list(case[:3]) for name, case in cases.items()})
    assert {name: announced.get(name) for name in cases} == {name: case[3] for name, case in cases.items()}


MEASURED = """({measureOffset, serverNow}, answers) => {
    const off = () => Math.round((serverNow() - Date.now()) / 100) * 100
    return answers.map(([server, sent, came]) => { measureOffset(server, sent, came); return off() })
}"""


def test_quickest_time_answer_is_used(fresh_modules: Modules) -> None:
    hour = 3_600_000
    assert fresh_modules.run(
        TIME,
        MEASURED,
        [
            [hour + 1_000, 0, 2_000],  # half of the round trip: the server is an hour ahead
            [hour + 1_700, 0, 3_000],  # slower, and within its error: ignored
            [hour + 5_000 + 450, 5_000, 5_100],  # quicker
            [hour + 700_000 + 1_000, 699_000, 701_000],  # slow, but the last measurement is old by then
            [2 * hour, 702_000, 704_000],  # somebody changed the clock
        ],
    ) == [hour, hour, hour + 400, hour + 1_000, 2 * hour - 703_000]
