from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from copy import deepcopy
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoDbBlocker

from scoring.models import Call, Entry, Match
from scoring.people import domain
from scoring.standings import standings_cache
from tests.conftest import temporary_rows
from tests.factories import NOW, MembershipFactory, UserFactory, correct, report
from tests.languages import path_in_language
from tests.simulation.random_evening import SimulatedEvening
from tests.test_rights import EVERYBODY, MANAGERS, RIGHTS, SIDES, World, a_logo
from tournaments.clubs.domain import set_logo
from tournaments.enums import NameDisplay, Role, StageKind
from tournaments.languages import LANGUAGES
from tournaments.log.actor import CONSOLE, Actor
from tournaments.models import CheckIn, Draw, Encounter, Entrant, Keeper, Player, TieDecision, Tournament
from tournaments.naming.names import BETWEEN_PLAYERS
from tournaments.people.domain import public_names

pytestmark = pytest.mark.django_db

SURNAME, STAFF_NAME = "Zorlutuna", "Gizlioğlu"
E_MAIL = re.compile(r"[\w.+-]+@[\w-]+\.\w+")
OURS = ("scoring:service_worker",)
"""A script without names."""
NUMBER = re.compile(r"""(?<![\w&"'#])#1(?![\w;])""")
"""The first anonymous player, but no address within the page and no entity."""
REFUSED = {"scoring:player": (200, 404)}
"""A page across tournaments exists only for players who show their full names."""


def public_addresses(world: World) -> Iterator[tuple[str, Client, str]]:
    for name, right in RIGHTS.items():
        if "GET" not in right.methods or name in OURS or right.who not in (EVERYBODY, SIDES):
            continue
        yield name, world.side() if right.who == SIDES else Client(), world.address(name)


def sources(world: World, *only: str, languages: Sequence[str] = LANGUAGES) -> Iterator[tuple[str, str]]:
    for language in languages:
        for name, client, address in public_addresses(world):
            if only and name not in only:
                continue
            response = client.get(path_in_language(address, language), follow=True)
            assert response.status_code in REFUSED.get(name, (200,)), (name, response.status_code)
            yield f"{name} ({language})", source_of(response)


def source_of(answer: Any) -> str:
    """Return headers and body; for a PDF its drawing commands, for a picture its bytes."""
    headers = "\n".join(f"{name}: {value}" for name, value in answer.headers.items())
    body = answer.getvalue()
    if answer.headers.get("Content-Type") == "application/pdf":
        body = body[:1000] + b"\n".join(drawn_in(body))
    return headers + "\n" + body.decode(errors="replace")


def drawn_in(pdf: bytes) -> Iterator[bytes]:
    for stream in re.findall(rb"stream\r?\n(.*?)endstream", pdf, re.DOTALL):
        with suppress(ValueError, zlib.error):
            yield zlib.decompress(base64.a85decode(b"<~" + stream.strip(), adobe=True))


def rename(tournament: Tournament) -> None:
    for number, player in enumerate(Player.objects.order_by("pk"), start=1):
        Player.objects.filter(pk=player.pk).update(name=f"Nimet {SURNAME}{number}")
    for entrant in tournament.entrants.prefetch_related("roster__player"):
        rows = sorted(entrant.roster.all(), key=lambda row: row.place)
        surnames = [row.player.name.split()[-1] for row in rows]
        name = rows[0].player.name if len(rows) == 1 else BETWEEN_PLAYERS.join(surnames)
        Entrant.objects.filter(pk=entrant.pk).update(name=name)


def record_management_acts(world: World) -> None:
    user = MembershipFactory.create(
        club=world.club,
        role=Role.OWNER,
        user=UserFactory.create(name=f"Müdür {STAFF_NAME}", email="mudur.gizli@example.org"),
    ).user
    encounter = Encounter.objects.get(public_id=world.values["encounter_id"])
    correct(encounter, report(finisher="B1"), by=Actor(user=user), keep_later_play=True)
    assert Entry.objects.filter(user=user).exists()
    Draw.objects.update(user=user)
    keeper = Keeper.objects.create(
        table=world.table, name=f"Yazman {STAFF_NAME}", device_id="x", since=NOW, ended_at=NOW
    )
    Call.objects.update(keeper=keeper, taken_by=user, asked_by_user=user)
    group = encounter.group
    if group is not None:
        fields = {"user": user, "witness": f"Tanık {STAFF_NAME}", "decided_at": NOW}
        TieDecision.objects.create(group=group, order=[], **fields)


