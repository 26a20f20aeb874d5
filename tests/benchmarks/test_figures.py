"""Shared benchmark code: order of rounds, and comparison with a baseline."""

from importlib.util import find_spec

import pytest

from benchmarks import figures
from benchmarks.__main__ import SUBJECTS
from benchmarks.figures import ROUNDS, Line, alternate_rounds, format_figure, result_lines


def test_subjects_alternate_in_rounds_after_a_warm_up():
    turns: list[str] = []

    def work(name: str) -> int:
        turns.append(name)
        return len(turns)

    baseline, ours = alternate_rounds(lambda: work("baseline"), lambda: work("ours"))
    assert (baseline, ours) == ([3, 5, 7, 9, 11], [4, 6, 8, 10, 12])
    assert turns == ["baseline", "ours"] * (1 + ROUNDS)


@pytest.mark.parametrize(
    ("unit", "ours", "baseline", "shares"),
    [
        ("ms", [20.0, 40.0], [10.0, 10.0], [0.5, 0.25]),
        ("/s", [50.0, 20.0], [100.0, 100.0], [0.5, 0.2]),
        ("ms", [20.0], [], []),
    ],
)
def test_share_is_relative_to_the_baseline(unit, ours, baseline, shares):
    assert Line("a hand", unit, ours, baseline).shares == shares


def test_round_of_several_figures_gives_a_line_for_each():
    ours, baseline = [{"fresh": 20.0, "size": 12.0}], [{"fresh": 2.0}]
    units, bounds = {"fresh": "ms", "size": "kB"}, {"fresh": "≤ 60 ms"}
    fresh, size = result_lines("now", units, ours, baseline, bounds)
    assert (fresh.name, fresh.shares, fresh.bound) == ("now: fresh", [0.1], "≤ 60 ms")
    assert (size.name, size.baseline, size.bound) == ("now: size", [], "")


def test_row_of_a_line_ends_in_its_bound(capsys):
    figures.report("entry", [Line("a hand", "ms", [20.0, 10.0, 30.0], [5.0] * 3, "share ≥ 0.45")])
    row = "a hand ms 20.0 10.0 30.0 30.0 5.00 0.250 share ≥ 0.45"
    assert capsys.readouterr().out.splitlines()[-1].split() == row.split()


@pytest.mark.parametrize(
    ("figure", "text"),
    [(0.5, "0.500"), (2.0, "2.00"), (35.55, "35.5"), (1234.5, "1,234")],
)
def test_figures_have_significant_digits(figure, text):
    assert format_figure(figure) == text


def test_every_subject_is_a_module():
    assert [name for name in SUBJECTS if find_spec(f"benchmarks.{name}") is None] == []
