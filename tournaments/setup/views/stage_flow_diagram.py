from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rules.games.game import Game
from tournaments.stages.stage_flow_checks import champion_stage_position
from tournaments.stages.stage_names import describe_feed, describe_length, format_name, stage_names
from tournaments.stages.stage_settings import USUAL_GAME, StageSettings

WIDTH, HEIGHT = 208, 84
GAP, ROW = 120, 124
LETTER = 7
"""The width of a letter of the labels; the widest label determines the gap between boxes."""
EDGE, BEND = 12, 44
MAX_NAME_LETTERS = 20
"""The number of letters of a name that fit into a box."""
MAX_LINE_LETTERS = 25
"""The number of letters of a line below the name."""


@dataclass(frozen=True)
class Box:
    number: int
    x: int
    y: int
    name: str
    full_name: str
    format: str
    length: str
    last: bool

    @property
    def text_x(self) -> int:
        return self.x + 16

    @property
    def text_y(self) -> int:
        return self.y + 28

    @property
    def cup_x(self) -> int:
        return self.x + WIDTH - 34

    @property
    def cup_y(self) -> int:
        return self.y + HEIGHT - 34

    @property
    def lines(self) -> list[tuple[int, str]]:
        fits = len(self.length) <= MAX_LINE_LETTERS
        length = [self.length] if fits else self.length.split(" · ")
        lines = length if self.name == self.format else [self.format, *length]
        first, spacing = (50, 20) if len(lines) <= 2 else (47, 15)  # noqa: PLR2004  two lines fit with more space
        return [(self.y + first + spacing * number, line) for number, line in enumerate(lines)]


@dataclass(frozen=True)
class Arrow:
    path: str
    x: int
    y: int
    label_texts: list[str]

    @property
    def lines(self) -> list[tuple[int, str]]:
        return [(self.y - 8 - 17 * index, text) for index, text in enumerate(reversed(self.label_texts))]


@dataclass(frozen=True)
class Diagram:
    width: int
    height: int
    boxes: list[Box]
    arrows: list[Arrow]
    sentences: list[tuple[str, list[str]]]
    """The same as text, for screen readers: each stage, and who advances to it from where."""


def build_diagram(stages: Sequence[StageSettings], game: Game[Any, Any] = USUAL_GAME) -> Diagram:
    """Lay out the stages with the winner's path on top; invalid feeds are left out."""
    cells = _box_cells(stages)
    gap = _gap(stages)
    names, last = stage_names(stages), champion_stage_position(stages)
    boxes = [
        _box(index, stage, names[index], cells[index], gap, game=game, last=index + 1 == last)
        for index, stage in enumerate(stages)
    ]
    arrows = [
        _arrow(boxes[source], boxes[index], words, gap)
        for index, stage in enumerate(stages)
        for source, words in _labels_by_source(index, stage, stages).items()
    ]
    columns, rows = (max(cell[axis] for cell in cells) + 1 for axis in (0, 1))
    return Diagram(
        width=2 * EDGE + columns * (WIDTH + gap) - gap,
        height=2 * EDGE + rows * ROW - (ROW - HEIGHT),
        boxes=boxes,
        arrows=arrows,
        sentences=_headings_with_sources(stages, names, game),
    )


def _labels_by_source(
    place: int, stage: StageSettings, stages: Sequence[StageSettings]
) -> dict[int, list[str]]:
    words_by_source: dict[int, list[str]] = defaultdict(list)
    for feed in stage.feeds:
        if 1 <= feed.source <= place:
            words_by_source[feed.source - 1].append(describe_feed(feed, stages[feed.source - 1].kind))
    return words_by_source


def _box_cells(stages: Sequence[StageSettings]) -> list[tuple[int, int]]:
    """Return each stage's column and row: right of its sources, the winner's path in row 0, others below."""
    cells: list[tuple[int, int]] = []
    used: set[tuple[int, int]] = set()
    for place, stage in enumerate(stages):
        sources = [cells[feed.source - 1][0] for feed in stage.feeds if 1 <= feed.source <= place]
        column = max(sources, default=-1) + 1
        row = 0 if champion_stage_position(stages[: place + 1]) == place + 1 else 1
        between = range(min(sources, default=column - 1) + 1, column + 1)
        while any((between_column, row) in used for between_column in between):
            row += 1
        used |= {(between_column, row) for between_column in between} if row else {(column, row)}
        cells.append((column, row))
    return cells


def _gap(stages: Sequence[StageSettings]) -> int:
    words = [
        words
        for place, stage in enumerate(stages)
        for labels in _labels_by_source(place, stage, stages).values()
        for words in labels
    ]
    return max(GAP, max(map(len, words), default=0) * LETTER + BEND + EDGE)


def _box(
    index: int,
    stage: StageSettings,
    name: str,
    cell: tuple[int, int],
    gap: int,
    *,
    game: Game[Any, Any],
    last: bool,
) -> Box:
    """Cut a long name; `cell` is column and row."""
    return Box(
        number=index + 1,
        x=EDGE + cell[0] * (WIDTH + gap),
        y=EDGE + cell[1] * ROW,
        name=name if len(name) <= MAX_NAME_LETTERS else name[: MAX_NAME_LETTERS - 1].rstrip() + "…",
        full_name=name,
        format=format_name(stage.kind),
        length=describe_length(stage.best_of, stage.hands, game),
        last=last,
    )


def _arrow(source: Box, target: Box, words: list[str], gap: int) -> Arrow:
    x, y, to_x, to_y = source.x + WIDTH, source.y + HEIGHT // 2, target.x, target.y + HEIGHT // 2
    bend = f"C {x + 36} {y} {x + 4} {to_y} {x + BEND} {to_y}" if y != to_y else ""
    middle = to_x - (gap - BEND) // 2 if bend else to_x - gap // 2
    return Arrow(f"M {x} {y} {bend} H {to_x - 9}", middle, to_y, words)


def _headings_with_sources(
    stages: Sequence[StageSettings], names: Sequence[str], game: Game[Any, Any]
) -> list[tuple[str, list[str]]]:
    """Return per stage a heading, its name and length, and clauses about who advances to it."""
    sentences = []
    for place, stage in enumerate(stages):
        heading = f"{names[place]}: {describe_length(stage.best_of, stage.hands, game)}"
        sources = [
            f"{names[source]}, {words}"
            for source, labels in _labels_by_source(place, stage, stages).items()
            for words in labels
        ]
        sentences.append((heading, sources))
    return sentences
