from __future__ import annotations

import uuid
from dataclasses import replace
from datetime import timedelta

import pytest
from django.urls import reverse

from scoring.history import LABELS
from scoring.play import walkovers
from tests.factories import NOW, correct, drawn_tournament, encounters_of, play_hand, report
from tests.languages import english
from tests.scoring.officials.domain.deciding import entrant_at
from tournaments.enums import SideLetter
from tournaments.history import log_sentences
from tournaments.history.details.action_kinds import KINDS, LogKind
from tournaments.history.views import ROWS_A_PAGE
from tournaments.log.actor import CONSOLE, Actor
from tournaments.models import Encounter
from tournaments.people.domain import renaming
from tournaments.tables.domain import keepers

pytestmark = pytest.mark.django_db


def address(tournament) -> str:
    return reverse("scoring:log", args=[tournament.public_id])


def test_rows_are_newest_first_and_paginated(desk, club):
    tournament = drawn_tournament(club=club, pairs=32, groups=8)
    for encounter in encounters_of(tournament)[:20]:
        play_hand(encounter)
    first = desk.get(address(tournament))
    assert len(first.context["entries"]) == ROWS_A_PAGE
    assert first.context["entries"][0].row.action == "hand_recorded"
    last = desk.get(address(tournament), {"page": "2"})
    assert last.context["entries"][-1].row.action == "tournament_created"


@pytest.mark.parametrize("page", ["", "x", "-1", "999"])
def test_invalid_page_shows_an_existing_page(desk, club, page):
    assert desk.get(address(drawn_tournament(club=club)), {"page": page}).status_code == 200


def test_page_takes_the_same_queries_for_more_rows(desk, club, django_assert_num_queries):
    small, large = drawn_tournament(club=club), drawn_tournament(club=club, pairs=32, groups=8)
    play_hand(encounters_of(small)[0])
    for encounter in encounters_of(large)[:10]:
        play_hand(encounter, by=keeper_phone(encounter))
    keeper_phone(encounters_of(small)[0])
    for tournament in (small, large):
        with django_assert_num_queries(19):
            desk.get(address(tournament))


def shown(desk, tournament, **asked: str) -> list[str]:
    answer = desk.get(english(address(tournament)), asked)
    return [entry.row.action for entry in answer.context["entries"]]


def test_rows_are_filtered_by_kind_and_decisions_are_highlighted(desk, club):
    tournament = drawn_tournament(club=club)
    first, second = encounters_of(tournament)[:2]
    play_hand(first)
    walkovers.record_walkover(encounter=second, winner=SideLetter.A, by=CONSOLE, at=NOW)
    assert shown(desk, tournament, kind="hands") == ["hand_recorded"]
    assert shown(desk, tournament, kind="decisions") == ["walkover_recorded"]
    entries = desk.get(address(tournament)).context["entries"]
    assert [entry.row.action for entry in entries if entry.decision] == ["walkover_recorded"]
    page = desk.get(address(tournament), {"kind": "decisions"}).content.decode()
    assert 'class="decision"' in page


def test_club_wide_name_correction_is_in_the_log_of_tournaments_played(desk, club):
    played = drawn_tournament(club=club)
    player = played.entrants.order_by("pk")[0].players.order_by("pk")[0]
    for name, days in (("Nurcan Öztaş", 1), ("Nurcan Taş", 0)):
        at = played.created_at - timedelta(days=days)
        renaming.rename(player=player, name=name, by=CONSOLE, at=at)
    entries = desk.get(address(played), {"kind": "settings"}).context["entries"]
    renamed = [entry.detail for entry in entries if entry.row.action == "player_renamed"]
    assert renamed == ["Nurcan Öztaş → Nurcan Taş"]


