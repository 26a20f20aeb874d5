from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from django.utils.translation import get_language

from rules.score_lines import Line
from scoring.table.forms.validation import ValidationMessage
from scoring.table.views.seat_labels import Charged


class Explained(NamedTuple):
    """`rule` is the rule applied."""

    words: str
    points: int
    rule: str


@dataclass
class ScoreRow:
    """The points of a charged player or side, with the reasons.

    `waiting`: the seat has no answer yet. `tiles` are those of a rack entered one by one, `step` is the step
    of the form.
    """

    charged: Charged
    step: str = ""
    opened: str = ""
    finished: bool = False
    waiting: bool = False
    points: int | None = None
    lines: list[Explained] = field(default_factory=list)
    problems: list[ValidationMessage] = field(default_factory=list)
    doubts: list[ValidationMessage] = field(default_factory=list)
    tiles: tuple[str, ...] = ()
    indicator: str = ""


def explained(lines: Iterable[Line], code: str) -> list[Explained]:
    language = get_language() or "tr"
    return [
        Explained(line.text.in_language(language), line.points, line.rule)
        for line in lines
        if line.seat == code
    ]
