"""Rows of an explained score: who pays how much and why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from django.utils.translation import get_language

from rules.score_lines import Line
from scoring.table.forms.validation import ValidationMessage
from scoring.table.views.seat_labels import Charged


class Explained(NamedTuple):
    """A score line in the page's language; `rule` is the rule applied."""

    words: str
    points: int
    rule: str


@dataclass
class ScoreRow:
    """Points of someone who is charged, if known, with the reasons.

    `waiting` says that the seat has no answer yet, `opened` is the opening if known; `tiles` are those of the
    rack if entered one by one. `step` is where the part is changed.
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
