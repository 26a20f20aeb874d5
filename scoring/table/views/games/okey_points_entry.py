from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.games.okey_points.game import OKEY_POINTS
from rules.seats import side_of
from scoring.table.forms.okey_points_correction import CorrectionForm, initial_of
from scoring.table.forms.okey_points_hand import HandForm
from scoring.table.views.games.game_entry import HandEntry
from scoring.table.views.score_rows import ScoreRow
from scoring.table.views.seat_labels import Seat, charged_sides


def rows(form: HandForm, seats: Sequence[Seat]) -> list[ScoreRow]:
    finisher = side_of(form.end_given) if form.end_given in form.playing else ""
    return [ScoreRow(side, finished=side.code == finisher) for side in charged_sides(seats)]


ENTERING_OKEY: Final = HandEntry(
    game=OKEY_POINTS,
    form=HandForm,
    correction=CorrectionForm,
    initial_of=initial_of,
    templates="scoring/table/okey_points",
    asks_last=False,
    rows=rows,
)