def test_rows_are_filtered_by_table_and_actor(desk, club):
    tournament = drawn_tournament(club=club)
    own_table, other_table = encounters_of(tournament)[:2]
    assert own_table.table != other_table.table
    for encounter in (own_table, other_table):
        play_hand(encounter, by=keeper_phone(encounter))
    assert own_table.table is not None
    number = str(own_table.table.number)
    assert shown(desk, tournament, table=number) == ["hand_recorded", "table_kept"]
    rows = desk.get(address(tournament), {"table": number}).context["entries"]
    assert {entry.row.subject for entry in rows} == {str(own_table.public_id), str(own_table.table.public_id)}
    actors = desk.get(address(tournament)).context["wanted"].people
    (nermin,) = [choice for choice in actors if choice.name.startswith("Nermin")]
    assert shown(desk, tournament, who=nermin.value, kind="hands") == ["hand_recorded"] * 2
    console = shown(desk, tournament, who="console")
    assert "tournament_created" in console
    assert "hand_recorded" not in console


def test_search_finds_people_actions_and_typed_text(desk, club):
    tournament = drawn_tournament(club=club)
    first, second = encounters_of(tournament)[:2]
    play_hand(first)
    play_hand(second)
    correct(first, report(points=(31, 40)), reason="Işık yanlış yazmış")
    name = entrant_at(first, "A").name
    assert set(shown(desk, tournament, q=name.upper(), kind="hands")) == {"hand_recorded", "hand_corrected"}
    assert shown(desk, tournament, q="yan\0lış") == ["hand_corrected"]
    assert shown(desk, tournament, q="recorded") == ["hand_recorded"] * 2
    answer = desk.get(english(address(tournament)), {"q": "yokböylebirşey"})
    assert answer.context["entries"] == []
    assert "No rows match" in answer.content.decode()


def test_search_takes_the_same_queries_for_few_and_many(desk, club, django_assert_max_num_queries):
    for tournament in (drawn_tournament(club=club), drawn_tournament(club=club, pairs=32, groups=8)):
        with django_assert_max_num_queries(21):
            desk.get(address(tournament), {"q": "takım", "table": "1", "kind": "draws"})


def test_pagination_keeps_filters(desk, club):
    tournament = drawn_tournament(club=club, pairs=32, groups=8)
    for encounter in encounters_of(tournament)[: ROWS_A_PAGE // 2 + 1]:
        play_hand(encounter)
        play_hand(encounter)
    page = desk.get(address(tournament), {"kind": "hands"})
    assert "?kind=hands&amp;page=2" in page.content.decode()
    older = desk.get(address(tournament), {"kind": "hands", "page": "2"})
    assert {entry.row.action for entry in older.context["entries"]} == {"hand_recorded"}


def test_changes_of_a_row_can_be_opened(desk, club):
    tournament = drawn_tournament(club=club)
    encounter = encounters_of(tournament)[0]
    play_hand(encounter)
    correct(encounter, report(points=(31, 40)), reason="Yanlış")
    answer = desk.get(english(address(tournament)), {"kind": "hands"})
    row = answer.context["entries"][0]
    changes = {change.name: (change.before, change.after) for change in row.changes}
    assert changes["Points of the hand"] == ("A −101 / B +70", "A −101 / B +71")
    assert changes["Reason"] == ("", "Yanlış")
    assert changes["Void"] == ("no", "no")


@pytest.mark.parametrize("asked", [{"who": "x"}, {"table": "99"}, {"kind": "x"}, {"q": "%_\\'"}])
def test_invalid_filter_is_ignored_or_finds_nothing(desk, club, asked):
    assert desk.get(address(drawn_tournament(club=club)), asked).status_code == 200


def test_every_action_has_a_kind():
    assert set(KINDS) == set(log_sentences.ACTIONS)
    assert set(LABELS.kinds) == set(LABELS.actions)
    assert set(LABELS.kinds.values()) <= {kind.value for kind in LogKind}


def keeper_phone(encounter: Encounter) -> Actor:
    table = encounter.table
    assert table is not None
    phone = Actor(table_link=table.links.get(), device_id=uuid.uuid4().hex)
    return replace(phone, keeper_id=keepers.become_keeper(table=table, name="Nermin", by=phone, at=NOW).pk)
