"""An organizer at his desk."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache
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
def desk(owner: Membership) -> Client:
    """The browser of somebody who owns the club."""
    client = Client()
    client.force_login(owner.user)
    return client


@pytest.fixture(autouse=True)
def _nobody_has_tried_yet() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()
