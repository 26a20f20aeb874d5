"""The number of queries of a page does not grow with the data, in any game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, TypeVar
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoDbBlocker

from tests import test_rights
from tests.factories import encounters_of, open_tournament
from tests.played_games import COUNTDOWN, OF_101, STANDARD_TOO, TASK_TOO, PlayedGame
from tests.test_rights import COMPUTER, EVERYBODY, HOUSE, RIGHTS, SIDES, STAFF, World
from tournaments.enums import Role
from tournaments.models import Application, Membership, Stage, Tournament, User

pytestmark = pytest.mark.django_db

Row = TypeVar("Row", bound=Model)
MANY = 60
TABLES, AT_TABLES = 20, 20
NO_PAGES = ("_pdf", "_card")
"""PDFs and pictures are slow; their own tests count queries."""
SHOWN = [
    name
    for name, right in RIGHTS.items()
    if "GET" in right.methods
    and not name.endswith(NO_PAGES)
    and (right.who != HOUSE or connection.vendor == "sqlite")  # a server shows them to nobody
    and right.who != COMPUTER  # shown with the key of a start; its own test counts queries
]
KEEPS = ("tournaments:two_factor", "scoring:archive_file")
"""They store something when first opened, in the session or as a finished file, regardless of size."""


class SmallWorld(World):
    SIZE: Mapping[str, int] = {}

    def __init__(self, game: PlayedGame) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(
                test_rights, "drawn_tournament", lambda **asked: game.draw_tournament(**asked | self.SIZE)
            )
            patch.setattr(test_rights, "play_hand", game.play)
            super().__init__()


class LargeWorld(SmallWorld):
    SIZE = {"pairs": MANY, "groups": MANY // 4, "tables": TABLES}

    def __init__(self, game: PlayedGame) -> None:
        super().__init__(game)
        for encounter in encounters_of(self.tournament)[:AT_TABLES]:
            game.play(encounter)
        self._open_tournaments()
        Application.objects.bulk_create(
            copy_row(self.signed_up, public_id=uuid4(), code_digest=uuid4().hex, form_digest=uuid4().hex)
            for _number in range(MANY)
        )
        people = [User(email=f"uye{number}@example.org", name=f"Üye {number}") for number in range(MANY)]
        Membership.objects.bulk_create(
            Membership(user=user, club=self.club, role=Role.SCOREKEEPER)
            for user in User.objects.bulk_create(people)
        )

    def _open_tournaments(self) -> None:
        opened_tournament = open_tournament(club=self.club)
        stages = list(opened_tournament.stages.all())
        opened = Tournament.objects.bulk_create(
            copy_row(opened_tournament, public_id=uuid4()) for _number in range(MANY)
        )
        Stage.objects.bulk_create(
            copy_row(stage, tournament_id=opened_tournament.pk)
            for opened_tournament in opened
            for stage in stages
        )


def copy_row(row: Row, **changes: Any) -> Row:
    values = {
        column.attname: getattr(row, column.attname)
        for column in row._meta.concrete_fields
        if not column.primary_key
    }
    return type(row)(**values | changes)


def count_queries_by_url(world: World, *, warm: bool) -> dict[str, int]:
    counts = {}
    owner, addresses = world.member(Role.OWNER), {name: world.address(name) for name in SHOWN}
    for name, address in addresses.items():
        role = RIGHTS[name].who
        client = {SIDES: world.side, STAFF: world.phone, EVERYBODY: Client}.get(role, lambda: owner)()
        if warm or name in KEEPS:
            assert opens(client, address, {*addresses.values()} - {address}), name
        with CaptureQueriesContext(connection) as captured:
            client.get(address)
        counts[name] = len(captured)
    return counts


def opens(client: Client, address: str, others: set[str]) -> bool:
    response = client.get(address)
    if response.status_code in (HTTPStatus.FOUND, HTTPStatus.SEE_OTHER):
        target = response.headers["Location"]
        return urlsplit(target).path in others or opens(client, target, others)
    return response.status_code == HTTPStatus.OK


@pytest.fixture(scope="session")
def count_queries_in(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Callable[[type[SmallWorld], PlayedGame], dict[str, int]]:
    counts: dict[tuple[type[SmallWorld], PlayedGame], dict[str, int]] = {}

    def count(world: type[SmallWorld], game: PlayedGame) -> dict[str, int]:
        if (world, game) not in counts:
            with django_db_blocker.unblock(), transaction.atomic():
                counts[world, game] = count_queries_by_url(world(game), warm=world is SmallWorld)
                transaction.set_rollback(True)
        return counts[world, game]

    return count


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", [OF_101, pytest.param(COUNTDOWN, marks=pytest.mark.release), STANDARD_TOO, TASK_TOO], ids=str
)
def test_no_page_runs_more_queries_for_sixty_than_for_one(game, count_queries_in):
    few, many = count_queries_in(SmallWorld, game), count_queries_in(LargeWorld, game)
    assert {name: (few[name], many[name]) for name in SHOWN if many[name] > few[name]} == {}


@pytest.mark.slow
@pytest.mark.parametrize("game", [COUNTDOWN, STANDARD_TOO, TASK_TOO], ids=str)
def test_pages_run_as_many_queries_as_in_101(game, count_queries_in):
    of_101, asks = count_queries_in(SmallWorld, OF_101), count_queries_in(SmallWorld, game)
    differences = {name: asks[name] - of_101[name] for name in SHOWN if asks[name] != of_101[name]}
    # Points left before a hand are read in matches that end by points.
    assert differences == ({} if game.hands else {"scoring:hand_history": 1})
