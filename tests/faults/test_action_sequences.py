from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from scoring.integrity.integrity_checks import verify
from tests.faults.test_deadlocks import ACTS, pick_target
from tests.faults.test_name_races import named_tournament
from tournaments.refusals import Refused

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

ROUNDS = 6
SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.release) for seed in range(1, 60))]


@pytest.mark.parametrize("seed", SEEDS)
def test_every_sequence_of_actions_keeps_results_and_hands_in_agreement(seed):
    dice = Random(seed)
    first = named_tournament()
    tournaments = [first, named_tournament(first.club)]
    for _round in range(ROUNDS):
        for action in dice.sample(ACTS, len(ACTS)):
            with suppress(Refused):
                action(pick_target(dice, tournaments))
        assert [verify(tournament).discrepancies for tournament in tournaments] == [[], []]
