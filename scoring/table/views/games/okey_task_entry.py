from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.template.loader import render_to_string
from django.utils.translation import get_language, pgettext

from rules.games.okey_task.game import OKEY_TASK
from rules.games.okey_task.problems import MOST_POINTS
from rules.racks import known_tiles
from rules.refusals import too_many_points
from rules.rulesets import RuleSet
from scoring.table.forms.okey_task_correction import CorrectionForm, correction_initial
from scoring.table.forms.okey_task_hand import HandForm
from scoring.table.forms.validation import validation_messages
from scoring.table.views.games.game_entry import HandEntry
from scoring.table.views.score_rows import ScoreRow
from scoring.table.views.seat_labels import Seat, SeatPlace
from tournaments.models import Tournament


def build_score_rows(form: HandForm, seats: Sequence[Seat]) -> list[ScoreRow]:
    return [_summarize_seat(seat, form) for seat in seats]


def _summarize_seat(seat: Seat, form: HandForm) -> ScoreRow:
    """Return what is known of the seat: opened, finished, unanswered, errors, tiles; no score."""
    seat_report = form.report.seats[seat.code]
    finished = form.posted_end == seat.code
    return ScoreRow(
        seat,
        opened=pgettext("task Okey", "opened") if seat_report.opened and not finished else "",
        finished=finished,
        waiting=seat.code in form.unanswered_seats,
        problems=validation_messages(form.seats[seat.code].errors),
        tiles=tuple(tile.code for tile in known_tiles(seat_report.rack)),
    )


def extra_context(
    form: HandForm, seats: Sequence[SeatPlace], _rule_source: Tournament | RuleSet
) -> dict[str, Any]:
    refusal = too_many_points(MOST_POINTS, None).message.in_language(get_language() or "tr")
    return {
        "seat_forms": [(seat, form.seats[seat.code]) for seat in seats],
        # of a rack opened in whatever way
        "bounds": {"rack": {"": MOST_POINTS}, "rack_words": {"": refusal}},
    }


def render_meld_pictures(form: HandForm) -> dict[str, str]:
    template = "scoring/table/okey_task/_melds.html"
    return {task.code: render_to_string(template, {"melds": task.melds}) for task in form.tasks}


OKEY_TASK_ENTRY: Final = HandEntry(
    game=OKEY_TASK,
    form=HandForm,
    correction_form=CorrectionForm,
    correction_initial=correction_initial,
    template_folder="scoring/table/okey_task",
    asks_first=True,
    template_context=extra_context,
    picture_renderer=render_meld_pictures,
    rows=build_score_rows,
)
