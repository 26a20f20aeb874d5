from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from django.utils.translation import get_language, gettext

from rules.games.okey101.game import OKEY_101
from rules.games.okey101.problems import MOST_POINTS, MOST_TILES
from rules.games.okey101.rulesets import RuleSet
from rules.games.okey101.score import score_hand
from rules.hands import HandReport, LastTile, Opening, Outcome, Rack, SeatReport, known_tiles
from rules.localized_text import TIMES, format_signed
from rules.seats import SEATS_PAIRS
from rules.tiles import COPIES, known_indicator
from scoring.table.forms.okey101_choices import FINISHES, OPENING_NAMES
from scoring.table.forms.okey101_correction import CorrectionForm, correction_initial
from scoring.table.forms.okey101_hand import HandForm
from scoring.table.forms.validation import validation_messages
from scoring.table.views.games.game_entry import HandEntry, rack_bounds
from scoring.table.views.score_rows import ScoreRow
from scoring.table.views.seat_labels import Seat, SeatPlace


def build_score_rows(form: HandForm, seats: Sequence[Seat]) -> list[ScoreRow]:
    return [_summarize_seat(seat, form) for seat in seats]


def _summarize_seat(seat: Seat, form: HandForm) -> ScoreRow:
    """Return what is known of the seat: opened, finished, unanswered, errors, tiles; no score."""
    seat_form = form.seats[seat.code]
    opening = seat_form.posted_opening()
    return ScoreRow(
        seat,
        step=seat.code,
        opened=str(OPENING_NAMES[opening]) if opening not in (None, Opening.NONE) else "",
        finished=form.posted_end == seat.code,
        waiting=seat.code in form.unanswered_seats,
        problems=validation_messages(seat_form.errors),
        tiles=tuple(tile.code for tile in known_tiles(form.report.seats[seat.code].rack)),
        indicator=known_indicator(form.report.indicator),
    )


def extra_context(form: HandForm, seats: Sequence[SeatPlace]) -> dict[str, Any]:
    return {
        "seat_forms": [(seat, form.seats[seat.code]) for seat in seats],
        "hints": hint_texts(form.rules),
        "bounds": bounds_of_one_rack(form.rules),
    }


def bounds_of_one_rack(rules: RuleSet) -> dict[str, dict[str, Any]]:
    """Return `rack_bounds` and the most `tiles` by opening."""
    largest = {opening.value: most for opening, most in MOST_POINTS[rules.false_okey_value].items()}
    return rack_bounds(largest) | {"tiles": {opening.value: most for opening, most in MOST_TILES.items()}}


def build_step_attributes(form: HandForm) -> dict[str, str]:
    required_answers = {
        "spares-partner": form.spares_partner,
        "asks-unopened": form.asks_unopened,
        "asks-indicator": form.asks_indicator,
    }
    return {"seats": " ".join(form.playing)} | {
        name: "" for name, required in required_answers.items() if required
    }


def hint_texts(rules: RuleSet) -> dict[str, dict[str, str]]:
    """Return `finish_hints` as short texts, such as “what is left × 2”."""
    language, points_left_label = get_language() or "tr", gettext("what is left")
    return {
        key: {
            "none": format_signed(hint["none"], language),
            "finisher": format_signed(hint["finisher"], language),
            "okeys": str(hint["okeys"]),
        }
        | {
            opening: points_left_label
            if hint[opening] == 1
            else f"{points_left_label} {TIMES} {hint[opening]}"
            for opening in ("series", "pairs")
        }
        for key, hint in finish_hints(rules).items()
    }


@lru_cache(maxsize=64)
def finish_hints(rules: RuleSet) -> dict[str, dict[str, int]]:
    """Return what an opponent would pay, by `finish.opening` of the finisher or `deck_exhausted`.

    `none`: an unopened player; `series` and `pairs`: per point on the rack; `finisher`: the finisher's
    credit; `okeys`: real okeys still possible on racks.
    """
    hints = {"deck_exhausted": _hint(rules, HandReport(Outcome.DECK_EXHAUSTED, {}))}
    for name, finish in FINISHES.items():
        for opening in (Opening.SERIES, Opening.PAIRS):
            finished = HandReport(Outcome.FINISHED, {"A1": SeatReport(opening)}, finisher="A1", finish=finish)
            hints[f"{name}.{opening.value}"] = _hint(rules, finished)
    return hints


def _hint(rules: RuleSet, report: HandReport) -> dict[str, int]:
    seats = {seat: SeatReport(Opening.SERIES) for seat in SEATS_PAIRS} | dict(report.seats)
    costs: dict[str, int] = {}
    for opening in Opening:
        rack = None if opening is Opening.NONE else Rack(points=1)
        score = score_hand(replace(report, seats=seats | {"B1": SeatReport(opening, rack)}), rules)
        costs |= {opening.value: score.by_seat()["B1"], "finisher": score.by_seat()["A1"]}
    thrown = report.finish.last_tile if report.finished else LastTile.PLAIN
    return costs | {"okeys": COPIES - thrown.okeys}


OKEY_101_ENTRY: Final = HandEntry(
    game=OKEY_101,
    form=HandForm,
    correction_form=CorrectionForm,
    correction_initial=correction_initial,
    template_folder="scoring/table/okey101",
    template_context=extra_context,
    step_attributes=build_step_attributes,
    rows=build_score_rows,
)
