"""A page's counter changes exactly when the page changes."""

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

from scoring.live.queries.counters import (
    SITE_TOPIC,
    TOURNAMENT_LIST_TOPIC,
    Kind,
    Topic,
    counter_of,
    counter_of_table,
    counters_of,
)
from scoring.queries.encounters import encounter_reader
from scoring.standings import standings_cache
from tests.factories import NOW, correct, encounters_of, open_tournament, play_encounter
from tests.played_games import COUNTDOWN, OF_101, TASK_TOO, PlayedGame
from tournaments.live.fragment_store import fragment_store
from tournaments.models import Encounter, Table, Tournament

pytestmark = pytest.mark.django_db

LISTING_SECONDS = encounter_reader.LISTING_SECONDS
OF_TOURNAMENT = (
    "tournament",
    "groups",
    "bracket",
    "tables",
    "schedule",
    "entrants",
    "rules",
    "draw_list",
    "tv",
)
PAGES_WITH_EVERY_HAND = {"tournaments", "tournament", "groups", "bracket", "tables", "tv", "player"}
"""Pages that show every hand of a tournament."""
OWN_PAGES = {"encounter", "hand_history", "entrant"}


class PageSnapshot(NamedTuple):
    tag: str
    words: str


class WatchedPages:
    def __init__(self, encounter: Encounter, other: Encounter) -> None:
        tournament = encounter.stage.tournament
        self.encounter, self.other = encounter, other
        (entrant, stranger) = (encounter_.sides_in_order[0].entrant for encounter_ in (encounter, other))
        assert entrant
        assert stranger
        pages: dict[str, tuple[str, list[UUID | int]]] = {}
        pages |= {name: (name, [tournament.public_id]) for name in OF_TOURNAMENT}
        pages |= {"tournaments": ("tournaments", []), "tournament_search": ("tournament_search", [])}
        pages |= {"player": ("player", [entrant.roster.all()[0].player.public_id])}
        pages |= {"encounter": ("encounter", [encounter.public_id])}
        pages |= {"other encounter": ("encounter", [other.public_id])}
        pages |= {"entrant": ("entrant", [tournament.public_id, entrant.public_id])}
        pages |= {"other entrant": ("entrant", [tournament.public_id, stranger.public_id])}
        pages |= {"hand_history": ("hand_history", [encounter.public_id, 1, 1])}
        self.pages = {page: reverse(f"scoring:{name}", args=args) for page, (name, args) in pages.items()}

    def load_snapshots(self) -> dict[str, PageSnapshot]:
        """Load all pages without the store; the cached pages must look the same."""
        cached = self._cached_snapshots()
        fragment_store.clear()
        fresh = self._cached_snapshots()
        differences = {page: differing(cached[page], page_seen) for page, page_seen in fresh.items()}
        assert {page: lines for page, lines in differences.items() if lines} == {}
        return fresh

    def _cached_snapshots(self) -> dict[str, PageSnapshot]:
        return {page: snapshot(address) for page, address in self.pages.items()}

    def notified_pages(self, *acts: Callable[[], object]) -> list[set[str]]:
        """Return the pages whose counter each change raised; no other page may look different."""
        changed_tags = []
        before = self.load_snapshots()
        for change in acts:
            change()
            after = self.load_snapshots()
            changed_tags.append({page for page in before if before[page].tag != after[page].tag})
            unnotified = before.keys() - changed_tags[-1]
            differences = {page: differing(before[page], after[page]) for page in unnotified}
            assert {page: lines for page, lines in differences.items() if lines} == {}
            before = after
        return changed_tags


def differing(before: PageSnapshot, after: PageSnapshot) -> list[str]:
    return list(unified_diff(before.words.splitlines(), after.words.splitlines(), lineterm="", n=0))


def snapshot(address: str) -> PageSnapshot:
    response = Client().get(address)
    assert response.status_code == 200, address
    return PageSnapshot(
        response["ETag"],
        re.sub(
            r"(seen=|counter=.|\?v=)\d+|, \d\d:\d\d\b|^\s*\d\d:\d\d$",
            "",
            response.content.decode(),
            flags=re.M,
        ),
    )


