from __future__ import annotations

from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.live.queries.counters import Kind, Topic, counter_of
from scoring.standings import standings_cache
from tests.factories import NOW, correct, drawn_tournament, encounters_of, play_encounter, play_hand, report
from tests.flat_html import flat
from tournaments.enums import StageKind
from tournaments.models import Encounter, Entrant, Group, Table, Tournament

TABS = ("tournament", "groups", "bracket", "tables", "schedule", "entrants")
HTMX = {"HX-Request": "true"}


def address(page: str, tournament: Tournament) -> str:
    return reverse(f"scoring:{page}", args=[tournament.public_id])


def encounter_address(encounter: Encounter) -> str:
    return reverse("scoring:encounter", args=[encounter.public_id])


def counter(kind: Kind, thing: Encounter | Entrant | Table | Tournament) -> int:
    current = counter_of(Topic(kind, thing.public_id))
    assert current is not None
    return current


def text(response: Any) -> str:
    body: bytes = response.content
    return flat(body.decode())


def statements(client: Client, url: str, headers: dict[str, str] | None = None) -> int:
    with CaptureQueriesContext(connection) as queries:
        client.get(url, headers=headers or {})
    return len(queries)


def refresh(tournament: Tournament) -> None:
    standings_cache.refresh(stage=tournament.stages.get(kind=StageKind.GROUPS), at=NOW)


def play_groups(tournament: Tournament, *, leave: int = 0) -> list[Encounter]:
    """Play all group encounters but the last `leave`, which are returned; A wins by a growing margin."""
    listings = [encounter for encounter in encounters_of(tournament) if encounter.group]
    for number, encounter in enumerate(listings[: len(listings) - leave]):
        play_encounter(encounter, points=(30 + number, 40))
    return listings[len(listings) - leave :]


def level_tournament(**changes: Any) -> Tournament:
    tournament = drawn_tournament(pairs=6, **changes)
    for encounter in encounters_of(tournament):
        play_encounter(encounter)
    refresh(tournament)
    return tournament


def overtaken_tournament() -> tuple[Tournament, Entrant, Entrant]:
    """Return a tournament whose corrected standings differ from its begun semi-finals.

    Also returns the entrant that now ranks first in group A, and the one that plays in its place.
    """
    tournament = drawn_tournament(pairs=6)
    play_groups(tournament)
    for semi in encounters_of(tournament)[-3:-1]:
        play_hand(semi)
    group = Group.objects.get(stage__tournament=tournament, name="A")
    last = group.places.get(rank=3).entrant
    for encounter in group.encounters.filter(sides__entrant=last).select_related("stage__tournament"):
        hand_report = report(finisher=f"{encounter.sides.get(entrant=last).letter}1", points=(150, 150))
        for deal in (1, 2, 3):
            correct(encounter, hand_report, deal=deal, keep_later_play=True)
    refresh(tournament)
    return tournament, last, group.places.get(rank=3).entrant


def begin(tournament: Tournament, encounters: int = 2) -> list[Encounter]:
    begun = encounters_of(tournament)[:encounters]
    for encounter in begun:
        play_hand(encounter)
    return begun
