"""The rows of an explained score: who pays, what, and for what reasons."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from django.utils.translation import get_language

from rules.score_lines import Line
from scoring.table.forms.validation import Objection
from scoring.table.views.seat_labels import Charged


class Explained(NamedTuple):
    """A line of a score in the page's language; `rule` is what it scores by."""

    words: str
    points: int
    rule: str


@dataclass
class Row:
    """Who is charged: his figure where it is known already, and the reasons for it.

    `waiting` is whoever is asked and has not told yet, `opened` how he opened, where the game knows that and
    he did; `tiles` are those of the rack, where it was told by them. `step` is where his part is changed.
    """

    charged: Charged
    step: str = ""
    opened: str = ""
    finished: bool = False
    waiting: bool = False
    points: int | None = None
    lines: list[Explained] = field(default_factory=list)
    problems: list[Objection] = field(default_factory=list)
    doubts: list[Objection] = field(default_factory=list)
    tiles: tuple[str, ...] = ()
    indicator: str = ""


def explained(lines: Iterable[Line], code: str) -> list[Explained]:
    """The lines of one seat, or of one side where sides are charged, in the page's language."""
    language = get_language() or "tr"
    return [
        Explained(line.text.in_language(language), line.points, line.rule)
        for line in lines
        if line.seat == code
    ]
