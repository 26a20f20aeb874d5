"""The evening plan in the guide for the first tournament equals the program's proposal."""

from __future__ import annotations

import re

import pytest

from scoring.guides.queries import GUIDES
from tournaments.stages.fitting_lengths import AvailableTime, estimated_minutes, stages_fitting_time
from tournaments.stages.ready_plans import PlanChoices, stages_of_plan
from tournaments.stages.stage_settings import Length

LONGEST = Length(3, 11)
ROW = re.compile(r"^\| (\d+) \| (\d+) \| (.+) \| (.+) \| (.+) \| (.+) \|$", re.MULTILINE)
COLUMNS = [("groups_knockout", 3), ("groups_knockout", 4), ("swiss", 3), ("swiss", 4)]
"""The plan of each column, and the hours."""


@pytest.mark.parametrize(
    ("language", "best_of"), [("en", "{1} (best of {0})"), ("tr", "{1} ({0} maç üzerinden)")]
)
def test_every_cell_is_the_proposed_plan(language: str, best_of: str):
    rows = ROW.findall(GUIDES["beginning"].file(language).read_text(encoding="utf-8"))
    assert [row[0] for row in rows] == ["8", "12", "16", "24", "32"]
    for pairs, tables, *cells in rows:
        for cell, (plan, hours) in zip(cells, COLUMNS, strict=True):
            evening = AvailableTime(int(pairs), int(tables), 60 * hours)
            chain = stages_of_plan(plan, PlanChoices(LONGEST, LONGEST))
            stages = stages_fitting_time(chain, evening, longest=LONGEST)
            assert estimated_minutes(stages, evening).most <= evening.minutes
            expected = "/".join(
                str(stage.hands) if stage.best_of == 1 else best_of.format(stage.best_of, stage.hands)
                for stage in stages
            )
            assert cell == expected, (pairs, plan, hours)
