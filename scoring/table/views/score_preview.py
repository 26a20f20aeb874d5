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
from scoring.table.views.score_rows import ScoreRow, explained
from scoring.table.views.seat_labels import Seat


@dataclass(frozen=True)
class WarningSummary:
    code: str
    calls: list[str]
    confirmed: bool


@dataclass
class Preview:
    """`sides` is empty until every asked seat is answered.

    `plain` names the preset finish if no other was chosen; no score line shows it.
    """

    rows: list[ScoreRow]
    sides: dict[str, int] = field(default_factory=dict)
    problems: list[ValidationMessage] = field(default_factory=list)
    doubts: list[WarningSummary] = field(default_factory=list)
    void: bool = False
    plain: str = ""

    @property
    def wrong(self) -> bool:
        return bool(self.problems) or any(row.problems for row in self.rows)

    @property
    def unconfirmed(self) -> bool:
        return any(not warning.confirmed for warning in self.doubts)


def preview_hand(
    form: EntryForm, seats: Sequence[Seat], paid_before: Mapping[str, int] | None = None
) -> Preview:
    """Check and score the hand as typed so far. Writes nothing.

    `paid_before` is what each side paid in earlier hands, which some games need.
    """
    game, sound, complete = game_of_rules(form.rules), form.sound, not form.unanswered
    report = with_penalties_before(form.report, form.rules, paid_before or {})
    if sound:
        form.add_problems(game.find_errors(report, form.rules))
    preview = Preview(hand_entry_of(form.rules).rows(form, seats))
    preview.problems = form.messages
    if not form.end_given or (preview.wrong and complete):
        return preview
    score = game.score_hand(report, form.rules)
    _put_figures(preview, score)
    preview.plain = form.preset_finish
    if complete:
        preview.sides, preview.void = score.by_side(), score.void
        _put_doubts(preview, game.find_warnings(report, form.rules), report.accepted)
    return preview


def _put_doubts(preview: Preview, warnings: Sequence[Problem], accepted: Sequence[str]) -> None:
    rows = {row.charged.code: row for row in preview.rows}
    names_by_code: dict[str, list[str]] = {}
    for warning in warnings:
        row = rows[warning.seat or preview.rows[0].charged.code]
        text = warning.message.in_language(get_language() or "tr")
        row.doubts.append(ValidationMessage(text, warning.code))
        names_by_code.setdefault(warning.code, []).append(row.charged.call)
    preview.doubts = [WarningSummary(code, names, code in accepted) for code, names in names_by_code.items()]


def _put_figures(preview: Preview, score: Score) -> None:
    points = score.by_charged()
    for row in preview.rows:
        if not row.waiting and not row.problems:
            row.points = points[row.charged.code]
            row.lines = explained(score.lines, row.charged.code)
