"""A tournament that was set up by mistake is erased: hidden, its names taken out; rows and log stay."""

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
    """With people who play elsewhere in it, too."""
    made = ClubFactory.create()
    elsewhere = open_tournament(club=made, name="Kalan Kupa")
    enter_named(elsewhere, [("Takım 1", ("Ayşe Işık1", "Can Öz1"))])
    return made


@pytest.fixture
def mistaken(club: Club) -> Tournament:
    return drawn_tournament(club=club, pairs=4, groups=1, name="Yanlış Kupa", venue="Arka salon")


def texts() -> str:
    """Everything that is stored as text anywhere, but the log."""
    rows: list[tuple[str, ...]] = [
        *Player.objects.values_list("name", "full_name"),
        *Tournament.objects.values_list("name", "venue"),
        *Entrant.objects.values_list("name", "full_name", "club_name"),
        *Keeper.objects.values_list("name"),
    ]
    return " ".join(str(text) for row in rows for text in row)


def test_it_is_hidden_and_its_rows_and_its_log_stay(mistaken):
    before = LogRow.objects.filter(tournament=mistaken).count(), mistaken.entrants.count()
    erasure.erase(tournament=mistaken, **BY)
    mistaken.refresh_from_db()
    assert mistaken.visibility == Visibility.ERASED
    assert mistaken.entrants.count() == before[1]
    rows = LogRow.objects.filter(tournament=mistaken).order_by("-pk")
    assert rows.count() == before[0] + 1
    assert rows[0].action == "tournament_erased"
    assert verify(mistaken).breaks == []


def test_its_names_are_taken_out(mistaken):
    encounter = encounters_of(mistaken)[0]
    table = mistaken.tables.order_by("number")[0]
    calls.call_referee(table=table, encounter=encounter, question="Kaya nerede?", **BY)
    screen.put_up_notice(tournament=mistaken, text="Kaya gelsin", until=None, **BY)
    cancellation.cancel(tournament=mistaken, reason="Kaya yok", **BY)
    erasure.erase(tournament=mistaken, **BY)
    said = texts()
    assert "Yanlış Kupa" not in said
    assert "Arka salon" not in said
    assert "Işık2" not in said
    assert not Notice.objects.filter(tournament=mistaken, text__contains="Kaya").exists()
    assert not mistaken.tables.filter(calls__question__contains="Kaya").exists()
    mistaken.refresh_from_db()
    assert "Kaya" not in mistaken.cancelled_because


def test_who_plays_elsewhere_keeps_his_name_and_all_others_are_made_anonymous(mistaken):
    erasure.erase(tournament=mistaken, **BY)
    named = Player.objects.filter(rosters__entrant__tournament=mistaken, anonymous_as=None)
    assert sorted(named.values_list("name", flat=True)) == ["Ayşe Işık1", "Can Öz1"]
    gone = Player.objects.filter(rosters__entrant__tournament=mistaken).exclude(anonymous_as=None)
    assert gone.count() == 6
    assert {stored(one.name) for one in gone} == {f"⟦{one.anonymous_as}⟧" for one in gone}
    assert Anonymising.objects.filter(player__in=gone, open=False).count() == 6


def test_who_plays_elsewhere_under_another_name_keeps_both(club, mistaken):
    alias = mistaken.entrants.order_by("number")[1].players.order_by("pk")[0]
    person = Player.objects.create(club=club, name="Başka Yerde")
    enter_named(Tournament.objects.get(name="Kalan Kupa"), [("Takım 2", ("Başka Yerde", "Ece Demir"))])
    Player.objects.filter(pk=alias.pk).update(same_as=person, own_name=alias.name)
    erasure.erase(tournament=mistaken, **BY)
    alias.refresh_from_db()
    assert (alias.anonymous_as, alias.same_as) == (None, person)
    assert entrants_of(person)[0].tournament.name == "Kalan Kupa"
    assert len(entrants_of(person)) == 1


def test_so_is_who_was_taken_off_its_list_before(club):
    tournament = open_tournament(club=club, pairs=3)
    entry_list.remove_entrant(entrant=tournament.entrants.get(number=3), **BY)
    erasure.erase(tournament=tournament, **BY)
    assert not Player.objects.filter(club=club, name__contains="Işık3").exists()
    assert Player.objects.filter(club=club, name__contains="Işık1").exists()


def test_a_row_of_its_log_loses_the_names_too(mistaken):
    audit_log.write("entrant_added", tournament=mistaken, after={"name": "Ayşe Işık2"}, **BY)
    erasure.erase(tournament=mistaken, **BY)
    told = "".join(LogRow.objects.filter(tournament=mistaken).values_list("after", flat=True))
    assert "Işık2" not in told


def test_what_was_played_is_not_erased(mistaken):
    play_hand(encounters_of(mistaken)[0])
    with pytest.raises(WasPlayed):
        erasure.erase(tournament=mistaken, **BY)
    mistaken.refresh_from_db()
    assert mistaken.name == "Yanlış Kupa"


def test_statements_do_not_grow_with_its_list(club, django_assert_max_num_queries):
    tournament = open_tournament(club=club, pairs=32)
    with django_assert_max_num_queries(60):
        erasure.erase(tournament=tournament, **BY)


@pytest.mark.parametrize(
    "act",
    [
        visibility.publish,
        visibility.make_draft,
        visibility.put_away,
        visibility.take_out,
        cancellation.take_up,
        erasure.erase,
    ],
)
def test_nothing_can_become_of_an_erased_one(mistaken, act):
    erasure.erase(tournament=mistaken, **BY)
    rows = LogRow.objects.count()
    with pytest.raises(TournamentErased):
        act(tournament=mistaken, **BY)
    assert LogRow.objects.count() == rows
