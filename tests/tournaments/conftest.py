from __future__ import annotations

import pytest
from django.test import Client

from tests.factories import MembershipFactory, enter_named, open_tournament
from tournaments.enums import Role
from tournaments.models import Club, Membership, Tournament


@pytest.fixture
def owner() -> Membership:
    return MembershipFactory.create(role=Role.OWNER)


@pytest.fixture
def club(owner: Membership) -> Club:
    return owner.club


@pytest.fixture
def two_pairs(club: Club) -> Tournament:
    tournament = open_tournament(club=club)
    enter_named(tournament, [("Kaya – Demir", ("Ali Kaya", "Ece Demir")), ("Öz – Ak", ("Can Öz", "Su Ak"))])
    return tournament


@pytest.fixture
def organizer_client(owner: Membership) -> Client:
    client = Client()
    client.force_login(owner.user)
    return client
