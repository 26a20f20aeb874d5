from __future__ import annotations

import uuid
from dataclasses import replace
from datetime import timedelta

import pytest
from django.urls import reverse

from scoring.play import walkovers
from tests.factories import NOW, correct, drawn_tournament, encounters_of, play_hand, report
from tests.languages import english
from tests.scoring.officials.domain.official_actions import entrant_at
from tournaments.enums import SideLetter
from tournaments.history.views import ROWS_A_PAGE
from tournaments.log.actor import CONSOLE, Actor
from tournaments.models import Encounter
from tournaments.people.domain import renaming
from tournaments.schedule.change import Change
from tournaments.tables.domain import keepers

pytestmark = pytest.mark.django_db

NO_ROWS = 'data-test="no-rows"'


def address(tournament) -> str:
    return reverse("scoring:log", args=[tournament.public_id])


def test_rows_are_newest_first_and_paginated(organizer_client, club):
    tournament = drawn_tournament(club=club, pairs=32, groups=8)
    for encounter in encounters_of(tournament)[:20]:
        play_hand(encounter)
    first = organizer_client.get(address(tournament))
    assert len(first.context["entries"]) == ROWS_A_PAGE
    assert first.context["entries"][0].row.action == "hand_recorded"
    last = organizer_client.get(address(tournament), {"page": "2"})
    assert last.context["entries"][-1].row.action == "tournament_created"


@pytest.mark.release
@pytest.mark.parametrize("page", ["", "x", "-1", "999"])
def test_invalid_page_shows_an_existing_page(organizer_client, club, page):
    assert organizer_client.get(address(drawn_tournament(club=club)), {"page": page}).status_code == 200


def test_page_takes_the_same_queries_for_more_rows(organizer_client, club, django_assert_num_queries):
    small, large = drawn_tournament(club=club), drawn_tournament(club=club, pairs=32, groups=8)
    play_hand(encounters_of(small)[0])
    for encounter in encounters_of(large)[:10]:
        play_hand(encounter, by=keeper_phone(encounter))
    keeper_phone(encounters_of(small)[0])
    for tournament in (small, large):
        with django_assert_num_queries(19):
            organizer_client.get(address(tournament))


def listed_actions(client, tournament, **query: str) -> list[str]:
    answer = client.get(english(address(tournament)), query)
    return [entry.row.action for entry in answer.context["entries"]]


def test_rows_are_filtered_by_kind_and_decisions_are_highlighted(organizer_client, club):
    tournament = drawn_tournament(club=club)
    first, second = encounters_of(tournament)[:2]
    play_hand(first)
    walkovers.record_walkover(encounter=second, winner=SideLetter.A, change=Change(CONSOLE, NOW))
    assert listed_actions(organizer_client, tournament, kind="hands") == ["hand_recorded"]
    assert listed_actions(organizer_client, tournament, kind="decisions") == ["walkover_recorded"]
    entries = organizer_client.get(address(tournament)).context["entries"]
    assert [entry.row.action for entry in entries if entry.decision] == ["walkover_recorded"]
    page = organizer_client.get(address(tournament), {"kind": "decisions"}).content.decode()
    assert 'class="decision"' in page


def test_club_wide_name_correction_is_in_the_log_of_tournaments_played(organizer_client, club):
    played = drawn_tournament(club=club)
    player = played.entrants.order_by("pk")[0].players.order_by("pk")[0]
    for name, days in (("Nurcan Öztaş", 1), ("Nurcan Taş", 0)):
        at = played.created_at - timedelta(days=days)
        renaming.rename_person(player=player, name=name, by=CONSOLE, at=at)
    entries = organizer_client.get(address(played), {"kind": "settings"}).context["entries"]
    renamed = [entry.detail for entry in entries if entry.row.action == "player_renamed"]
    assert renamed == ["Nurcan Öztaş → Nurcan Taş"]


