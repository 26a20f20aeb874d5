"""What every game whose hands a phone can enter brings along."""

from __future__ import annotations

import pytest
from django.template.loader import get_template

from rules.seat_events import DeedKind
from scoring.enums import Reason
from scoring.table.forms.reason_choice import OTHER
from scoring.table.views.games import ENTERED
from scoring.table.views.seat_labels import ChargedSide, Seat
from tournaments.models import Player

EVERY_GAME = pytest.mark.parametrize("entering", ENTERED, ids=[one.game.id for one in ENTERED])


@EVERY_GAME
def test_every_template_of_a_game_is_there(entering):
    always = (entering.nobody, entering.questions, entering.told)
    for name in (*always, *filter(None, (entering.asked_first, entering.asked_last))):
        assert get_template(name) is not None


@EVERY_GAME
def test_who_is_charged_is_as_the_game_says(entering):
    seats = [Seat(code, Player(name=code), code, code) for code in ("A1", "B1", "A2", "B2")]
    charged = entering.charged(seats)
    assert tuple(one.code for one in charged) == entering.game.charged(seat.code for seat in seats)
    assert {type(one) for one in charged} == {ChargedSide if entering.game.charges_sides else Seat}


@EVERY_GAME
def test_a_reason_is_offered_only_where_a_hand_can_have_it(entering):
    usual = entering.correction.usual
    assert usual[0] is Reason.MISTYPED
    assert (Reason.INFRACTION_MISSING in usual) == bool(entering.game.infraction_names)
    assert (Reason.INDICATOR_FORGOTTEN in usual) == (DeedKind.SHOWN in entering.game.counts)
    assert OTHER not in [one.value for one in usual]
