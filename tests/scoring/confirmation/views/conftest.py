from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import NOW, drawn_tournament
from tests.module_fixtures import module_fixture
from tests.scoring.confirmation.confirm_matches import set_agreement, sides_phone
from tests.scoring.table.table_phones import encounter_at, table_of
from tournaments.enums import Agreement
from tournaments.models import Encounter, Table, Tournament


@module_fixture
def tournament() -> Tournament:
    tournament = drawn_tournament(groups_best_of=3)
    set_agreement(tournament, Agreement.MATCH, minutes=240)
    return tournament


@pytest.fixture
def table(tournament: Tournament) -> Table:
    return table_of(tournament)


@pytest.fixture
def encounter(table: Table) -> Encounter:
    return encounter_at(table)


@pytest.fixture(autouse=True)
def _freeze_time(monkeypatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: NOW + timedelta(minutes=1))


@pytest.fixture
def client(table: Table) -> Client:
    return sides_phone(table, "en")
