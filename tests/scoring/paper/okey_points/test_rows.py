from __future__ import annotations

import uuid
from dataclasses import replace

import pytest
from django.utils.translation import override

from rules.games.okey_points.finishes import WinningHand
from rules.games.okey_points.problems import find_errors
from rules.games.okey_points.rulesets import PRESETS, OneColourDoubles, RuleSet
from rules.hands import LastTile, Outcome
from scoring.paper.forms import deserialize_rows, serialize_rows
from scoring.paper.games.okey_points_rows import OkeyPointsRow
from scoring.paper.games.typed_row import SheetPlace

COUNTDOWN, STANDARD = PRESETS["okey-countdown"], PRESETS["okey-standard"]
IN_COLOUR = replace(STANDARD, one_colour_doubles=OneColourDoubles.YES)


def row(rules: RuleSet = COUNTDOWN, **typed: str) -> OkeyPointsRow:
    return OkeyPointsRow(SheetPlace(uuid.uuid4(), 1, rules), 3, typed)


def test_row_becomes_a_hand():
    typed = row(shown="2", end="4", finish="po")
    assert typed.sound
    report = typed.hand.report
    assert (report.outcome, report.finisher, report.indicator_shown_by) == (Outcome.FINISHED, "B2", "A2")
    assert (report.finish.hand, report.finish.last_tile) == (WinningHand.PAIRS, LastTile.OKEY)
    assert typed.hand.cleaned_data["deal"] == 3


def test_row_of_an_unfinished_hand():
    typed = row(end="D", shown="1")
    assert typed.sound
    assert typed.hand.report.outcome is Outcome.DECK_EXHAUSTED


def test_one_colour_is_read_if_it_costs_points():
    assert row(IN_COLOUR, end="1", finish="t").hand.report.finish.one_colour
    typed = row(end="1", finish="t")
    assert not typed.sound
    assert list(typed.errors) == ["finish"]


@pytest.mark.parametrize(("field", "text"), [("shown", "5"), ("end", "p"), ("finish", "q")])
def test_unreadable_box_is_marked(field, text):
    typed = row(**{"end": "1", field: text})
    assert not typed.readable
    assert list(typed.errors) == [field]


def test_manner_of_finish_without_a_finisher_is_an_error():
    typed = row(end="d", finish="o")
    assert not typed.readable
    assert list(typed.errors) == ["finish"]


def test_missing_end_is_reported():
    typed = row(finish="o")
    assert not typed.sound
    typed.gather()
    assert list(typed.errors) == ["end"]


def test_refused_value_is_marked_on_its_box():
    rules = replace(COUNTDOWN, indicator_shown=False)
    typed = row(rules, shown="1", end="2")
    assert typed.sound
    typed.hand.add_problems(find_errors(typed.hand.report, rules))
    typed.gather()
    assert list(typed.errors) == ["shown"]


def test_different_spellings_of_one_hand_are_equal():
    first, second = row(shown="A2", end="b1", finish="OÇ"), row(shown="2", end="3", finish="po")
    assert first.neutral_values == second.neutral_values


def test_stored_row_is_shown_in_the_language_of_the_page():
    place = SheetPlace(uuid.uuid4(), 1, COUNTDOWN)
    (stored,) = serialize_rows([row(shown="1", end="d", finish="ro"), row()])
    assert stored["finish"] == "so"
    for language, mark in (("tr", "SO"), ("en", "RO")):
        with override(language):
            (again,) = deserialize_rows(place, [stored])
        assert (again.deal, again.values) == (3, {"shown": "1", "end": "D", "finish": mark})
