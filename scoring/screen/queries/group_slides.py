from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain

from scoring.enums import SlideKind
from scoring.queries.standings_reader import read_standings
from scoring.queries.standings_tables import GroupTable, Place, StageStandings
from scoring.screen.queries.slide_capacity import LINE, MOST_PAGES, SlideArea, lay_out_pages
from scoring.screen.queries.slide_kinds import Slide, SlideInputs

HEADING, ROW = 4.6, 3.1
"""Heights of a group's heading with its card, and of a row with a one-line name."""
FIGURES, FIGURES_BY_STRENGTH = 18.0, 22.5
MOST_ROWS = 8
"""Rows of a table alone on a slide before it is split into two parts side by side."""


@dataclass(frozen=True)
class PartOfTable:
    """Rows from number `first`; `blank` rows pad it to the part before."""

    stage: StageStandings
    table: GroupTable
    places: Sequence[Place]
    first: int = 0
    blank: Sequence[int] = ()

    @property
    def cut_after(self) -> int:
        return self.table.advance - self.first


def groups_slides(inputs: SlideInputs) -> list[Slide]:
    """Show the standings of the stage in play, else of the last before it; empty without any."""
    stage = _read_stage_standings(inputs)
    if stage is None:
        return []

    def parts_of_tables(room: SlideArea) -> list[PartOfTable]:
        return list(chain.from_iterable(_split_table(stage, table, room) for table in _groups_shown(stage)))

    return [
        Slide(SlideKind.GROUPS, page)
        for page in lay_out_pages(parts_of_tables, _height, area=inputs.slide_area)
    ]


def _read_stage_standings(inputs: SlideInputs) -> StageStandings | None:
    read = read_standings(inputs.tournament_context)
    until = inputs.current_round.stage.stage.position if inputs.current_round else 0
    before = [stage for stage in read.stages if stage.stage.stage.position <= until]
    return before[-1] if before else None


def _groups_shown(stage: StageStandings) -> Sequence[GroupTable]:
    playing = [table for table in stage.groups if table.playing]
    return playing if len(stage.groups) > MOST_PAGES * 4 and playing else stage.groups


def _split_table(stage: StageStandings, table: GroupTable, area: SlideArea) -> list[PartOfTable]:
    """Split a table into the fewest equal parts that fit; leave it whole if none fit.

    A long table of a stage's only group has at least two parts.
    """
    whole = PartOfTable(stage, table, table.places)
    count = len(table.places)
    fewest = 2 if stage.stage.only_group and count > MOST_ROWS else 1
    for pieces in range(fewest, count + 1):
        part_size = -(-count // pieces)
        parts = [_part(whole, at, part_size) for at in range(0, count, part_size)]
        if all(_height(part, area) <= area.height for part in parts):
            return parts
    return [whole]


def _part(whole: PartOfTable, first: int, length: int) -> PartOfTable:
    places = whole.places[first : first + length]
    return replace(whole, places=places, first=first, blank=range(length - len(places)))


def _height(part: PartOfTable, area: SlideArea) -> float:
    beside = FIGURES_BY_STRENGTH if part.stage.by_opponents_strength or part.stage.at_tables else FIGURES
    rows = [max(ROW, 1.0 + LINE * area.lines(place.entrant.marked_name, beside)) for place in part.places]
    return HEADING + sum(rows) + ROW * len(part.blank)
