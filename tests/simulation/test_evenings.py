from __future__ import annotations

import pytest

from tests.simulation.checks import check
from tests.simulation.hands import RULE_SETS
from tests.simulation.random_evening import FORMATS, SimulatedEvening

pytestmark = [pytest.mark.django_db, pytest.mark.release]


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_evening_ends_in_a_champion(rules, name, seed):
    check(SimulatedEvening(name, seed, rules))
