"""Melds and racks of task Okey, judged by the task of the hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from rules.games.okey_task.game import OKEY_TASK
from rules.games.okey_task.laid_melds import TaskError, judge_laid_task, read_group
from rules.games.okey_task.racks import faces_of, task_opening
from rules.games.okey_task.rulesets import RuleSet
from rules.games.okey_task.tasks import FEWEST_PAIRS, TASK_NAMES, Task
from rules.meld_faults import FaultCode
from rules.melds import MeldKind
from rules.rack_input import MOST_TILES
from rules.round_melds import ROUND_FAULT_WORDS
from rules.tile_piles import groups_as_codes
from scoring.rulebook.tile_question import RACK, TileQuestion, TileQuestionForm
from scoring.rulebook.views.games.tile_judging import Judging
from scoring.rulebook.views.games.verdicts import Line, Reading, Verdict, VerdictWriter, parse_tiles

_FAULT_RULES: Final = {
    FaultCode.NOT_THE_SAME: "pair",
    FaultCode.COLOUR_TWICE: "set-colours",
    FaultCode.SET_TOO_LONG: "set",
    FaultCode.RUN_PAST_HIGHEST: "one-ends-it",
    FaultCode.RUN_TOO_LONG: "longest-run",
}
_MELDS: Final = {
    MeldKind.RUN: gettext_lazy("A run"),
    MeldKind.SET: gettext_lazy("A set"),
    MeldKind.PAIR: gettext_lazy("A pair"),
}
_ONE_LEFT: Final = "task-keeps-one"


class QuestionFormOfTask(TileQuestionForm):
    task = forms.ChoiceField(required=False, label=gettext_lazy("Task of this hand"))
    own_fields = ("task",)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        language = get_language() or "tr"
        names = [(task.value, name.in_language(language)) for task, name in TASK_NAMES.items()]
        self.fields["task"].choices = [("", _("Choose a task")), *names]  # type: ignore[attr-defined]


def judge(question: TileQuestion, _rules: RuleSet, writer: VerdictWriter) -> Verdict:
    task = Task(question.answers["task"]) if question.answers["task"] else None
    readings = [_read(group, task, writer) for group in question.groups]
    if task is None:
        lines = [writer.line("choose_task", _("Choose the task of the hand above."))]
        return Verdict(lines, [] if question.ask == RACK else readings)
    if question.ask == RACK:
        return _judge_rack(question.rack, task, writer)
    return Verdict([*_laid_lines(question, task, writer)], readings)


def _read(group: Sequence[str], task: Task | None, writer: VerdictWriter) -> Reading:
    if len(group) <= 1:
        return Reading(group)
    meld = read_group(parse_tiles(group), task)
    if meld.fault:
        rule = _FAULT_RULES.get(meld.fault.code, "run")
        return Reading(group, [writer.no_meld(meld.fault, rule, words=ROUND_FAULT_WORDS)])
    return writer.read_meld(group, meld, str(_MELDS[meld.kind]))


def _laid_lines(question: TileQuestion, task: Task, writer: VerdictWriter) -> Iterator[Line]:
    judged = judge_laid_task([parse_tiles(group) for group in question.laid], task)
    name = writer.word(TASK_NAMES[task])
    if not judged.errors:
        yield writer.good("fulfils", _("This fulfils the task: %s.") % name, f"task.{task}")
        yield writer.line("keep_one", _("One tile must be left to discard."), _ONE_LEFT)
        return
    yield writer.bad("fails", _("This does not fulfil the task: %s.") % name, f"task.{task}")
    if TaskError.INVALID_MELD in judged.errors:
        wrong = writer.list_invalid(question.groups, question.laid, judged.melds)
        yield writer.line(TaskError.INVALID_MELD, _("Not a meld: %s.") % wrong)
    if TaskError.OTHER_MELDS in judged.errors:
        yield _other_melds_line(task, judged.pairs, writer)
    if TaskError.NOTHING_TO_DISCARD in judged.errors:
        yield writer.line(TaskError.NOTHING_TO_DISCARD, _("No tile is left to discard."), _ONE_LEFT)
    text = _("Tiles that don't fulfil the task are taken back; nothing is charged.")
    yield writer.line("taken_back", text, "task-short")


def _other_melds_line(task: Task, pairs: int, writer: VerdictWriter) -> Line:
    if task is Task.CIFT:
        text = _("pairs laid: %s, at least %s are needed, and nothing else") % (pairs, FEWEST_PAIRS)
        return writer.line("pairs", text, "task-pairs")
    text = _("No other melds open, and each has exactly the number of tiles of the task.")
    return writer.line(TaskError.OTHER_MELDS, text, "task-exactly")


def _judge_rack(rack: Sequence[str], task: Task, writer: VerdictWriter) -> Verdict:
    groups = task_opening(dict(enumerate(faces_of(parse_tiles(rack)))), task)
    name, cited = writer.word(TASK_NAMES[task]), (f"task.{task}", _ONE_LEFT)
    if not groups:
        text = _("It could not open with the task: %s.") % name
        return Verdict([writer.bad("could_not", text, *cited)])
    text = _("It could open with the task: %s.") % name
    return Verdict([writer.good("could_open", text, *cited)], melds=[groups_as_codes(groups, rack)])


JUDGING_TASK: Final = Judging(
    game=OKEY_TASK,
    most=MOST_TILES,
    judge=judge,
    form=QuestionFormOfTask,
    question_template="scoring/rulebook/okey_task/_task_choice.html",
)
