"""What changes on a page changes its counter; what it does not show leaves it as it was."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from difflib import unified_diff
from functools import partial
from typing import Any, NamedTuple
from uuid import UUID

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoring.live.queries.counters import counter_of, counter_of_table, counters_of
from scoring.live.queries.topics import HOUSE, LIST, Kind, Topic, parse_topic
from scoring.live.views import fragment_cache, response_cache
from scoring.queries.encounters.encounter_cache import MOST, newest
from scoring.standings import standings_cache
from tests.factories import NOW, correct, encounters_of, open_tournament, play_encounter
from tests.games import COUNTDOWN, OF_101, TASK_TOO, Played
from tournaments.models import Encounter, Table, Tournament

pytestmark = pytest.mark.django_db

OF_TOURNAMENT = (
    "tournament",
    "groups",
    "bracket",
    "tables",
    "schedule",
    "entrants",
    "rules",
    "how_drawn",
    "tv",
)
EVERYTHING = {"tournaments", "tournament", "groups", "bracket", "tables", "tv", "player"}
"""Pages that show each hand of a tournament, whoever plays it."""
ITS_OWN = {"encounter", "hand_history", "entrant"}


class Seen(NamedTuple):
    tag: str
    words: str


class Watched:
    """Pages about a tournament, one of its encounters, and another of them."""

    def __init__(self, encounter: Encounter, other: Encounter) -> None:
        tournament = encounter.stage.tournament
        self.encounter, self.other = encounter, other
        (entrant, stranger) = (one.sides_in_order[0].entrant for one in (encounter, other))
        assert entrant
        assert stranger
        pages: dict[str, tuple[str, list[UUID | int]]] = {}
        pages |= {name: (name, [tournament.public_id]) for name in OF_TOURNAMENT}
        pages |= {"tournaments": ("tournaments", []), "find": ("find", [])}
        pages |= {"player": ("player", [entrant.roster.all()[0].player.public_id])}
        pages |= {"encounter": ("encounter", [encounter.public_id])}
        pages |= {"other encounter": ("encounter", [other.public_id])}
        pages |= {"entrant": ("entrant", [tournament.public_id, entrant.public_id])}
        pages |= {"other entrant": ("entrant", [tournament.public_id, stranger.public_id])}
        pages |= {"hand_history": ("hand_history", [encounter.public_id, 1, 1])}
        self.pages = {page: reverse(f"scoring:{name}", args=of) for page, (name, of) in pages.items()}

    def seen(self) -> dict[str, Seen]:
        """Pages of which nothing is kept; those that keep what did not change look the same."""
        with_what_is_kept = self._made()
        fragment_cache.pieces.clear()
        newest.clear()
        made = self._made()
        kept_differs = {page: differing(with_what_is_kept[page], one) for page, one in made.items()}
        assert {page: lines for page, lines in kept_differs.items() if lines} == {}
        return made

    def _made(self) -> dict[str, Seen]:
        response_cache.shelf.clear()
        return {page: seen(address) for page, address in self.pages.items()}

    def told_of(self, *acts: Callable[[], object]) -> list[set[str]]:
        """The pages that each act gave another counter; what one shows changes with that alone."""
        told = []
        before = self.seen()
        for act in acts:
            act()
            after = self.seen()
            told.append({page for page in before if before[page].tag != after[page].tag})
            untold = before.keys() - told[-1]
            changed = {page: differing(before[page], after[page]) for page in untold}
            assert {page: lines for page, lines in changed.items() if lines} == {}
            before = after
        return told


def differing(one: Seen, other: Seen) -> list[str]:
    return list(unified_diff(one.words.splitlines(), other.words.splitlines(), lineterm="", n=0))


def seen(address: str) -> Seen:
    response = Client().get(address)
    assert response.status_code == 200, address
    return Seen(
        response["ETag"],
        re.sub(
            r"(seen=|counter=.|\?v=)\d+|, \d\d:\d\d\b|^\s*\d\d:\d\d$",
            "",
            response.content.decode(),
            flags=re.M,
        ),
    )


@pytest.fixture(autouse=True)
def _now(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no minute pass between two looks."""
    monkeypatch.setattr(timezone, "now", lambda: NOW)


@pytest.fixture(autouse=True)
def _listings_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(newest, "_most", MOST)


@pytest.fixture(
    params=[
        OF_101,
        pytest.param(COUNTDOWN, marks=pytest.mark.thorough),
        TASK_TOO,
    ],
    ids=str,
)
def game(request: pytest.FixtureRequest) -> Played:
    played: Played = request.param
    return played


@pytest.fixture
def tournament(game: Played) -> Tournament:
    tournament = game.drawn()
    tournament.refresh_from_db()
    return tournament


