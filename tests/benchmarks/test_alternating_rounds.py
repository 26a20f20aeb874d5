"""Shared benchmark code: order of rounds, and comparison with a floor."""

import json
from importlib.util import find_spec

import pytest

from benchmarks.__main__ import SUBJECTS
from benchmarks.measurement import alternating_rounds
from benchmarks.measurement.alternating_rounds import Line, alternate_rounds, format_figure, result_lines


def test_subjects_alternate_in_rounds_after_a_warm_up():
    turns: list[str] = []

    def work(name: str) -> int:
        turns.append(name)
        return len(turns)

    assert alternate_rounds(lambda: work("floor"), lambda: work("ours"), rounds=2) == [[3, 5], [4, 6]]
    assert turns == ["floor", "ours"] * 3


@pytest.mark.parametrize(
    ("unit", "ours", "floor", "shares"),
    [
        ("ms", [20.0, 40.0], [10.0, 10.0], [0.5, 0.25]),
        ("/s", [50.0, 20.0], [100.0, 100.0], [0.5, 0.2]),
        ("ms", [20.0, 40.0, 60.0], [10.0], [0.25]),  # not of the same rounds
        ("ms", [20.0], [], []),
    ],
)
def test_share_is_relative_to_the_floor(unit, ours, floor, shares):
    assert Line("a hand", unit, ours, floor).shares == shares


def test_round_of_several_figures_gives_a_line_for_each():
    ours, floor = [{"fresh": 20.0, "weight": 12.0}], [{"fresh": 2.0}]
    fresh, weight = result_lines("now", {"fresh": "ms", "weight": "kB"}, ours, floor)
    assert (fresh.name, fresh.shares) == ("now: fresh", [0.1])
    assert (weight.name, weight.floor) == ("now: weight", [])


def test_results_are_printed_and_stored_as_json(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(alternating_rounds, "RESULTS_FOLDER", tmp_path / "bench")
    alternating_rounds.report("entry", iter([Line("a hand", "ms", [20.0, 10.0, 30.0], [5.0, 5.0, 5.0])]))
    [line] = json.loads((tmp_path / "bench" / "entry.json").read_text())["lines"]
    assert line["ours"] == {"median": 20, "least": 10, "p95": 30, "greatest": 30, "values": [20, 10, 30]}
    assert line["share"]["median"] == 0.25
    assert "× 0.250 (0.167–0.500)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("figure", "text"),
    [(0.01234, "0.0123"), (0.5, "0.500"), (2.0, "2.00"), (35.55, "35.5"), (1234.5, "1,234")],
)
def test_figures_have_significant_digits(figure, text):
    assert format_figure(figure) == text


def test_modules_of_every_subject_exist():
    modules = [module for modules in SUBJECTS.values() for module in modules]
    assert [module for module in modules if find_spec(f"benchmarks.{module}") is None] == []
