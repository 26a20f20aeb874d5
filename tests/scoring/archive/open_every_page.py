"""Open every page of a tournament as organizer, visitor and table phone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, Final

from django.test import Client
from django.urls import reverse

from scoring.models import Match
from tests.factories import MembershipFactory
from tests.test_rights import EVERYBODY, PARAMETERS, RIGHTS
from tournaments.access import sides_cookie_name, table_cookie_name
from tournaments.enums import Role
from tournaments.live.fragment_store import fragment_store
from tournaments.models import Tournament

OF_AN_ARCHIVE: Final = frozenset(
    {"tournament_id", "encounter_id", "entrant_id", "player_id", "table_id", "match_id"}
)
"""URL parameters that lead to a row of an archive."""
MANY: Final = 2
"""The number of entrants and tables to open."""


def open_every_page(tournament: Tournament) -> dict[str, int]:
    fragment_store.clear()
    answers: dict[str, int] = {}
    owner = Client()
    owner.force_login(MembershipFactory.create(club=tournament.club, role=Role.OWNER).user)
    everybody, phone = Client(), _phone(tournament)
    for name, address in addresses(tournament):
        clients = [everybody if RIGHTS[name].who == EVERYBODY else owner]
        if "/table" in address or "table_id" in PARAMETERS[name]:
            clients.append(phone)
        for client in clients:
            response = client.get(address)
            answers[address] = max(response.status_code, answers.get(address, 0))
            if response.streaming:
                b"".join(response)
    return answers


def addresses(tournament: Tournament) -> Iterator[tuple[str, str]]:
    values = _values(tournament)
    for name, right in RIGHTS.items():
        needs = PARAMETERS[name]
        if "GET" in right.methods and needs & OF_AN_ARCHIVE and needs <= set(values):
            for chosen in product(*(values[need] for need in sorted(needs))):
                yield name, reverse(name, kwargs=dict(zip(sorted(needs), chosen, strict=True)))


def _values(tournament: Tournament) -> dict[str, list[Any]]:
    entrants = tournament.entrants.order_by("number")
    encounters = [
        pk
        for stage in tournament.stages.order_by("position")
        for pk in [*stage.encounters.order_by("-pk")[:1], *stage.encounters.order_by("pk")[:1]]
    ]
    matches = Match.objects.filter(encounter__stage__tournament=tournament).order_by("-pk")[:1]
    stages = list(tournament.stages.order_by("position"))
    return {
        "tournament_id": [tournament.public_id],
        "club_id": [tournament.club.public_id],
        "entrant_id": [row.public_id for row in entrants[:MANY]],
        "player_id": [row.public_id for entrant in entrants[:1] for row in entrant.players.order_by("pk")],
        "encounter_id": list(dict.fromkeys(row.public_id for row in encounters)),
        "table_id": [row.public_id for row in tournament.tables.order_by("number")[:MANY]],
        "match_id": [row.public_id for row in matches],
        "stage_number": [row.position for row in stages],
        "position": [0],
        "part": ["main", "extra"],
        "number": [1],
        "draw_number": [1, 2],
        "match": [1],
        "deal": [1],
        "ending": ["csv"],
    }


def _phone(tournament: Tournament) -> Client:
    client = Client()
    for table in tournament.tables.order_by("number")[:MANY]:
        client.cookies[table_cookie_name(table.public_id)] = table.links.get(revoked_at=None).token
        client.cookies[sides_cookie_name(table.public_id)] = table.sides_links.get(revoked_at=None).token
    return client
