"""The scoring in short, for the foot of a score sheet: taken from the tournament's own rule book."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.games.okey101.infractions import INFRACTIONS
from rules.games.okey101.rulesets import RuleSet
from rules.rulebook.book import rule_book
from rules.text import Text, signed
from scoring.paper.domain.notation import FOUL_LETTERS


@dataclass(frozen=True)
class Foul:
    """An infraction with the letter that is written for it, and what it costs."""

    letter: str
    code: str
    name: Text
    costs: Text


@dataclass(frozen=True)
class Legend:
    """Sentences about points; each finish with its factor and the finisher's figure; the infractions."""

    points: Sequence[Text]
    finishes: Sequence[tuple[Text, Text, Text]]
    fouls: Sequence[Foul]
    both_okeys: bool
    indicator: bool


def legend_of(rules: RuleSet) -> Legend:
    """The legend of a rule set. What a switch leaves out needs no ink."""
    chapters = {chapter.id: chapter for chapter in rule_book(rules, ())}
    said = [
        article.text
        for article in chapters["points"].articles
        if article.switch is None or getattr(rules, article.switch) not in (False, None)
    ]
    table = chapters["finish"].table
    return Legend(
        points=said,
        finishes=[(row.cells[0], row.cells[1], row.cells[2]) for row in table.rows] if table else [],
        fouls=fouls_of(rules),
        both_okeys=rules.double_okey,
        indicator=rules.okey_face_counts,
    )


def fouls_of(rules: RuleSet) -> list[Foul]:
    """The infractions that a rule set knows."""
    return [
        Foul(FOUL_LETTERS[code], code, kind.name, Text(signed(amount, "tr"), signed(amount, "en")))
        for code, kind in INFRACTIONS.items()
        if (amount := rules.infractions.get(code)) is not None
    ]
