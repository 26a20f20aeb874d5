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


def cell_points(row: Row) -> list[int | None]:
    return [cell.points for cell in row.cells]


def row(of: str, shown: ExampleTable) -> Row:
    return next(row for row in shown.rows if row.key == of)


def test_table_has_rows_for_seats_and_sides_and_columns_for_choices():
    example = table("partner_cancels")
    assert [row.key for row in example.rows] == ["A1", "B1", "A2", "B2", "A", "B"]
    assert [row.key for row in example.rows if row.is_side] == ["A", "B"]
    assert [chosen for _choice, chosen in example.heads] == [True, False, False, False]
    assert cell_points(row("A2", example)) == [101, 0, 202, 226]
    assert cell_points(row("B", example)) == [222, 222, 222, 222]


def test_differences_from_the_current_choice_are_marked():
    example = table("partner_cancels")
    assert [cell.differs for cell in row("A2", example).cells] == [True, True, True, True]
    assert not any(cell.differs for cell in row("B1", example).cells)
    second = example_tables(SWITCHES["partner_cancels"], PAIRS)[1]
    assert [cell.differs for cell in row("A2", second).cells] == [True, False, True, True]


def test_current_column_follows_the_rules():
    example = table("partner_cancels", replace(PAIRS, partner_cancels=PartnerCancels.NOTHING))
    assert [cell.chosen for cell in row("A2", example).cells] == [False, False, False, True]
    assert {line.seat for line in example.lines} == {"A1", "B1", "A2", "B2"}


def test_switch_affects_the_examples_of_others():
    before = cell_points(row("B", table("unopened_cap")))
    after = cell_points(row("B", table("unopened_cap", replace(PAIRS, double_okey=False, unopened_cap=303))))
    assert before == [1616, 808]
    assert after == [1616, 606]


def test_verdict_spans_its_column():
    example = table("nobody_opened")
    first, *others = example.rows
    assert [cell.verdict is not None for cell in first.cells] == [False, False, True]
    assert all(len(example_row.cells) == 2 for example_row in others)


def test_verdict_as_current_choice_has_no_reasons_or_differences():
    example = table("nobody_opened", replace(PAIRS, nobody_opened=NobodyOpened.REPLAY))
    assert example.lines == ()
    assert not any(cell.differs for row in example.rows for cell in row.cells)


def test_verdicts_alone_are_one_row_without_a_seat():
    (only,) = table("rising_threshold").rows
    assert only.key == ""
    assert [cell.verdict is not None for cell in only.cells] == [True, True]


def test_every_switch_has_examples_under_every_preset():
    for preset in ("101-pairs", "101-rising", "101-rounds"):
        for switch in SWITCHES.values():
            for example in example_tables(switch, rule_set(preset)):
                assert sum(chosen for _choice, chosen in example.heads) == 1
                assert example.rows


def test_switch_fixed_by_other_rules_has_no_example():
    switch = OKEY_SWITCHES["one_colour_doubles"]
    assert example_tables(switch, OKEY["okey-countdown"]) == []
    assert [len(table.heads) for table in example_tables(switch, OKEY["okey-standard"])] == [3, 3]
