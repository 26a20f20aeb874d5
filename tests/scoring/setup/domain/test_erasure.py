from __future__ import annotations

from typing import Any

import pytest

from scoring.integrity.integrity_checks import verify
from scoring.models import Notice
from scoring.people.queries import entrants_of
from scoring.play import calls
from scoring.screen import domain as screen
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
from tests.kept import kept
from tournaments.entrants.domain import entry_list
from tournaments.enums import Visibility
from tournaments.erased import TournamentErased
from tournaments.log import audit_log
from tournaments.log.actor import CONSOLE
from tournaments.models import Anonymising, Club, Entrant, Keeper, LogRow, Player, Tournament
from tournaments.models.names import stored

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

BY: dict[str, Any] = {"by": CONSOLE, "at": NOW}


@kept
def club() -> Club:
    """A club with people who also play elsewhere."""
    created = ClubFactory.create()
    elsewhere = open_tournament(club=created, name="Kalan Kupa")
    enter_named(elsewhere, [("Takım 1", ("Ayşe Işık1", "Can Öz1"))])
    return created


@pytest.fixture
def mistaken(club: Club) -> Tournament:
    return drawn_tournament(club=club, pairs=4, groups=1, name="Yanlış Kupa", venue="Arka salon")


def texts() -> str:
    rows: list[tuple[str, ...]] = [
        *Player.objects.values_list("name", "full_name"),
        *Tournament.objects.values_list("name", "venue"),
        *Entrant.objects.values_list("name", "full_name", "club_name"),
        *Keeper.objects.values_list("name"),
    ]
    return " ".join(str(text) for row in rows for text in row)


def test_erased_tournament_is_hidden_and_keeps_rows_and_log(mistaken):
    before = LogRow.objects.filter(tournament=mistaken).count(), mistaken.entrants.count()
    erasure.erase(tournament=mistaken, **BY)
    mistaken.refresh_from_db()
    assert mistaken.visibility == Visibility.ERASED
    assert mistaken.entrants.count() == before[1]
    rows = LogRow.objects.filter(tournament=mistaken).order_by("-pk")
    assert rows.count() == before[0] + 1
    assert rows[0].action == "tournament_erased"
    assert verify(mistaken).breaks == []


def test_erased_tournament_loses_its_names(mistaken):
    encounter = encounters_of(mistaken)[0]
    table = mistaken.tables.order_by("number")[0]
    calls.call_referee(table=table, encounter=encounter, question="Kaya nerede?", **BY)
    screen.put_up_notice(tournament=mistaken, text="Kaya gelsin", until=None, **BY)
    cancellation.cancel(tournament=mistaken, reason="Kaya yok", **BY)
    erasure.erase(tournament=mistaken, **BY)
    stored_texts = texts()
    assert "Yanlış Kupa" not in stored_texts
    assert "Arka salon" not in stored_texts
    assert "Işık2" not in stored_texts
    assert not Notice.objects.filter(tournament=mistaken, text__contains="Kaya").exists()
    assert not mistaken.tables.filter(calls__question__contains="Kaya").exists()
    mistaken.refresh_from_db()
    assert "Kaya" not in mistaken.cancelled_because


def test_only_people_without_another_tournament_become_anonymous(mistaken):
    erasure.erase(tournament=mistaken, **BY)
    named = Player.objects.filter(rosters__entrant__tournament=mistaken, anonymous_as=None)
    assert sorted(named.values_list("name", flat=True)) == ["Ayşe Işık1", "Can Öz1"]
    players = Player.objects.filter(rosters__entrant__tournament=mistaken).exclude(anonymous_as=None)
    assert players.count() == 6
    assert {stored(player.name) for player in players} == {f"⟦{player.anonymous_as}⟧" for player in players}
    assert Anonymising.objects.filter(player__in=players, open=False).count() == 6


def test_person_with_an_alias_elsewhere_keeps_both_names(club, mistaken):
    alias = mistaken.entrants.order_by("number")[1].players.order_by("pk")[0]
    person = Player.objects.create(club=club, name="Başka Yerde")
    enter_named(Tournament.objects.get(name="Kalan Kupa"), [("Takım 2", ("Başka Yerde", "Ece Demir"))])
    Player.objects.filter(pk=alias.pk).update(same_as=person, own_name=alias.name)
    erasure.erase(tournament=mistaken, **BY)
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


def test_log_rows_lose_the_names_too(mistaken):
    audit_log.write("entrant_added", tournament=mistaken, after={"name": "Ayşe Işık2"}, **BY)
    erasure.erase(tournament=mistaken, **BY)
    logged = "".join(LogRow.objects.filter(tournament=mistaken).values_list("after", flat=True))
    assert "Işık2" not in logged


def test_played_tournament_cannot_be_erased(mistaken):
    play_hand(encounters_of(mistaken)[0])
    with pytest.raises(WasPlayed):
        erasure.erase(tournament=mistaken, **BY)
    mistaken.refresh_from_db()
    assert mistaken.name == "Yanlış Kupa"


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
        visibility.restore,
        cancellation.resume,
        erasure.erase,
    ],
)
def test_erased_tournament_refuses_all_changes(mistaken, act):
    erasure.erase(tournament=mistaken, **BY)
    rows = LogRow.objects.count()
    with pytest.raises(TournamentErased):
        act(tournament=mistaken, **BY)
    assert LogRow.objects.count() == rows
