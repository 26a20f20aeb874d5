"""The plan of an evening in the guide for the first tournament is what a new tournament would propose."""

from __future__ import annotations

import re

import pytest

from scoring.guides.queries import GUIDES
from tournaments.stages.fitting_lengths import Evening, fitted, minutes_of
from tournaments.stages.ready_plans import PlanChoices, stages_of_plan
from tournaments.stages.stage_settings import Length

LONGEST = Length(3, 11)
ROW = re.compile(r"^\| (\d+) \| (\d+) \| (.+) \| (.+) \| (.+) \| (.+) \|$", re.MULTILINE)
COLUMNS = [("groups_knockout", 3), ("groups_knockout", 4), ("swiss", 3), ("swiss", 4)]
"""The plan of each column, and the hours given."""


@pytest.mark.parametrize(
    ("language", "best_of"), [("en", "{1} (best of {0})"), ("tr", "{1} ({0} maç üzerinden)")]
)
def test_every_cell_is_what_fits(language: str, best_of: str):
    rows = ROW.findall(GUIDES["beginning"].file(language).read_text(encoding="utf-8"))
    assert [row[0] for row in rows] == ["8", "12", "16", "24", "32"]
    for pairs, tables, *cells in rows:
        for said, (plan, hours) in zip(cells, COLUMNS, strict=True):
            evening = Evening(int(pairs), int(tables), 60 * hours)
            chain = stages_of_plan(plan, PlanChoices(LONGEST, LONGEST))
            stages = fitted(chain, evening, longest=LONGEST)
            assert minutes_of(stages, evening).most <= evening.minutes
            told = "/".join(
                str(one.hands) if one.best_of == 1 else best_of.format(one.best_of, one.hands)
                for one in stages
            )
            assert said == told, (pairs, plan, hours)
