from __future__ import annotations

import pytest
from django.template.loader import get_template

from rules.seat_events import SeatEventKind
from scoring.enums import CorrectionReason
from scoring.table.forms.reason_choice import OTHER
from scoring.table.views.games import HAND_ENTRIES
from scoring.table.views.seat_labels import ChargedSide, Seat
from tournaments.models import Player

EVERY_GAME = pytest.mark.parametrize(
    "entering", HAND_ENTRIES, ids=[entering.game.id for entering in HAND_ENTRIES]
)


@EVERY_GAME
def test_every_template_of_a_game_exists(entering):
    always = (entering.nobody_template, entering.questions_template, entering.referee_template)
    for name in (*always, *filter(None, (entering.asked_first_template, entering.asked_last_template))):
        assert get_template(name) is not None


@EVERY_GAME
def test_charged_seats_or_sides_match_the_game(entering):
    seats = [Seat(code, Player(name=code), code, code) for code in ("A1", "B1", "A2", "B2")]
    charged = entering.charged(seats)
    assert tuple(charged_one.code for charged_one in charged) == entering.game.payers_of(
        seat.code for seat in seats
    )
    assert {type(charged_one) for charged_one in charged} == {
        ChargedSide if entering.game.charges_sides else Seat
    }


@EVERY_GAME
def test_offered_reasons_fit_the_game(entering):
    usual = entering.correction_form.usual
    assert usual[0] is CorrectionReason.MISTYPED
    assert (CorrectionReason.INFRACTION_MISSING in usual) == bool(entering.game.infraction_names)
    assert (CorrectionReason.INDICATOR_FORGOTTEN in usual) == (
        SeatEventKind.SHOWN in entering.game.counted_event_kinds
    )
    assert OTHER not in [reason.value for reason in usual]
