from __future__ import annotations

import uuid
from dataclasses import replace

import pytest
from django.utils.datastructures import MultiValueDict
from django.utils.translation import override

from rules.games.okey101.problems import find_errors
from rules.games.okey101.rulesets import RuleSet, rule_set
from rules.hands import LastTile, Opening, Outcome, Rack
from scoring.paper.forms import MOST_ROWS, deserialize_rows, field_name, new_rows, posted_rows, serialize_rows
from scoring.paper.games.okey101_rows import Okey101Row
from scoring.paper.games.typed_row import SheetPlace

RULES = rule_set("101-pairs")
TYPED = {"end": "1", "finish": "o", "B1-opening": "s", "B1-points": "32", "B1-okeys": "1", "B2-opening": "-"}


def place(rules: RuleSet = RULES) -> SheetPlace:
    return SheetPlace(uuid.uuid4(), 1, rules)


def row(rules: RuleSet = RULES, **changes: str) -> Okey101Row:
    return Okey101Row(
        place(rules), 3, TYPED | {name.replace("__", "-"): text for name, text in changes.items()}
    )


def test_row_becomes_a_hand():
    typed = row(B2__fouls="b2 a")
    assert typed.sound
    report = typed.hand.report
    assert (report.outcome, report.finisher, report.finish.last_tile) == (
        Outcome.FINISHED,
        "A1",
        LastTile.OKEY,
    )
    assert report.seats["B1"].rack == Rack(32, 1)
    assert report.seats["B2"].opening is Opening.NONE
    assert report.seats["B2"].count_of("okey_discard") == 2
    assert report.seats["B2"].count_of("playable_discard") == 1
    assert typed.hand.cleaned_data["deal"] == 3


def test_finish_with_pairs_implies_the_finishers_opening():
    assert row(finish="ço").hand.report.seats["A1"].opening is Opening.PAIRS


def test_finish_with_pairs_contradicts_an_opening_with_series():
    typed = row(finish="p", A1__opening="s")
    assert not typed.sound
    assert list(typed.errors) == ["A1-opening"]


@pytest.mark.parametrize(("end", "outcome"), [("d", Outcome.DECK_EXHAUSTED), ("Ç", Outcome.ALL_OPENED_PAIRS)])
def test_row_of_an_unfinished_hand(end, outcome):
    typed = Okey101Row(
        place(), 1, {"end": end} | {f"{seat}-opening": "-" for seat in ("A1", "A2", "B1", "B2")}
    )
    assert typed.hand.report.outcome is outcome


@pytest.mark.parametrize(
    ("field", "text"),
    [("end", "7"), ("finish", "q"), ("B1-opening", "x7"), ("B1-fouls", "zz"), ("B1-fouls", "k")],
)
def test_unreadable_box_is_marked(field, text):
    typed = Okey101Row(place(), 1, TYPED | {field: text})
    assert not typed.readable
    assert list(typed.errors) == [field]


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("B1-points", "abc"),
        ("B1-points", "400"),
        ("B1-points", "-4"),
        ("B1-okeys", "3"),
        ("B1-opening", ""),
        ("B1-fouls", "a21"),
        ("end", ""),
    ],
)
def test_problem_of_the_hand_form_is_marked_on_its_box(field, text):
    typed = Okey101Row(place(), 1, TYPED | {field: text})
    if typed.sound:
        typed.hand.add_problems(find_errors(typed.hand.report, RULES))
    typed.gather()
    assert field in typed.errors


def test_an_empty_row_is_empty():
    assert Okey101Row(place(), 1, {}).empty
    assert not row().empty


def test_submitted_rows_keep_their_keys():
    key = str(uuid.uuid4())
    data = MultiValueDict(
        {"first": ["4"], "rows": ["2"], "4-end": ["d"], "4-key": [key], "5-accepted": ["x"]}
    )
    first, second = posted_rows(place(), data)
    assert (first.deal, first.values["end"], first.key) == (4, "d", key)
    assert (second.deal, second.accepted) == (5, [])
    assert str(uuid.UUID(second.key)) == second.key


@pytest.mark.parametrize(
    "data", [{}, {"first": ["x"], "rows": ["-1"]}, {"first": ["1"], "rows": ["99999999"]}]
)
def test_a_page_that_names_no_rows_has_none(data):
    assert posted_rows(place(), MultiValueDict(data)) == []


def test_number_of_submitted_rows_is_limited():
    assert len(posted_rows(place(), MultiValueDict({"first": ["1"], "rows": ["9999"]}))) == MOST_ROWS


def test_new_rows_have_unique_keys():
    assert len({row.key for row in new_rows(place(), 1, 13)}) == 13


def test_different_spellings_of_one_hand_are_equal():
    first = Okey101Row(
        place(), 1, {"end": "b1", "finish": "OE", "A1-opening": "Ç", "A1-points": "030", "A1-fouls": "B2,a"}
    )
    second = Okey101Row(
        place(), 1, {"end": "3", "finish": "do", "A1-opening": "p", "A1-points": "30", "A1-fouls": "a b b"}
    )
    assert first.neutral_values == second.neutral_values


def test_stored_row_is_shown_in_the_language_of_the_page():
    (stored,) = serialize_rows([row(finish="pe"), Okey101Row(place(), 4, {})])
    with override("tr"):
        (again,) = deserialize_rows(place(), [stored])
    assert (again.deal, again.values["finish"], again.values["B2-opening"]) == (3, "ÇE", "–")
    assert again.neutral_values == {
        name: text for name, text in stored.items() if name not in ("deal", "accepted")
    }


def test_unprintable_characters_are_removed():
    assert Okey101Row(place(), 1, {"A1-points": "1\x00\n2"}).values["A1-points"] == "12"


def test_indicator_counts_only_if_the_rules_require_it():
    typed = row(replace(RULES, okey_face_counts=True), indicator="b5")
    assert typed.hand.report.indicator == "b5"


def test_field_names_contain_their_row():
    assert field_name(7, "B1-points") == "7-B1-points"
