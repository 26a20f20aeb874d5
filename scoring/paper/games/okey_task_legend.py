from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import get_language, gettext, pgettext

from rules.book.text_changes import TEXT_VERSION
from rules.games.okey_task.infractions import JOKER_EXCHANGED
from rules.games.okey_task.rulesets import RuleSet
from rules.games.okey_task.tasks import TASK_NAMES
from rules.localized_text import Text
from rules.rulebook import rule_book
from rules.sentences import Chapter
from scoring.paper.games.okey_task_notation import MARKS, mark_label

_JOKERS: Final = ("infractions", "joker-each", "joker-of-an-opener", "joker-finisher")
_SENTENCE_KEYS: Final = (
    "finisher",
    "rack",
    "unopened",
    "deck-each",
    "partner-pays",
    "joker-left",
    *_JOKERS,
    "lowest",
)
"""Needed to add up by hand."""


@dataclass(frozen=True)
class Legend:
    points: Sequence[Text]
    jokers: bool

    @property
    def parts(self) -> list[tuple[str, str]]:
        """Return headings and texts in the active language."""
        language = get_language() or "tr"
        return [
            (
                pgettext("on a score sheet", "Points"),
                " ".join(point.in_language(language) for point in self.points),
            ),
            (pgettext("on a score sheet", "Tasks"), _join_tasks(tasks())),
            (pgettext("on a score sheet", "How to fill it in"), self._filling_instructions()),
        ]

    def _filling_instructions(self) -> str:
        instructions = [
            gettext("Task: circle it, or write it as the list does: K a set, S a run."),
            gettext("Who: circle the finisher's number, or D if the deck ran out."),
            gettext("Circle O for each player who opened, and write what is left on their rack."),
        ]
        if self.jokers:
            instructions.append(gettext("Joker: how many of this player's jokers were exchanged, 1 or 2."))
        instructions.append(gettext("R beside a row: referee's ruling."))
        return " ".join(instructions)


def build_legend(rules: RuleSet, singles: bool, text_version: int = TEXT_VERSION) -> Legend:
    jokers = bool(rules.infractions.get(JOKER_EXCHANGED))
    chapters = rule_book(rules, singles=singles, text_version=text_version)
    return Legend(points=list(_legend_sentences(chapters, jokers=jokers)), jokers=jokers)


def tasks() -> list[tuple[str, str]]:
    language = get_language() or "tr"
    return [
        (mark_label("task", mark), TASK_NAMES[task].in_language(language)) for task, mark in MARKS.items()
    ]


def _join_tasks(listed: Sequence[tuple[str, str]]) -> str:
    return ", ".join(f"{mark} {name}" for mark, name in listed) + "."


def _legend_sentences(chapters: Sequence[Chapter], *, jokers: bool) -> Iterator[Text]:
    sentences = {
        sentence.key: sentence for chapter in reversed(chapters) for sentence in reversed(chapter.sentences)
    }
    for key in _SENTENCE_KEYS:
        if key in sentences and (jokers or key not in _JOKERS):
            yield sentences[key].text
