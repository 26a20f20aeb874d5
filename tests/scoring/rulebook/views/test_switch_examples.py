"""Examples as tables: one column a choice, the chosen one marked, what differs told."""

from __future__ import annotations

from dataclasses import replace

from rules.games.okey101.book.switches import SWITCHES
from rules.games.okey101.rulesets import RuleSet, rule_set
from rules.games.okey101.switches import NobodyOpened, PartnerCancels
from rules.games.okey_points.book.switches import SWITCHES as OKEY_SWITCHES
from rules.games.okey_points.rulesets import PRESETS as OKEY
from scoring.rulebook.views.switch_examples import ExampleTable, Row, example_tables

PAIRS = rule_set("101-pairs")


def table(field: str, rules: RuleSet = PAIRS) -> ExampleTable:
    return example_tables(SWITCHES[field], rules)[0]


def figures(row: Row) -> list[int | None]:
    return [cell.points for cell in row.cells]


def row(of: str, shown: ExampleTable) -> Row:
    return next(one for one in shown.rows if one.of == of)


def test_a_row_a_seat_and_a_side_a_column_a_choice():
    shown = table("partner_cancels")
    assert [one.of for one in shown.rows] == ["A1", "B1", "A2", "B2", "A", "B"]
    assert [one.of for one in shown.rows if one.is_side] == ["A", "B"]
    assert [chosen for _choice, chosen in shown.heads] == [True, False, False, False]
    assert figures(row("A2", shown)) == [101, 0, 202, 226]
    assert figures(row("B", shown)) == [222, 222, 222, 222]


def test_what_differs_from_the_choice_is_told_and_the_choice_where_anything_does():
    shown = table("partner_cancels")
    assert [cell.differs for cell in row("A2", shown).cells] == [True, True, True, True]
    assert not any(cell.differs for cell in row("B1", shown).cells)
    second = example_tables(SWITCHES["partner_cancels"], PAIRS)[1]
    assert [cell.differs for cell in row("A2", second).cells] == [True, False, True, True]


def test_the_chosen_column_follows_the_rules():
    shown = table("partner_cancels", replace(PAIRS, partner_cancels=PartnerCancels.NOTHING))
    assert [cell.chosen for cell in row("A2", shown).cells] == [False, False, False, True]
    assert {line.seat for line in shown.lines} == {"A1", "B1", "A2", "B2"}


def test_a_switch_acts_on_the_examples_of_others():
    before = figures(row("B", table("unopened_cap")))
    after = figures(row("B", table("unopened_cap", replace(PAIRS, double_okey=False, unopened_cap=303))))
    assert before == [1616, 808]
    assert after == [1616, 606]


def test_a_verdict_stands_once_for_its_whole_column():
    shown = table("nobody_opened")
    first, *others = shown.rows
    assert [cell.verdict is not None for cell in first.cells] == [False, False, True]
    assert all(len(one.cells) == 2 for one in others)


def test_where_the_choice_is_a_verdict_there_are_no_reasons_and_nothing_differs_from_it():
    shown = table("nobody_opened", replace(PAIRS, nobody_opened=NobodyOpened.REPLAY))
    assert shown.lines == ()
    assert not any(cell.differs for one in shown.rows for cell in one.cells)


def test_verdicts_alone_are_one_row_without_a_seat():
    (only,) = table("rising_threshold").rows
    assert only.of == ""
    assert [cell.verdict is not None for cell in only.cells] == [True, True]


def test_every_switch_has_a_table_under_every_preset():
    for preset in ("101-pairs", "101-rising", "101-rounds"):
        for switch in SWITCHES.values():
            for shown in example_tables(switch, rule_set(preset)):
                assert sum(chosen for _choice, chosen in shown.heads) == 1
                assert shown.rows


def test_what_other_rules_forbid_to_be_otherwise_has_no_example():
    asked = OKEY_SWITCHES["one_colour_doubles"]
    assert example_tables(asked, OKEY["okey-countdown"]) == []
    assert [len(one.heads) for one in example_tables(asked, OKEY["okey-standard"])] == [3, 3]
