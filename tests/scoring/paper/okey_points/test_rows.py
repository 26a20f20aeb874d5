"""A row of a sheet of classic Okey becomes the hand that it means; what is wrong stands on its box."""

from __future__ import annotations

import uuid
from dataclasses import replace

import pytest
from django.utils.translation import override

from rules.games.okey_points.finishes import Winning
from rules.games.okey_points.problems import find_errors
from rules.games.okey_points.rulesets import PRESETS, OneColourDoubles, RuleSet
from rules.hands import LastTile, Outcome
from scoring.paper.forms import kept, kept_rows
from scoring.paper.games.okey_points_rows import OkeyRow
from scoring.paper.games.typed_row import Place

COUNTDOWN, STANDARD = PRESETS["okey-countdown"], PRESETS["okey-standard"]
IN_COLOUR = replace(STANDARD, one_colour_doubles=OneColourDoubles.YES)


def row(rules: RuleSet = COUNTDOWN, **typed: str) -> OkeyRow:
    return OkeyRow(Place(uuid.uuid4(), 1, rules), 3, typed)


def test_a_row_is_a_hand():
    typed = row(shown="2", end="4", finish="po")
    assert typed.sound
    report = typed.hand.report
    assert (report.outcome, report.finisher, report.indicator_shown_by) == (Outcome.FINISHED, "B2", "A2")
    assert (report.finish.hand, report.finish.last_tile) == (Winning.PAIRS, LastTile.OKEY)
    assert typed.hand.cleaned_data["deal"] == 3


def test_a_hand_that_nobody_finished():
    typed = row(end="D", shown="1")
    assert typed.sound
    assert typed.hand.report.outcome is Outcome.DECK_EXHAUSTED


def test_one_colour_is_told_where_it_costs():
    assert row(IN_COLOUR, end="1", finish="t").hand.report.finish.one_colour
    typed = row(end="1", finish="t")
    assert not typed.sound
    assert list(typed.errors) == ["finish"]


@pytest.mark.parametrize(("field", "text"), [("shown", "5"), ("end", "p"), ("finish", "q")])
def test_what_can_not_be_read_stands_on_its_box(field, text):
    typed = row(**{"end": "1", field: text})
    assert not typed.readable
    assert list(typed.errors) == [field]


def test_nobody_finishes_in_some_way():
    typed = row(end="d", finish="o")
    assert not typed.readable
    assert list(typed.errors) == ["finish"]


def test_a_row_without_its_end_is_asked_for_it():
    typed = row(finish="o")
    assert not typed.sound
    typed.gather()
    assert list(typed.errors) == ["end"]


def test_what_the_rules_refuse_stands_on_the_box_it_concerns():
    rules = replace(COUNTDOWN, indicator_shown=False)
    typed = row(rules, shown="1", end="2")
    assert typed.sound
    typed.hand.add_problems(find_errors(typed.hand.report, rules))
    typed.gather()
    assert list(typed.errors) == ["shown"]


def test_two_spellings_of_one_reading_are_equal():
    one, other = row(shown="A2", end="b1", finish="OÇ"), row(shown="2", end="3", finish="po")
    assert one.neutral == other.neutral


def test_what_is_kept_is_shown_in_the_letters_of_the_page():
    place = Place(uuid.uuid4(), 1, COUNTDOWN)
    (stored,) = kept([row(shown="1", end="d", finish="ro"), row()])
    assert stored["finish"] == "so"
    for language, shown in (("tr", "SO"), ("en", "RO")):
        with override(language):
            (again,) = kept_rows(place, [stored])
        assert (again.deal, again.values) == (3, {"shown": "1", "end": "D", "finish": shown})
