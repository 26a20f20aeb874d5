"""No page asks the database more often because there is more to show, be it one item or sixty.

Every address is opened in a small club, twice, so that what never changes is at hand, and in a large one.
"""

from __future__ import annotations

from typing import Any, TypeVar
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoDbBlocker

from tests import test_rights
from tests.factories import drawn_tournament, encounters_of, open_tournament, play_hand
from tests.test_rights import EVERYBODY, RIGHTS, SIDES, STAFF, World
from tournaments.enums import Role
from tournaments.models import Club, Membership, Stage, Tournament, User

pytestmark = [pytest.mark.django_db, pytest.mark.decides]

Row = TypeVar("Row", bound=Model)
MANY = 60
TABLES, AT_TABLES = 20, 20
NO_PAGES = ("_pdf", "_card")
"""What is drawn on paper or as a picture takes its time; tests of its own count its queries."""
SHOWN = [name for name, right in RIGHTS.items() if "GET" in right.methods and not name.endswith(NO_PAGES)]


def large_tournament(*, club: Club, **_: Any) -> Tournament:
    """Sixty pairs in groups of four."""
    return drawn_tournament(club=club, pairs=MANY, groups=MANY // 4, tables=TABLES)


class LargeWorld(World):
    """The same club, but with dozens of everything."""

    def __init__(self) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(test_rights, "drawn_tournament", large_tournament)
            super().__init__()
        for encounter in encounters_of(self.tournament)[2:AT_TABLES]:
            play_hand(encounter)
        self._open_tournaments()
        people = [User(email=f"uye{number}@example.org", name=f"Üye {number}") for number in range(MANY)]
        Membership.objects.bulk_create(
            Membership(user=user, club=self.club, role=Role.SCOREKEEPER)
            for user in User.objects.bulk_create(people)
        )

    def _open_tournaments(self) -> None:
        one = open_tournament(club=self.club)
        stages = list(one.stages.all())
        opened = Tournament.objects.bulk_create(another(one, public_id=uuid4()) for _number in range(MANY))
        Stage.objects.bulk_create(another(stage, tournament_id=one.pk) for one in opened for stage in stages)


def another(row: Row, **changes: Any) -> Row:
    """A row like this one, not stored yet."""
    kept = {
        one.attname: getattr(row, one.attname) for one in row._meta.concrete_fields if not one.primary_key
    }
    return type(row)(**kept | changes)


def asked(world: World, *, warm: bool) -> dict[str, int]:
    """How many queries each address takes; opened once before where caches have to be `warm`ed."""
    counts = {}
    owner = world.member(Role.OWNER)
    for name in SHOWN:
        who = RIGHTS[name].who
        client = {SIDES: world.side, STAFF: world.phone, EVERYBODY: Client}.get(who, lambda: owner)()
        address = world.address(name)
        if warm:
            client.get(address)
        with CaptureQueriesContext(connection) as captured:
            client.get(address)
        counts[name] = len(captured)
    return counts


@pytest.fixture(scope="session")
def few_and_many(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> tuple[dict[str, int], dict[str, int]]:
    with django_db_blocker.unblock(), transaction.atomic():
        few = asked(World(), warm=True)
        many = asked(LargeWorld(), warm=False)
        transaction.set_rollback(True)
    return few, many


@pytest.mark.parametrize("name", SHOWN)
def test_a_page_asks_no_more_of_sixty_than_of_one(name, few_and_many):
    few, many = few_and_many
    assert many[name] <= few[name]
