from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from django.utils.translation import get_language

from rules.score_lines import Line
from scoring.table.forms.validation import ValidationMessage
from scoring.table.views.seat_labels import Payer


class ExplainedLine(NamedTuple):
    line_text: str
    points: int
    rule: str


@dataclass
class ScoreRow:
    """`waiting`: the seat has no answer.

    `tiles` are of a rack entered one by one, `step` of the form.
    """

    charged: Payer
    step: str = ""
    opened: str = ""
    finished: bool = False
    waiting: bool = False
    points: int | None = None
    lines: list[ExplainedLine] = field(default_factory=list)
    problems: list[ValidationMessage] = field(default_factory=list)
    warning_messages: list[ValidationMessage] = field(default_factory=list)
    tiles: tuple[str, ...] = ()
    indicator: str = ""


def explain_lines(lines: Iterable[Line], code: str) -> list[ExplainedLine]:
    language = get_language() or "tr"
    return [
        ExplainedLine(line.text.in_language(language), line.points, line.rule)
        for line in lines
        if line.seat == code
    ]
