from __future__ import annotations

import pytest

from tests.factories import enter_named, open_tournament
from tournaments.models import Club, Tournament


@pytest.fixture
def two_pairs(club: Club) -> Tournament:
    tournament = open_tournament(club=club)
    enter_named(tournament, [("Kaya – Demir", ("Ali Kaya", "Ece Demir")), ("Öz – Ak", ("Can Öz", "Su Ak"))])
    return tournament
