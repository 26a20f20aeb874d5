"""Tile judging in task Okey: whether melds fulfil a task."""

from __future__ import annotations

from typing import Any, Final

from rules.games.okey_task.client_rules import fault_words, switches, task_names
from rules.games.okey_task.game import OKEY_TASK
from rules.games.okey_task.rulesets import RuleSet
from rules.games.okey_task.tasks import Task
from rules.meld_faults import FaultCode
from scoring.rulebook.tile_referee_labels import tile_referee_labels
from scoring.rulebook.views.book_references import citations_by_name
from scoring.rulebook.views.games.okey_task_labels import labels
from scoring.rulebook.views.games.tile_judging import Judging
from tournaments.models import Tournament

_FAULT_SENTENCES: Final = {
    FaultCode.NOT_THE_SAME: "pair",
    FaultCode.COLOUR_TWICE: "set-colours",
    FaultCode.SET_TOO_LONG: "set",
    FaultCode.RUN_PAST_HIGHEST: "one-ends-it",
    FaultCode.RUN_TOO_LONG: "longest-run",
}
_SENTENCES: Final[dict[str, tuple[str, ...]]] = {
    **{f"fault.{code}": (_FAULT_SENTENCES.get(code, "run"),) for code in FaultCode},
    **{f"task.{task}": (f"task.{task}",) for task in Task},
    "hand.kept": ("task-keeps-one",),
    "hand.task": ("task-exactly",),
    "hand.pairs": ("task-pairs",),
    "taken_back": ("task-short",),
}
"""The script's keys, each with its sentences."""


def script_data(rules: RuleSet, tournament: Tournament | None, language: str) -> dict[str, Any]:
    return {
        "rules": switches(),
        "tasks": task_names(language),
        "faults": fault_words(language),
        "sentences": citations_by_name(tournament or rules, _SENTENCES),
        "words": tile_referee_labels() | labels(),
    }


JUDGING_TASK: Final = Judging(
    game=OKEY_TASK,
    script="js/rulebook/okey_task/tile-referee.js",
    script_data=script_data,
    question_template="scoring/rulebook/okey_task/_task_choice.html",
)
