"""The organizer's pages of a club's people."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.people.domain.anonymization import make_anonymous
from tests.factories import NOW, ClubFactory, MembershipFactory, drawn_tournament, open_tournament
from tests.kept import kept
from tests.languages import Reader
from tests.meanwhile import meanwhile
from tournaments.entrants.domain import entry_list
from tournaments.enums import Role
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, Encounter, Entrant, Player, Tournament
from tournaments.people.domain import merging

pytestmark = [pytest.mark.django_db, pytest.mark.english]

SAVE = {"save": "1"}


@kept
def club() -> Club:
    return MembershipFactory.create(role=Role.OWNER).club


@kept
def drawn(club: Club) -> Tournament:
    """A tournament that is drawn, in which Ayse Kaya is misspelt, and one before it with Ayşe Kaya."""
    entered(open_tournament(club=club, name="Yaz Kupası"), "Ayşe Kaya", "Ece Demir")
    tournament = drawn_tournament(club=club, pairs=4, groups=1)
    own = tournament.entrants.get(number=1)
    Entrant.objects.filter(pk=own.pk).update(name="Kaya – Öz1")
    own.players.filter(name="Ayşe Işık1").update(name="Ayse Kaya")
    return tournament


@pytest.fixture
def desk(club) -> Client:
    client = Reader("en")
    client.force_login(club.memberships.get().user)
    return client


def entered(tournament: Tournament, *players: str) -> Entrant:
    name = " – ".join(player.split()[-1] for player in players)
    return entry_list.add_entrant(tournament=tournament, name=name, players=players, by=CONSOLE, at=NOW)


def player(name: str) -> Player:
    return Player.objects.of_name(name).get()


def at(name: str, club: Club, *more: Any) -> str:
    return reverse(f"scoring:{name}", args=[club.public_id, *(one.public_id for one in more)])


def test_everybody_of_the_club_is_found_by_name(desk, club, drawn):
    Player.objects.create(club=ClubFactory.create(), name="Ayşe Elsewhere")
    whole = desk.get(at("club_people", club))
    assert len(whole.context["people"]) == 10
    assert [[one.real_name for one in those] for those in whole.context["alike"]] == [
        ["Ayse Kaya", "Ayşe Kaya"]
    ]
    found = desk.get(at("club_people", club), {"name": "ayse k"})
    assert [(one.person.real_name, one.tournaments) for one in found.context["people"]] == [
        ("Ayse Kaya", 1),
        ("Ayşe Kaya", 0),
    ]
    assert "Nobody of this name" in desk.get(at("club_people", club), {"name": "zzz"}).content.decode()


def test_a_long_list_takes_as_many_queries_as_a_short_one(desk, club, drawn, django_assert_max_num_queries):
    for _more in range(2):
        with django_assert_max_num_queries(9):
            desk.get(at("club_people", club))
        with django_assert_max_num_queries(13):
            desk.get(at("person", club, player("Ayse Kaya")))
        entered(open_tournament(club=club), *(f"Ayşe Kaya {'abcdefgh'[one]}" for one in range(2)))
        Player.objects.bulk_create(Player(club=club, name=f"Veli Şen {'x' * one}") for one in range(60))


def test_a_name_is_corrected_after_the_draw_once_it_was_seen_what_follows(desk, club, drawn):
    own = player("Ayse Kaya")
    seen = desk.post(at("rename_person", club, own), {"name": "Ayşe Karaca"}).content.decode()
    assert "Güz Kupası: “Kaya – Öz1” becomes “Karaca – Öz1”." in seen
    own.refresh_from_db()
    assert own.name == "Ayse Kaya"
    answer = desk.post(at("rename_person", club, own), {"name": "Ayşe Karaca"} | SAVE)
    assert answer.headers["Location"] == at("person", club, own)
    page = desk.get(at("person", club, own)).content.decode()
    assert "Ayse Kaya → Ayşe Karaca" in page
    encounter = Encounter.objects.filter(sides__entrant__players=own).order_by("pk")[0]
    addresses = {
        "scoring:entrants": drawn,
        "scoring:groups": drawn,
        "scoring:schedule": drawn,
        "scoring:encounter": encounter,
        "scoring:sheet": encounter,
        "scoring:player": own,
    }
    for name, of in addresses.items():
        public = Client().get(reverse(name, args=[of.public_id])).content.decode()
        assert "Karaca" in public, name
        assert "Kaya" not in public, name


def test_the_same_name_again_changes_nothing(desk, club, drawn):
    own = player("Ayse Kaya")
    answer = desk.post(at("rename_person", club, own), {"name": " Ayse  Kaya "})
    assert answer.headers["Location"] == at("person", club, own)


@pytest.mark.parametrize("typed", ["", "x" * 81])
def test_what_is_no_name_is_refused_in_words_and_stays_in_its_field(desk, club, drawn, typed):
    for more in ({}, SAVE):
        answer = desk.post(at("rename_person", club, player("Ayse Kaya")), {"name": typed} | more)
        assert (answer.status_code, answer.context["refusal"].code) == (422, "name_unreadable")
        assert f'value="{typed or "Ayse Kaya"}"' in answer.content.decode()


def test_a_name_is_corrected_without_the_signs_that_nobody_sees(desk, club, drawn):
    own = player("Ayse Kaya")
    desk.post(at("rename_person", club, own), {"name": "Ayşe Nur\u200e Karaca"} | SAVE)
    assert player("Ayşe Nur Karaca") == own


def test_two_spellings_are_suggested_joined_and_parted(desk, club, drawn):
    misspelt, right = player("Ayse Kaya"), player("Ayşe Kaya")
    page = desk.get(at("person", club, right))
    assert [one.person for one in page.context["alike"]] == [misspelt]
    sent = {"other": str(misspelt.public_id)}
    seen = desk.post(at("join_people", club, right), sent)
    assert "“Ayse Kaya” and “Ayşe Kaya” become one person, who is called “Ayşe Kaya”" in seen.content.decode()
    assert "“Ayse Kaya” brings 1 tournament along." in seen.content.decode()
    assert Player.objects.people().filter(club=club).count() == 10
    assert desk.post(at("join_people", club, right), sent | SAVE).headers["Location"] == at(
        "person", club, right
    )
    moved = desk.get(at("person", club, misspelt))
    assert moved.headers["Location"] == at("person", club, right)
    page = desk.get(at("person", club, right))
    assert [one.tournament.name for one in page.context["entrants"]] == ["Güz Kupası", "Yaz Kupası"]
    public = Client().get(reverse("scoring:player", args=[misspelt.public_id]))
    assert (public.status_code, public.headers["Location"]) == (
        302,
        reverse("scoring:player", args=[right.public_id]),
    )
    assert Client().get(public.headers["Location"]).status_code == 200
    assert desk.post(at("part_people", club, misspelt)).status_code == 200
    assert desk.post(at("part_people", club, misspelt), SAVE).headers["Location"] == at(
        "person", club, misspelt
    )
    for one in (misspelt, right):
        assert Client().get(reverse("scoring:player", args=[one.public_id])).status_code == 200
    assert desk.post(at("part_people", club, misspelt), SAVE).status_code == 422


def test_which_of_the_two_names_stays_can_be_turned_round(desk, club, drawn):
    misspelt, right = player("Ayse Kaya"), player("Ayşe Kaya")
    sent = {"other": str(right.public_id), "keep": "other"}
    seen = desk.post(at("join_people", club, misspelt), sent)
    assert (seen.context["seen"].after, seen.context["turn"]) == ("Ayşe Kaya", "this")
    answer = desk.post(at("join_people", club, misspelt), sent | SAVE)
    assert answer.headers["Location"] == at("person", club, right)
    misspelt.refresh_from_db()
    assert misspelt.same_as == right


def test_of_two_windows_that_join_the_same_two_the_second_is_told_on_the_persons_page(desk, club, drawn):
    misspelt, right = player("Ayse Kaya"), player("Ayşe Kaya")
    with meanwhile(lambda: merging.join(alias=misspelt, person=right, by=CONSOLE, at=NOW)):
        answer = desk.post(
            at("join_people", club, misspelt), {"other": str(right.public_id)} | SAVE, follow=True
        )
    assert answer.redirect_chain[-1][0] == at("person", club, right)
    assert "Ayşe Kaya is this person already." in answer.content.decode()


def test_who_was_made_anonymous_a_moment_ago_is_joined_with_nobody(desk, club, drawn):
    here, gone = player("Ayse Kaya"), player("Ayşe Kaya")
    join = {"other": str(gone.public_id)} | SAVE
    make_anonymous(player=gone, by=CONSOLE, at=NOW)
    answer = desk.post(at("join_people", club, here), join)
    assert (answer.status_code, answer.context["refusal"].code) == (422, "no_name_left")
    with meanwhile(lambda: make_anonymous(player=here, by=CONSOLE, at=NOW)):
        answer = desk.post(at("join_people", club, here), join)
    assert answer.headers["Location"] == at("club_people", club)


def test_two_who_play_together_stay_two(desk, club, drawn):
    own, partner = drawn.entrants.get(number=1).players.order_by("pk")
    for more in ({}, SAVE):
        answer = desk.post(at("join_people", club, own), {"other": str(partner.public_id)} | more)
        assert (answer.status_code, answer.context["refusal"].code) == (422, "two_people")


def test_nobody_of_another_club_is_joined_or_opened(desk, club, drawn):
    stranger = Player.objects.create(club=ClubFactory.create(), name="Ayşe Kaya")
    own = player("Ayse Kaya")
    for other in (str(stranger.public_id), "x", ""):
        assert desk.post(at("join_people", club, own), {"other": other} | SAVE).status_code == 404
    assert desk.get(at("person", club, stranger)).status_code == 404


def test_the_pages_are_reached_from_the_club_and_from_an_entrant(desk, club, drawn):
    assert at("club_people", club) in desk.get(reverse("tournaments:desk")).content.decode()
    own = drawn.entrants.get(number=1)
    page = desk.get(
        reverse("scoring:entrant_changes", args=[drawn.public_id, own.public_id])
    ).content.decode()
    assert at("person", club, player("Ayse Kaya")) in page
    before = Entrant.objects.get(tournament__name="Yaz Kupası")
    page = desk.get(reverse("tournaments:entrant", args=[before.tournament.public_id, before.public_id]))
    assert at("person", club, player("Ayşe Kaya")) in page.content.decode()
