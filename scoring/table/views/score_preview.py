from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import get_language

from rules.score_lines import Score
from rules.validation import Problem
from scoring.ledger.hand_versions import with_penalties_before
from scoring.ledger.rulebooks import game_of_rules
from scoring.table.forms.hand_form import EntryForm
from scoring.table.forms.validation import ValidationMessage
from scoring.table.views.games import hand_entry_of
from scoring.table.views.score_rows import ScoreRow, explain_lines
from scoring.table.views.seat_labels import Seat


@dataclass(frozen=True)
class WarningSummary:
    code: str
    payer_names: list[str]
    confirmed: bool


@dataclass
class Preview:
    """`sides` is empty until every asked seat is answered.

    `preset_finish` names it if no other was chosen; no score line shows it.
    """

    rows: list[ScoreRow]
    sides: dict[str, int] = field(default_factory=dict)
    problems: list[ValidationMessage] = field(default_factory=list)
    warning_summaries: list[WarningSummary] = field(default_factory=list)
    void: bool = False
    preset_finish: str = ""

    @property
    def has_problems(self) -> bool:
        return bool(self.problems) or any(row.problems for row in self.rows)

    @property
    def has_unconfirmed_warnings(self) -> bool:
        return any(not warning.confirmed for warning in self.warning_summaries)


def preview_hand(
    form: EntryForm, seats: Sequence[Seat], paid_before: Mapping[str, int] | None = None
) -> Preview:
    """Score what is typed so far; add problems to the form, store nothing.

    There is no score without an end, or if complete with problems. Some games need
    `paid_before`, what sides paid in earlier hands.
    """
    game, sound, complete = game_of_rules(form.rules), form.is_valid_hand, not form.unanswered_seats
    report = with_penalties_before(form.report, form.rules, paid_before or {})
    if sound:
        form.add_problems(game.find_errors(report, form.rules))
    preview = Preview(hand_entry_of(form.rules).rows(form, seats))
    preview.problems = form.messages
    if not form.posted_end or (preview.has_problems and complete):
        return preview
    score = game.score_hand(report, form.rules)
    _add_scores(preview, score)
    preview.preset_finish = form.preset_finish
    if complete:
        preview.sides, preview.void = score.by_side(), score.void
        _add_warnings(preview, game.find_warnings(report, form.rules), report.accepted)
    return preview


def _add_warnings(preview: Preview, warnings: Sequence[Problem], accepted: Sequence[str]) -> None:
    """Add warnings to their seats' rows, else to the first; summarize by code, with whether accepted."""
    rows = {row.charged.code: row for row in preview.rows}
    names_by_code: dict[str, list[str]] = {}
    for warning in warnings:
        row = rows[warning.seat or preview.rows[0].charged.code]
        text = warning.message.in_language(get_language() or "tr")
        row.warning_messages.append(ValidationMessage(text, warning.code))
        names_by_code.setdefault(warning.code, []).append(row.charged.spoken_name)
    preview.warning_summaries = [
        WarningSummary(code, names, code in accepted) for code, names in names_by_code.items()
    ]


def _add_scores(preview: Preview, score: Score) -> None:
    points = score.by_payer()
    for row in preview.rows:
        if not row.waiting and not row.problems:
            row.points = points[row.charged.code]
            row.lines = explain_lines(score.lines, row.charged.code)
