from __future__ import annotations

from functools import partial

import pytest

from scoring.table.queries import consequences_of
from tests.factories import NOW, correct, drawn_tournament, encounters_of, play_encounter, play_hand, report
from tests.scoring.officials.domain.amend_rules import stored_state
from tournaments.enums import StageKind
from tournaments.log.actor import CONSOLE
from tournaments.schedule.change import Change

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


@pytest.mark.slow
def test_dry_run_stores_nothing():
    tournament = drawn_tournament()
    for encounter in encounters_of(tournament):
        play_encounter(encounter)
    semi, other, final = (
        encounter for encounter in encounters_of(tournament) if encounter.stage.kind == StageKind.KNOCKOUT
    )
    play_encounter(semi)
    play_encounter(other)
    play_hand(final)
    before = stored_state(tournament)
    turning = report(finisher="B1", points=(150, 150))
    consequences = consequences_of(
        encounter=semi, write=partial(correct, semi, turning), change=Change(CONSOLE, NOW)
    )
    assert consequences.later_play
    assert stored_state(tournament) == before