def test_rows_are_filtered_by_table_and_actor(organizer_client, club):
    tournament = drawn_tournament(club=club)
    own_table, other_table = encounters_of(tournament)[:2]
    assert own_table.table != other_table.table
    for encounter in (own_table, other_table):
        play_hand(encounter, by=keeper_phone(encounter))
    assert own_table.table is not None
    number = str(own_table.table.number)
    assert listed_actions(organizer_client, tournament, table=number) == ["hand_recorded", "keeper_named"]
    rows = organizer_client.get(address(tournament), {"table": number}).context["entries"]
    assert {entry.row.subject for entry in rows} == {str(own_table.public_id), str(own_table.table.public_id)}
    actors = organizer_client.get(address(tournament)).context["log_filter"].people
    (nermin,) = [choice for choice in actors if choice.name.startswith("Nermin")]
    assert (
        listed_actions(organizer_client, tournament, who=nermin.value, kind="hands") == ["hand_recorded"] * 2
    )
    console = listed_actions(organizer_client, tournament, who="console")
    assert "tournament_created" in console
    assert "hand_recorded" not in console


def test_search_finds_people_actions_and_typed_text(organizer_client, club):
    tournament = drawn_tournament(club=club)
    first, second = encounters_of(tournament)[:2]
    play_hand(first)
    play_hand(second)
    correct(first, report(points=(31, 40)), reason="Işık yanlış yazmış")
    name = entrant_at(first, "A").name
    assert set(listed_actions(organizer_client, tournament, q=name.upper(), kind="hands")) == {
        "hand_recorded",
        "hand_corrected",
    }
    assert listed_actions(organizer_client, tournament, q="yan\0lış") == ["hand_corrected"]
    assert listed_actions(organizer_client, tournament, q="recorded") == ["hand_recorded"] * 2
    answer = organizer_client.get(english(address(tournament)), {"q": "yokböylebirşey"})
    assert answer.context["entries"] == []
    assert NO_ROWS in answer.content.decode()
    assert NO_ROWS not in organizer_client.get(address(tournament)).content.decode()


def test_search_takes_the_same_queries_for_few_and_many(
    organizer_client, club, django_assert_max_num_queries
):
    for tournament in (drawn_tournament(club=club), drawn_tournament(club=club, pairs=32, groups=8)):
        with django_assert_max_num_queries(21):
            organizer_client.get(address(tournament), {"q": "takım", "table": "1", "kind": "draws"})


@pytest.mark.release
def test_pagination_keeps_filters(organizer_client, club):
    tournament = drawn_tournament(club=club, pairs=32, groups=8)
    for encounter in encounters_of(tournament)[: ROWS_A_PAGE // 2 + 1]:
        play_hand(encounter)
        play_hand(encounter)
    page = organizer_client.get(address(tournament), {"kind": "hands"})
    assert "?kind=hands&amp;page=2" in page.content.decode()
    older = organizer_client.get(address(tournament), {"kind": "hands", "page": "2"})
    assert {entry.row.action for entry in older.context["entries"]} == {"hand_recorded"}


def test_changes_of_a_row_can_be_opened(organizer_client, club):
    tournament = drawn_tournament(club=club)
    encounter = encounters_of(tournament)[0]
    play_hand(encounter)
    correct(encounter, report(points=(31, 40)), reason="Yanlış")
    answer = organizer_client.get(english(address(tournament)), {"kind": "hands"})
    row = answer.context["entries"][0]
    changes = {change.name: (change.before, change.after) for change in row.changes}
    assert changes["Points of the hand"] == ("A −101 / B +70", "A −101 / B +71")
    assert changes["Reason"] == ("", "Yanlış")
    assert changes["Version"] == ("1", "2")


@pytest.mark.parametrize("query", [{"who": "x"}, {"table": "99"}, {"kind": "x"}, {"q": "%_\\'"}])
def test_invalid_filter_is_ignored_or_finds_nothing(organizer_client, club, query):
    assert organizer_client.get(address(drawn_tournament(club=club)), query).status_code == 200


def keeper_phone(encounter: Encounter) -> Actor:
    table = encounter.table
    assert table is not None
    phone = Actor(table_link=table.links.get(), device_id=uuid.uuid4().hex)
    return replace(phone, keeper_id=keepers.become_keeper(table=table, name="Nermin", by=phone, at=NOW).pk)
