from __future__ import annotations

import uuid

import pytest
from django.utils.translation import override

from rules.games.okey_task.infractions import JOKER_EXCHANGED
from rules.games.okey_task.problems import find_errors
from rules.games.okey_task.rulesets import PRESETS
from rules.games.okey_task.tasks import Task
from rules.hands import Opening, Outcome, Rack
from rules.seats import SEATS_SINGLES
from scoring.paper.forms import deserialize_rows, serialize_rows
from scoring.paper.games.okey_task_rows import OkeyTaskRow
from scoring.paper.games.typed_row import SheetPlace

RULES = PRESETS["okey-task"]
PLACE = SheetPlace(uuid.uuid4(), 1, RULES)
LEFT = {"A2-points": "10", "B1-points": "20", "B2-points": "30"}


def row(place: SheetPlace = PLACE, **typed: str) -> OkeyTaskRow:
    return OkeyTaskRow(place, 3, {name.replace("_", "-"): text for name, text in typed.items()})


def finished_row(place: SheetPlace = PLACE, **typed: str) -> OkeyTaskRow:
    return OkeyTaskRow(
        place, 3, {"task": "k3", "end": "1"} | LEFT | {k.replace("_", "-"): v for k, v in typed.items()}
    )


def error_fields(typed: OkeyTaskRow) -> list[str]:
    if typed.sound:
        typed.hand.add_problems(find_errors(typed.hand.report, RULES))
    typed.gather()
    return sorted(typed.errors)


def test_row_becomes_a_hand():
    typed = finished_row(task="K3S3", B1_opened="A", B1_jokers="2")
    assert typed.sound
    report = typed.hand.report
    assert (report.task, report.outcome, report.finisher) == (Task.KUT_3_SERI_3, Outcome.FINISHED, "A1")
    assert [report.seats[seat].opening for seat in ("A1", "B1", "B2")] == [
        Opening.SERIES,
        Opening.SERIES,
        Opening.NONE,
    ]
    assert report.seats["B2"].rack == Rack(30)
    assert report.seats["B1"].count_of(JOKER_EXCHANGED) == 2
    assert typed.hand.cleaned_data["deal"] == 3


def test_pairs_task_means_opening_with_pairs():
    assert finished_row(task="Ç").hand.report.seats["A1"].opening is Opening.PAIRS


def test_row_of_an_unfinished_hand():
    typed = finished_row(end="D", A1_points="40", A1_opened="o")
    assert typed.sound
    assert (typed.hand.report.outcome, typed.hand.report.finisher) == (Outcome.DECK_EXHAUSTED, None)


def test_row_of_four_singles():
    place = SheetPlace(uuid.uuid4(), 1, RULES, SEATS_SINGLES)
    points = {"A1-points": "1", "B1-points": "2", "C1-points": "3"}
    typed = OkeyTaskRow(place, 1, {"task": "s5", "end": "4"} | points)
    assert typed.sound
    assert typed.hand.report.finisher == "D1"
    assert OkeyTaskRow.fields(place)[:5] == ("task", "end", "A1-opened", "A1-points", "A1-jokers")


@pytest.mark.parametrize(("field", "text"), [("task", "k5"), ("end", "p"), ("end", "5"), ("B1-opened", "s")])
def test_unreadable_box_is_marked(field, text):
    typed = OkeyTaskRow(PLACE, 3, {"task": "k3", "end": "1"} | LEFT | {field: text})
    assert not typed.readable
    assert list(typed.errors) == [field]


@pytest.mark.parametrize(
    ("cells", "boxes"),
    [
        ({"task": ""}, ["task"]),
        ({"end": ""}, ["end"]),
        ({"B1_points": ""}, ["B1-points"]),
        ({"B1_points": "x"}, ["B1-points"]),
        ({"B1_points": "401"}, ["B1-points"]),
        ({"B1_points": "-3"}, ["B1-points"]),
        ({"A1_points": "5"}, ["A1-points"]),
        ({"B1_jokers": "1"}, ["B1-jokers"]),
        ({"B1_opened": "a", "B1_jokers": "3"}, ["B1-jokers"]),
        ({"B1_opened": "a", "B1_jokers": "x"}, ["B1-jokers"]),
        ({"B1_opened": "a", "B1_jokers": "2", "A1_jokers": "1"}, []),
    ],
)
def test_problem_is_marked_on_its_box(cells, boxes):
    assert error_fields(finished_row(**cells)) == boxes


def test_different_spellings_of_one_hand_are_equal():
    first = finished_row(task="s3k3", end="a1", B1_opened="A", B1_points="012", B1_jokers="1", B2_opened="–")
    second = finished_row(
        task="K3 + R3", end="1", B1_opened="o", B1_points="12", B1_jokers="01", B2_jokers="0"
    )
    assert first.neutral_values == second.neutral_values


def test_unreadable_box_keeps_its_input():
    assert finished_row(task="k9", B1_points="?", B1_jokers="?").neutral_values["task"] == "k9"


def test_stored_row_is_shown_in_the_language_of_the_page():
    (stored,) = serialize_rows([finished_row(task="ç", end="d", B1_opened="a"), row()])
    assert (stored["task"], stored["B1-opened"]) == ("p", "o")
    for language, marks in (("tr", ["Ç", "D", "A"]), ("en", ["P", "D", "O"])):
        with override(language):
            (again,) = deserialize_rows(PLACE, [stored])
        assert [again.values[name] for name in ("task", "end", "B1-opened")] == marks