@pytest.fixture(autouse=True)
def _freeze_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Freeze the clock between two page loads."""
    monkeypatch.setattr(timezone, "now", lambda: NOW)


@pytest.fixture(autouse=True)
def _enable_listing_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encounter_reader, "LISTING_SECONDS", LISTING_SECONDS)


@pytest.fixture(
    params=[
        OF_101,
        pytest.param(COUNTDOWN, marks=pytest.mark.release),
        TASK_TOO,
    ],
    ids=str,
)
def game(request: pytest.FixtureRequest) -> PlayedGame:
    played: PlayedGame = request.param
    return played


@pytest.fixture
def tournament(game: PlayedGame) -> Tournament:
    tournament = game.draw_tournament()
    tournament.refresh_from_db()
    return tournament


def watch_group_pages(tournament: Tournament, game: PlayedGame) -> WatchedPages:
    first = encounters_of(tournament)[0]
    other = next(candidate for candidate in encounters_of(tournament) if candidate.group_id != first.group_id)
    for encounter in (first, other):
        game.play(encounter)
        game.play(encounter)
    refresh(tournament)
    return WatchedPages(first, other)


def refresh(tournament: Tournament) -> None:
    for stage in tournament.stages.order_by("position"):
        if stage.has_standings:
            standings_cache.refresh(stage=stage, at=NOW)


@pytest.mark.release
def test_pages_are_notified_of_exactly_what_they_show(tournament, game):
    watched = watch_group_pages(tournament, game)
    third = next(encounter for encounter in encounters_of(tournament) if not encounter.started_at)
    hand, standings, first_hand, correction = watched.notified_pages(
        partial(game.play, watched.encounter),
        partial(refresh, tournament),
        partial(game.play, third),
        partial(correct, watched.encounter, game.other_hand, deal=1),
    )
    assert hand == PAGES_WITH_EVERY_HAND | OWN_PAGES
    assert standings == PAGES_WITH_EVERY_HAND | {"entrant", "other entrant"}
    assert first_hand == correction == watched.pages.keys()


@pytest.mark.slow
def test_hand_of_a_bracket_reaches_pages_that_show_hands():
    tournament = OF_101.draw_tournament()
    for encounter in encounters_of(tournament):
        if encounter.group_id:
            play_encounter(encounter)
    refresh(tournament)
    first, other = encounters_of(tournament)[-3:-1]
    for encounter in (first, other):
        OF_101.play(encounter)
    assert WatchedPages(first, other).notified_pages(partial(OF_101.play, first)) == [
        PAGES_WITH_EVERY_HAND | OWN_PAGES
    ]


@pytest.mark.release
def test_front_page_follows_only_results_while_many_tournaments_play():
    watched = watch_group_pages(OF_101.draw_tournament(), OF_101)
    for _tournament in range(4):
        OF_101.play(encounters_of(OF_101.draw_tournament())[0])
    front = counter_of(SITE_TOPIC)
    OF_101.play(watched.encounter)
    assert counter_of(SITE_TOPIC) == front
    correct(watched.encounter, OF_101.other_hand, deal=1)
    assert counter_of(SITE_TOPIC) != front


def topics_of(tournament: Tournament) -> Mapping[str, Topic]:
    encounter = encounters_of(tournament)[0]
    entrant = encounter.sides_in_order[0].entrant
    assert entrant
    assert encounter.table
    subjects: dict[Kind, Any] = {
        Kind.TOURNAMENT: tournament,
        Kind.RESULTS: tournament,
        Kind.ENCOUNTER: encounter,
        Kind.ENTRANT: entrant,
        Kind.TABLE: encounter.table,
        Kind.PLAYER: entrant.roster.all()[0].player,
    }
    return {kind.value: Topic(kind, subject.public_id) for kind, subject in subjects.items()} | {
        "house": SITE_TOPIC,
        "list": TOURNAMENT_LIST_TOPIC,
    }


@pytest.mark.postgres
def test_counters_rise_with_acts_and_then_with_hands():
    tournament = OF_101.draw_tournament()
    encounter = encounters_of(tournament)[0]
    OF_101.play(encounter)
    topics = topics_of(tournament)
    before = counters_of(topics.values())
    assert before.keys() == set(topics.values())
    OF_101.play(encounter)
    by_a_hand = counters_of(topics.values())
    hands = {name for name, topic in topics.items() if by_a_hand[topic].counter == before[topic].counter + 1}
    assert hands == {"tournament", "encounter", "entrant", "table", "player", "house"}
    correct(encounter, OF_101.other_hand)
    by_an_act = counters_of(topics.values())
    assert all(by_an_act[topic] > by_a_hand[topic] for topic in topics.values())
    table = Table.objects.get(encounters=encounter)
    assert counter_of_table(table) == by_an_act[topics["table"]].counter


@pytest.mark.postgres
def test_topics_of_a_kind_take_one_query():
    tournaments = [open_tournament() for _number in range(3)]
    topics = [
        Topic(kind, tournament.public_id)
        for tournament in tournaments
        for kind in (Kind.TOURNAMENT, Kind.RESULTS)
    ]
    with CaptureQueriesContext(connection) as queries:
        assert len(counters_of(topics)) == 6
    assert len(queries) == 2


def test_drafts_have_no_public_counters(django_user_model):
    tournament = OF_101.draw_tournament()
    topics = topics_of(tournament)
    Tournament.objects.update(visibility="draft")
    of_draft = {topics[name] for name in ("tournament", "results", "encounter", "entrant", "table")}
    assert of_draft.isdisjoint(counters_of(topics.values()))
    assert all(counter_of(topic) is None for topic in of_draft)
