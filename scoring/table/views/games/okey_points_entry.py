from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.games.okey_points.game import OKEY_POINTS
from rules.seats import side_of
from scoring.table.forms.okey_points_correction import CorrectionForm, correction_initial
from scoring.table.forms.okey_points_hand import HandForm
from scoring.table.views.games.game_entry import HandEntry
from scoring.table.views.score_rows import ScoreRow
from scoring.table.views.seat_labels import Seat, charged_sides


def build_score_rows(form: HandForm, seats: Sequence[Seat]) -> list[ScoreRow]:
    finisher = side_of(form.posted_end) if form.posted_end in form.playing else ""
    return [ScoreRow(side, finished=side.code == finisher) for side in charged_sides(seats)]


OKEY_POINTS_ENTRY: Final = HandEntry(
    game=OKEY_POINTS,
    form=HandForm,
    correction_form=CorrectionForm,
    correction_initial=correction_initial,
    template_folder="scoring/table/okey_points",
    asks_last=False,
    rows=build_score_rows,
)
