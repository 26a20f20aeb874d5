from __future__ import annotations

from contextlib import nullcontext
from copy import deepcopy
from functools import partial

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from scoring.live.queries.counters import TOURNAMENT_LIST_TOPIC, Kind, Topic, counter_of
from scoring.live.streams import counter_reader
from scoring.setup.domain import cancellation
from tests.concurrent_change import run_meanwhile
from tests.factories import NOW, drawn_tournament
from tests.keeper_phone import PLAIN_FINISH
from tests.module_fixtures import module_fixture
from tests.test_rights import (
    EVERYBODY,
    PARAMETERS,
    RIGHTS,
    SIDES,
    STAFF,
    World,
    ask,
    open_urls,
    statuses_by_url,
)
from tournaments.enums import Role, Visibility
from tournaments.log.actor import CONSOLE
from tournaments.models import LogRow, Tournament

pytestmark = pytest.mark.django_db

NAMING = {"tournament_id", "encounter_id", "entrant_id", "player_id", "table_id", "match_id", "token"}
NOT_OF_A_TOURNAMENT = {"tournaments:invitation", "backups:restore"}
OF_A_TOURNAMENT = [
    name
    for name in RIGHTS
    if NAMING & PARAMETERS[name] and "club_id" not in PARAMETERS[name] and name not in NOT_OF_A_TOURNAMENT
]
FOR_EVERYBODY = [name for name in OF_A_TOURNAMENT if RIGHTS[name].who == EVERYBODY]
BY_A_CODE = {"scoring:open_table", "scoring:open_side_link"}
"""Holders of a table's code may try the table while the tournament is hidden."""


@module_fixture
def world() -> World:
    return World()


@pytest.fixture
def draft_world(world: World) -> World:
    return seen_as(world, Visibility.DRAFT)


@pytest.fixture
def erased_world(world: World) -> World:
    return seen_as(world, Visibility.ERASED)


def seen_as(world: World, visibility: Visibility) -> World:
    Tournament.objects.filter(pk=world.tournament.pk).update(visibility=visibility)
    return world


def test_pages_of_a_tournament_are_found():
    assert len(FOR_EVERYBODY) > 25
    assert len(OF_A_TOURNAMENT) > 80


@pytest.mark.slow
def test_draft_is_hidden_from_strangers_and_visible_to_staff(draft_world):
    """Tested with the lowest role, whose rights every other role includes; tests/pages use the owner."""
    pages = sorted(set(FOR_EVERYBODY) - BY_A_CODE)
    assert (
        open_urls(statuses_by_url(draft_world, pages, Client(), draft_world.phone(), draft_world.side()))
        == {}
    )
    *_more, least = Role
    client = draft_world.member(least)
    kept_out = [
        (name, status)
        for name in pages
        if (status := ask(client, "GET", draft_world.address(name))) not in (200, 302, 303)
    ]
    assert kept_out == []


def test_owner_of_another_club_is_a_stranger(draft_world):
    other_owner = World().member(Role.OWNER)
    assert ask(other_owner, "GET", draft_world.address("scoring:tournament")) == 404
    assert ask(other_owner, "GET", draft_world.address("scoring:encounter")) == 404


def test_table_codes_of_a_draft_work(draft_world):
    for name in BY_A_CODE:
        assert ask(Client(), "GET", draft_world.address(name)) in (302, 303)
    assert ask(draft_world.phone(), "GET", draft_world.address("scoring:table")) == 200
    assert ask(draft_world.side(), "GET", draft_world.address("scoring:side_page")) == 200


@pytest.mark.slow
def test_erased_tournament_is_visible_to_nobody(erased_world):
    clients = (erased_world.member(Role.OWNER), erased_world.phone(), erased_world.side(), Client())
    assert open_urls(statuses_by_url(erased_world, OF_A_TOURNAMENT, *clients)) == {}


@pytest.mark.parametrize("visibility", [Visibility.DRAFT, Visibility.ERASED])
def test_lists_omit_hidden_tournaments(world, visibility):
    other = drawn_tournament(pairs=4, groups=1, club=world.club, name="Herkese Açık")
    seen_as(world, visibility)
    page = Client().get(reverse("scoring:tournaments")).content.decode()
    assert other.name in page
    assert world.tournament.name not in page


def test_persons_page_omits_hidden_tournaments(world):
    other = drawn_tournament(pairs=6, groups=2, club=world.club, name="Herkese Açık")
    address = world.address("scoring:player")
    assert world.tournament.name in Client().get(address).content.decode()
    seen_as(world, Visibility.DRAFT)
    page = Client().get(address).content.decode()
    assert other.name in page
    assert world.tournament.name not in page
    assert world.tournament.name in world.member(Role.ORGANIZER).get(f"{address}?as=staff").content.decode()