def hide_everybody(tournament: Tournament) -> None:
    players = list(Player.objects.filter(club=tournament.club).order_by("pk"))
    choices = dict.fromkeys(players, NameDisplay.INITIAL) | {players[0]: NameDisplay.HIDDEN}
    public_names.choose_public_names(tournament=tournament, choices=choices, by=CONSOLE, at=NOW)


class BegunWorld(World):
    languages = ("en",)


class PlayedWorld(World):
    languages = ("tr",)

    def __init__(self) -> None:
        super().__init__()
        self.tournament = SimulatedEvening("groups_knockout", 2).play()
        self.club = self.tournament.club
        last = Encounter.objects.filter(
            stage__tournament=self.tournament, matches__hands__isnull=False, stage__kind=StageKind.GROUPS
        )
        encounter = last.order_by("-pk")[0]
        table = encounter.table
        assert table is not None
        self.table, self.link = table, table.links.get()
        entrant = self.tournament.entrants.order_by("number")[0]
        call = Call.objects.create(table=table, encounter=encounter, asked_at=NOW)
        set_logo(club=self.club, content=a_logo(), by=CONSOLE, at=NOW)
        self.values |= {
            "club_id": self.club.public_id,
            "logo": self.club.logo,
            "tournament_id": self.tournament.public_id,
            "table_id": table.public_id,
            "encounter_id": encounter.public_id,
            "entrant_id": entrant.public_id,
            "player_id": entrant.players.order_by("pk")[0].public_id,
            "call_id": call.public_id,
            "screen_code": CheckIn.objects.create(tournament=self.tournament, opens_at=NOW).screen_code,
            "match_id": Match.objects.filter(encounter=encounter).order_by("pk")[0].public_id,
        }


@pytest.fixture(scope="module")
def shared_world(
    request: pytest.FixtureRequest, module_rows: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[World]:
    """One world at a time: pages of all tournaments must not show those of the other."""
    with temporary_rows(django_db_blocker):
        with django_db_blocker.unblock():
            created: World = request.param()
            rename(created.tournament)
            for stage in created.tournament.stages.filter(kind=StageKind.GROUPS):
                standings_cache.rebuild(stage=stage, at=NOW)
        yield created


in_both = pytest.mark.parametrize("shared_world", [BegunWorld, PlayedWorld], indirect=True, scope="module")
rather_in_the_first = pytest.mark.parametrize(
    "shared_world",
    [BegunWorld, pytest.param(PlayedWorld, marks=pytest.mark.release)],
    indirect=True,
    scope="module",
)


@pytest.fixture
def world(shared_world: World) -> World:
    return deepcopy(shared_world)


@pytest.mark.slow
@rather_in_the_first
def test_crawl_finds_visible_names(world):
    pages = [f"scoring:{page}" for page in ("groups", "entrants", "encounter", "sheet", "sheet_pdf", "tv")]
    pages_with_names = {name for name, source in sources(world, *pages) if SURNAME in source}
    assert pages_with_names == {f"{page} ({language})" for page in pages for language in ("tr", "en")}


@pytest.mark.slow
@in_both
def test_no_public_page_shows_hidden_names(world):
    hide_everybody(world.tournament)
    record_management_acts(world)
    shown_names = 0
    for name, source in sources(world, languages=world.languages):
        for hidden in (SURNAME, SURNAME.lower(), SURNAME.upper(), STAFF_NAME, "gizli"):
            assert hidden not in source, (name, hidden, source[max(0, source.find(hidden) - 300) :][:500])
        if "Content-Type: text/" in source:
            assert E_MAIL.findall(source) == [], name
        shown_names += source.count("Nimet Z.") + source.count("N. Z.")
    assert shown_names > 50


@pytest.mark.slow
@rather_in_the_first
def test_name_of_an_anonymized_player_is_nowhere(world):
    player = world.tournament.entrants.order_by("number")[0].players.order_by("pk")[0]
    name = player.name
    surname = re.compile(re.escape(name.split()[-1]) + r"(?!\d)")
    domain.make_anonymous(player=player, by=CONSOLE, at=NOW)
    neutral = 0
    for page, source in [*sources(world, languages=world.languages), *managers_pages(world)]:
        assert not surname.search(source), (page, name)
        neutral += len(NUMBER.findall(source))
    assert neutral > 10


def managers_pages(world: World) -> Iterator[tuple[str, str]]:
    client = world.member(Role.OWNER)
    for name, right in RIGHTS.items():
        if right.who == MANAGERS and "GET" in right.methods:
            response = client.get(world.address(name), follow=True)
            assert response.status_code in (200, 404, 422), (name, response.status_code)
            yield name, source_of(response)
