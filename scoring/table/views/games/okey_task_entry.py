from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.template.loader import render_to_string
from django.utils.translation import pgettext

from rules.games.okey_task.game import OKEY_TASK
from rules.games.okey_task.problems import MOST_POINTS
from rules.hands import known_tiles
from scoring.table.forms.okey_task_correction import CorrectionForm, correction_initial
from scoring.table.forms.okey_task_hand import HandForm
from scoring.table.forms.validation import validation_messages
from scoring.table.views.games.game_entry import HandEntry, rack_bounds
from scoring.table.views.score_rows import ScoreRow
from scoring.table.views.seat_labels import Seat, SeatPlace


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


def extra_context(form: HandForm, seats: Sequence[SeatPlace]) -> dict[str, Any]:
    return {
        "seat_forms": [(seat, form.seats[seat.code]) for seat in seats],
        # of a rack opened in whatever way
        "bounds": rack_bounds({"": MOST_POINTS}),
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
