from __future__ import annotations

import pytest

from scoring.table.queries import consequences_of
from tests.factories import correct, drawn_tournament, encounters_of, play_encounter, play_hand, report
from tests.scoring.officials.domain.amending import stored
from tournaments.enums import StageKind

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def test_dry_run_stores_nothing():
    tournament = drawn_tournament()
    for encounter in encounters_of(tournament):
        play_encounter(encounter)
    semi, other, final = (one for one in encounters_of(tournament) if one.stage.kind == StageKind.KNOCKOUT)
    play_encounter(semi)
    play_encounter(other)
    play_hand(final)
    before = stored(tournament)
    turning = report(finisher="B1", points=(150, 150))
    consequences = consequences_of(
        encounter=semi, write=lambda let_stand: correct(semi, turning, let_stand=let_stand)
    )
    assert consequences.later_play
    assert stored(tournament) == before
