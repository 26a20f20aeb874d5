from __future__ import annotations

from typing import Any

import pytest

from scoring.integrity.integrity_checks import verify
from scoring.models import Notice
from scoring.people.queries import entrants_of
from scoring.play import calls
from scoring.screen.domain import post_notice
from scoring.setup.domain import cancellation, erasure, visibility
from scoring.setup.domain.visibility import WasPlayed
from tests.factories import (
    NOW,
    ClubFactory,
    drawn_tournament,
    encounters_of,
    enter_named,
    open_tournament,
    play_hand,
)
from tests.module_fixtures import module_fixture
from tournaments.entrants.domain import entry_list
from tournaments.enums import Visibility
from tournaments.log.actor import CONSOLE
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Anonymising, Club, Entrant, Keeper, LogRow, Player, Tournament
from tournaments.refusals import TournamentErased

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

BY: dict[str, Any] = {"by": CONSOLE, "at": NOW}


@module_fixture
def club() -> Club:
    """A club with people who also play elsewhere."""
    created = ClubFactory.create()
    elsewhere = open_tournament(club=created, name="Kalan Kupa")
    enter_named(elsewhere, [("Takım 1", ("Ayşe Işık1", "Can Öz1"))])
    return created


@pytest.fixture
def mistaken_tournament(club: Club) -> Tournament:
    return drawn_tournament(club=club, pairs=4, groups=1, name="Yanlış Kupa", venue="Arka salon")


def texts() -> str:
    rows: list[tuple[str, ...]] = [
        *Player.objects.values_list("name", "full_name"),
        *Tournament.objects.values_list("name", "venue"),
        *Entrant.objects.values_list("name", "full_name", "club_name"),
        *Keeper.objects.values_list("name"),
    ]
    return " ".join(str(text) for row in rows for text in row)


def test_erased_tournament_is_hidden_and_keeps_rows_and_log(mistaken_tournament):
    before = (
        LogRow.objects.filter(tournament=mistaken_tournament).count(),
        mistaken_tournament.entrants.count(),
    )
    erasure.erase(tournament=mistaken_tournament, **BY)
    mistaken_tournament.refresh_from_db()
    assert mistaken_tournament.visibility == Visibility.ERASED
    assert mistaken_tournament.entrants.count() == before[1]
    rows = LogRow.objects.filter(tournament=mistaken_tournament).order_by("-pk")
    assert rows.count() == before[0] + 1
    assert rows[0].action == "tournament_erased"
    assert verify(mistaken_tournament).discrepancies == []


def test_erased_tournament_loses_its_names(mistaken_tournament):
    encounter = encounters_of(mistaken_tournament)[0]
    table = mistaken_tournament.tables.order_by("number")[0]
    calls.call_referee(table=table, encounter=encounter, question="Kaya nerede?", **BY)
    post_notice(tournament=mistaken_tournament, text="Kaya gelsin", until=None, **BY)
    cancellation.cancel(tournament=mistaken_tournament, reason="Kaya yok", **BY)
    erasure.erase(tournament=mistaken_tournament, **BY)
    stored_texts = texts()
    assert "Yanlış Kupa" not in stored_texts
    assert "Arka salon" not in stored_texts
    assert "Işık2" not in stored_texts
    assert not Notice.objects.filter(tournament=mistaken_tournament, text__contains="Kaya").exists()
    assert not mistaken_tournament.tables.filter(calls__question__contains="Kaya").exists()
    mistaken_tournament.refresh_from_db()
    assert "Kaya" not in mistaken_tournament.cancelled_because


def test_only_people_without_another_tournament_become_anonymous(mistaken_tournament):
    erasure.erase(tournament=mistaken_tournament, **BY)
    named = Player.objects.filter(rosters__entrant__tournament=mistaken_tournament, anonymous_as=None)
    assert sorted(named.values_list("name", flat=True)) == ["Ayşe Işık1", "Can Öz1"]
    players = Player.objects.filter(rosters__entrant__tournament=mistaken_tournament).exclude(
        anonymous_as=None
    )
    assert players.count() == 6
    assert {player.name for player in players} == {f"#{player.anonymous_as}" for player in players}
    assert Anonymising.objects.filter(player__in=players, open=False).count() == 6


def test_person_with_an_alias_elsewhere_keeps_both_names(club, mistaken_tournament):
    alias = mistaken_tournament.entrants.order_by("number")[1].players.order_by("pk")[0]
    person = Player.objects.create(club=club, name="Başka Yerde")
    enter_named(Tournament.objects.get(name="Kalan Kupa"), [("Takım 2", ("Başka Yerde", "Ece Demir"))])
    Player.objects.filter(pk=alias.pk).update(same_as=person, own_name=alias.name)
    erasure.erase(tournament=mistaken_tournament, **BY)
    alias.refresh_from_db()
    assert (alias.anonymous_as, alias.same_as) == (None, person)
    assert entrants_of(person)[0].tournament.name == "Kalan Kupa"
    assert len(entrants_of(person)) == 1


def test_person_removed_from_the_list_before_becomes_anonymous(club):
    tournament = open_tournament(club=club, pairs=3)
    entry_list.remove_entrant(entrant=tournament.entrants.get(number=3), **BY)
    erasure.erase(tournament=tournament, **BY)
    assert not Player.objects.filter(club=club, name__contains="Işık3").exists()
    assert Player.objects.filter(club=club, name__contains="Işık1").exists()


def test_log_rows_lose_the_names_too(mistaken_tournament):
    log_and_publish("entrant_added", tournament=mistaken_tournament, after={"name": "Ayşe Işık2"}, **BY)
    erasure.erase(tournament=mistaken_tournament, **BY)
    logged = "".join(LogRow.objects.filter(tournament=mistaken_tournament).values_list("after", flat=True))
    assert "Işık2" not in logged


def test_played_tournament_cannot_be_erased(mistaken_tournament):
    play_hand(encounters_of(mistaken_tournament)[0])
    with pytest.raises(WasPlayed):
        erasure.erase(tournament=mistaken_tournament, **BY)
    mistaken_tournament.refresh_from_db()
    assert mistaken_tournament.name == "Yanlış Kupa"


def test_statements_do_not_grow_with_the_list(club, django_assert_max_num_queries):
    tournament = open_tournament(club=club, pairs=32)
    with django_assert_max_num_queries(60):
        erasure.erase(tournament=tournament, **BY)


@pytest.mark.parametrize(
    "act",
    [
        visibility.publish,
        visibility.unpublish,
        visibility.archive,
        visibility.unarchive,
        cancellation.resume,
        erasure.erase,
    ],
)
def test_erased_tournament_refuses_all_changes(mistaken_tournament, act):
    erasure.erase(tournament=mistaken_tournament, **BY)
    rows = LogRow.objects.count()
    with pytest.raises(TournamentErased):
        act(tournament=mistaken_tournament, **BY)
    assert LogRow.objects.count() == rows
