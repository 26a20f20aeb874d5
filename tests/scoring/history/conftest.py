from __future__ import annotations

import pytest
from django.test import Client

from tests.factories import MembershipFactory
from tournaments.enums import Role
from tournaments.models import Club, Membership


@pytest.fixture
def owner() -> Membership:
    return MembershipFactory.create(role=Role.OWNER)


@pytest.fixture
def club(owner: Membership) -> Club:
    return owner.club


@pytest.fixture
def organizer_client(owner: Membership) -> Client:
    client = Client()
    client.force_login(owner.user)
    return client