def in_groups(tournament: Tournament, game: Played) -> Watched:
    """Two encounters of different groups, each after its first hands."""
    one = encounters_of(tournament)[0]
    other = next(found for found in encounters_of(tournament) if found.group_id != one.group_id)
    for encounter in (one, other):
        game.play(encounter)
        game.play(encounter)
    refresh(tournament)
    return Watched(one, other)


def refresh(tournament: Tournament) -> None:
    for stage in tournament.stages.order_by("position"):
        if stage.tabular:
            standings_cache.refresh(stage=stage, at=NOW)


def test_pages_are_told_of_what_they_show(tournament, game):
    watched = in_groups(tournament, game)
    third = next(one for one in encounters_of(tournament) if not one.started_at)
    hand, standings, first_hand, correction = watched.told_of(
        partial(game.play, watched.encounter),
        partial(refresh, tournament),
        partial(game.play, third),
        partial(correct, watched.encounter, game.otherwise, deal=1),
    )
    assert hand == EVERYTHING | ITS_OWN
    assert standings == EVERYTHING | {"entrant", "other entrant"}
    assert first_hand == correction == watched.pages.keys()


def test_a_hand_of_the_knock_out_is_told_to_who_looks_at_hands():
    tournament = OF_101.drawn()
    for encounter in encounters_of(tournament):
        if encounter.group_id:
            play_encounter(encounter)
    refresh(tournament)
    one, other = encounters_of(tournament)[-3:-1]
    for encounter in (one, other):
        OF_101.play(encounter)
    assert Watched(one, other).told_of(partial(OF_101.play, one)) == [EVERYTHING | ITS_OWN]


def test_with_many_tournaments_in_play_the_front_page_follows_results():
    watched = in_groups(OF_101.drawn(), OF_101)
    for _tournament in range(4):
        OF_101.play(encounters_of(OF_101.drawn())[0])
    front = counter_of(HOUSE)
    OF_101.play(watched.encounter)
    assert counter_of(HOUSE) == front
    correct(watched.encounter, OF_101.otherwise, deal=1)
    assert counter_of(HOUSE) != front


def topics_of(tournament: Tournament) -> Mapping[str, Topic]:
    encounter = encounters_of(tournament)[0]
    entrant = encounter.sides_in_order[0].entrant
    assert entrant
    assert encounter.table
    of: dict[Kind, Any] = {
        Kind.TOURNAMENT: tournament,
        Kind.RESULTS: tournament,
        Kind.ENCOUNTER: encounter,
        Kind.ENTRANT: entrant,
        Kind.TABLE: encounter.table,
        Kind.PLAYER: entrant.roster.all()[0].player,
    }
    return {kind.value: Topic(kind, one.public_id) for kind, one in of.items()} | {
        "house": HOUSE,
        "list": LIST,
    }


@pytest.mark.both_databases
def test_counters_rise_with_acts_and_then_with_hands():
    tournament = OF_101.drawn()
    encounter = encounters_of(tournament)[0]
    OF_101.play(encounter)
    topics = topics_of(tournament)
    before = counters_of(topics.values())
    assert before.keys() == set(topics.values())
    OF_101.play(encounter)
    by_a_hand = counters_of(topics.values())
    hands = {name for name, topic in topics.items() if by_a_hand[topic].counter == before[topic].counter + 1}
    assert hands == {"tournament", "encounter", "entrant", "table", "player", "house"}
    correct(encounter, OF_101.otherwise)
    by_an_act = counters_of(topics.values())
    assert all(by_an_act[topic] > by_a_hand[topic] for topic in topics.values())
    table = Table.objects.get(encounters=encounter)
    assert counter_of_table(table) == by_an_act[topics["table"]].counter


@pytest.mark.both_databases
def test_many_topics_of_a_kind_are_one_query():
    tournaments = [open_tournament() for _one in range(3)]
    topics = [Topic(kind, one.public_id) for one in tournaments for kind in (Kind.TOURNAMENT, Kind.RESULTS)]
    with CaptureQueriesContext(connection) as asked:
        assert len(counters_of(topics)) == 6
    assert len(asked) == 2


def test_nothing_is_told_of_what_nobody_may_look_at(django_user_model):
    tournament = OF_101.drawn()
    topics = topics_of(tournament)
    Tournament.objects.update(visibility="draft")
    mine = {topics[name] for name in ("tournament", "results", "encounter", "entrant", "table")}
    assert mine.isdisjoint(counters_of(topics.values()))
    assert all(counter_of(topic) is None for topic in mine)


def test_a_topic_is_named_and_found_by_its_name():
    for topic in (HOUSE, LIST, Topic(Kind.TABLE, open_tournament().public_id)):
        assert parse_topic(str(topic)) == topic
    for text in ("", "table", "table.1", f"tables.{HOUSE.of}", f"house.{HOUSE.of}x", f"HOUSE.{HOUSE.of}"):
        with pytest.raises(ValueError, match=f"^{re.escape(text)}$"):
            parse_topic(text)