@pytest.mark.parametrize("visibility", [Visibility.DRAFT, Visibility.ERASED])
def test_streams_omit_hidden_tournaments(world, visibility):
    key = Topic(Kind.TOURNAMENT, world.tournament.public_id)
    assert key in counter_reader.read_counters([key])
    seen_as(world, visibility)
    assert key not in counter_reader.read_counters([key])


def test_picture_of_a_draft_is_not_cached_by_proxies(draft_world):
    staff, address = draft_world.member(Role.OWNER), draft_world.address("scoring:tournament_card")
    assert staff.get(address).headers["Cache-Control"] == "private, no-cache"
    seen_as(draft_world, Visibility.PUBLIC)
    assert staff.get(address).headers["Cache-Control"] == "public, max-age=60"


def test_draft_is_not_indexed_and_has_no_card(draft_world):
    page = draft_world.member(Role.OWNER).get(draft_world.address("scoring:tournament")).content.decode()
    assert '<meta name="robots" content="noindex">' in page
    assert "og:" not in page


def test_hiding_a_tournament_does_not_lower_the_lists_counter(world):
    """Otherwise a reader's outdated list would count as unchanged."""
    before = counter_of(TOURNAMENT_LIST_TOPIC)
    seen_as(world, Visibility.DRAFT)
    now = counter_of(TOURNAMENT_LIST_TOPIC)
    assert before is not None
    assert now is not None
    assert now >= before


@pytest.mark.release
def test_every_page_and_form_of_a_cancelled_tournament_responds(world):
    cancellation.cancel(tournament=world.tournament, reason="Su bastı", by=CONSOLE, at=NOW)
    clients, owner = {SIDES: world.side(), STAFF: world.phone()}, world.member(Role.OWNER)
    broken = []
    for name, right in RIGHTS.items():
        client = clients.get(right.who) or as_he_came(owner)
        if "GET" in right.methods and (status := ask(client, "GET", world.address(name))) >= 400:
            broken.append((name, "GET", status))
        if "POST" in right.methods and (status := post_and_roll_back(client, world.address(name))) >= 500:
            broken.append((name, "POST", status))
    assert broken == []


def as_he_came(client: Client) -> Client:
    copy = Client()
    copy.cookies = deepcopy(client.cookies)
    return copy


def post_and_roll_back(client: Client, address: str) -> int:
    with transaction.atomic():
        status = ask(client, "POST", address)
        transaction.set_rollback(True)
    return status


ERASED_MEANWHILE = "Bu turnuva bu arada silindi."
SENT_TO_A_TABLE: dict[str, dict[str, str]] = {
    "scoring:receive_hand": {**PLAIN_FINISH, "match": "1", "deal": "2", "entry_key": "0" * 32},
    "scoring:become_keeper": {"name": "Kerem"},
    "scoring:call_referee": {"question": "Kerem nerede?"},
}
SENT: dict[str, dict[str, str]] = SENT_TO_A_TABLE | {
    "scoring:round_bell": {"ring": "1", "key": "one"},
    "scoring:walkover": {"winner": "A", "save": "1"},
    "scoring:lineup_changes": {"player_1": "Kerem Ak", "player_2": "Selim Er", "name": "", "save": "1"},
    "scoring:record_departure": {"results": "kept", "save": "1"},
    "scoring:swap_partners_in_play": {"side": "A"},
    "scoring:post_notice": {"text": "Kerem gelsin", "until": ""},
    "scoring:cancel_tournament": {"reason": "Kerem yok"},
    "scoring:add_table": {},
    "scoring:close_table": {},
    "scoring:start_clock": {"title": "1", "minutes": "50", "warnings": "5", "extra": "counts"},
    "tournaments:renew_table_code": {},
    "tournaments:print_table_codes": {},
    "tournaments:extend_table_codes": {},
}


@pytest.mark.slow
@pytest.mark.parametrize("erased", [False, True])
def test_forms_sent_during_erasure_store_nothing(world, erased):
    """The permission check passes before the erasure; the form then waits for its lock."""
    phone, owner = world.phone(), world.member(Role.OWNER)
    phone.post(world.address("scoring:become_keeper"), {"name": "Nermin"})
    encounter = {"encounter": str(world.values["encounter_id"])}
    erase = partial(seen_as, world, Visibility.ERASED)
    stored = []
    for name, typed in SENT.items():
        client = phone if name in SENT_TO_A_TABLE else owner
        rows = LogRow.objects.count()
        with transaction.atomic():
            with run_meanwhile(erase) if erased else nullcontext():
                response = client.post(world.address(name), typed | encounter)
            stored += [name] * (LogRow.objects.count() > rows)
            transaction.set_rollback(True)
        assert response.status_code in ((404, 409, 422) if erased else (200, 303)), name
        assert ERASED_MEANWHILE in response.content.decode() or not erased, name
    assert stored == ([] if erased else list(SENT))
