"""An organizer at his desk."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.factories import NOW, MembershipFactory, open_tournament
from tournaments.domain.actor import CONSOLE
from tournaments.domain.entrants import entries
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
    entries.add_entrants(
        tournament=made,
        pairs=[("Kaya – Demir", ("Ali Kaya", "Ece Demir")), ("Öz – Ak", ("Can Öz", "Su Ak"))],
        by=CONSOLE,
        at=NOW,
    )
    return made


@pytest.fixture
def desk(owner: Membership) -> Client:
    """The browser of somebody who owns the club."""
    client = Client()
    client.force_login(owner.user)
    return client
