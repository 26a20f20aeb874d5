"""An organizer at his desk."""

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
    """A tournament with Kaya – Demir and Öz – Ak on its list."""
    made = open_tournament(club=club)
    enter_named(made, [("Kaya – Demir", ("Ali Kaya", "Ece Demir")), ("Öz – Ak", ("Can Öz", "Su Ak"))])
    return made


@pytest.fixture
def desk(owner: Membership) -> Client:
    """The browser of somebody who owns the club."""
    client = Client()
    client.force_login(owner.user)
    return client
