from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.people.domain import make_anonymous
from tests.concurrent_change import run_meanwhile
from tests.factories import NOW, ClubFactory, MembershipFactory, drawn_tournament, open_tournament
from tests.module_fixtures import module_fixture
from tests.shown_messages import message_levels
from tournaments.entrants.domain import entry_list
from tournaments.enums import Role
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, Encounter, Entrant, LogRow, Player, Tournament
from tournaments.people.domain import merging
from tournaments.people.domain.rosters import ListedEntrant
from tournaments.sentences import untranslated

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]

SAVE = {"save": "1"}


@module_fixture
def club() -> Club:
    return MembershipFactory.create(role=Role.OWNER).club


@module_fixture
def drawn(club: Club) -> Tournament:
    """A drawn tournament with the misspelt Ayse Kaya, and an earlier one with Ayşe Kaya."""
    enter_pair(open_tournament(club=club, name="Yaz Kupası"), "Ayşe Kaya", "Ece Demir")
    tournament = drawn_tournament(club=club, pairs=4, groups=1)
    entrant = tournament.entrants.get(number=1)
    Entrant.objects.filter(pk=entrant.pk).update(name="Kaya – Öz1")
    entrant.players.filter(name="Ayşe Işık1").update(name="Ayse Kaya")
    return tournament


def enter_pair(tournament: Tournament, *players: str) -> Entrant:
    name = " – ".join(player.split()[-1] for player in players)
    return entry_list.add_entrant(tournament=tournament, name=name, players=players, by=CONSOLE, at=NOW)


def player(name: str) -> Player:
    return Player.objects.with_real_name(name).get()


def people_url(name: str, club: Club, *more: Any) -> str:
    return reverse(f"scoring:{name}", args=[club.public_id, *(item.public_id for item in more)])


def test_people_are_found_by_name(organizer_client, club, drawn):
    Player.objects.create(club=ClubFactory.create(), name="Ayşe Elsewhere")
    whole = organizer_client.get(people_url("club_people", club))
    assert len(whole.context["people"]) == 10
    assert [[person.real_name for person, _detail in those] for those in whole.context["similar_names"]] == [
        ["Ayse Kaya", "Ayşe Kaya"]
    ]
    response = organizer_client.get(people_url("club_people", club), {"name": "ayse k"})
    assert [(row.person.real_name, row.tournament_count) for row in response.context["people"]] == [
        ("Ayse Kaya", 1),
        ("Ayşe Kaya", 0),
    ]
    nobody = organizer_client.get(people_url("club_people", club), {"name": "zzz"})
    assert list(nobody.context["people"]) == []


def test_queries_do_not_grow_with_people(organizer_client, club, drawn, django_assert_max_num_queries):
    for _more in range(2):
        with django_assert_max_num_queries(10):
            organizer_client.get(people_url("club_people", club))
        with django_assert_max_num_queries(15):
            organizer_client.get(people_url("person", club, player("Ayse Kaya")))
        enter_pair(open_tournament(club=club), *(f"Ayşe Kaya {'abcdefgh'[index]}" for index in range(2)))
        Player.objects.bulk_create(Player(club=club, name=f"Veli Şen {'x' * index}") for index in range(60))


@pytest.mark.slow
def test_name_is_corrected_after_a_preview(organizer_client, club, drawn):
    person = player("Ayse Kaya")
    seen = organizer_client.post(people_url("rename_person", club, person), {"name": "Ayşe Karaca"})
    [pair] = seen.context["preview"].pairs
    assert (pair.entrant.tournament.name, pair.before, pair.after) == (
        "Güz Kupası",
        "Kaya – Öz1",
        "Karaca – Öz1",
    )
    for name in (pair.before, pair.after):
        assert f"“{untranslated(name)}”" in seen.content.decode()
    person.refresh_from_db()
    assert person.name == "Ayse Kaya"
    answer = organizer_client.post(people_url("rename_person", club, person), {"name": "Ayşe Karaca"} | SAVE)
    assert answer.headers["Location"] == people_url("person", club, person)
    page = organizer_client.get(people_url("person", club, person)).content.decode()
    assert "Ayse Kaya → Ayşe Karaca" in page
    encounter = Encounter.objects.filter(sides__entrant__players=person).order_by("pk")[0]
    addresses = {
        "scoring:entrants": drawn,
        "scoring:groups": drawn,
        "scoring:schedule": drawn,
        "scoring:encounter": encounter,
        "scoring:sheet": encounter,
        "scoring:player": person,
    }
    for name, of in addresses.items():
        public = Client().get(reverse(name, args=[of.public_id])).content.decode()
        assert "Karaca" in public, name
        assert "Kaya" not in public, name


def test_unchanged_name_stores_nothing(organizer_client, club, drawn):
    person = player("Ayse Kaya")
    answer = organizer_client.post(people_url("rename_person", club, person), {"name": " Ayse  Kaya "})
    assert answer.headers["Location"] == people_url("person", club, person)


@pytest.mark.parametrize("typed", ["", "x" * 81])
def test_invalid_name_is_refused_with_input_kept(organizer_client, club, drawn, typed):
    for more in ({}, SAVE):
        answer = organizer_client.post(
            people_url("rename_person", club, player("Ayse Kaya")), {"name": typed} | more
        )
        assert (answer.status_code, answer.context["refusal"].code) == (422, "name_unreadable")
        assert f'value="{typed or "Ayse Kaya"}"' in answer.content.decode()


def test_invisible_characters_are_removed_from_names(organizer_client, club, drawn):
    person = player("Ayse Kaya")
    organizer_client.post(people_url("rename_person", club, person), {"name": "Ayşe Nur\u200e Karaca"} | SAVE)
    assert player("Ayşe Nur Karaca") == person


@pytest.mark.slow
def test_two_spellings_are_suggested_merged_and_split(organizer_client, club, drawn):
    misspelt, right = player("Ayse Kaya"), player("Ayşe Kaya")
    page = organizer_client.get(people_url("person", club, right))
    assert [row.person for row in page.context["similar_people"]] == [misspelt]
    sent = {"other": str(misspelt.public_id)}
    seen = organizer_client.post(people_url("merge_people", club, right), sent)
    preview = seen.context["preview"]
    assert (preview.before, preview.after) == ("Ayse Kaya", "Ayşe Kaya")
    assert (seen.context["is_merge"], seen.context["alias_tournaments"]) == (True, 1)
    assert "“Ayse Kaya”" in seen.content.decode()
    assert Player.objects.people().filter(club=club).count() == 10
    assert organizer_client.post(people_url("merge_people", club, right), sent | SAVE).headers[
        "Location"
    ] == people_url("person", club, right)
    moved = organizer_client.get(people_url("person", club, misspelt))
    assert moved.headers["Location"] == people_url("person", club, right)
    page = organizer_client.get(people_url("person", club, right))
    assert [entrant.tournament.name for entrant in page.context["entrants"]] == ["Güz Kupası", "Yaz Kupası"]
    public = Client().get(reverse("scoring:player", args=[misspelt.public_id]))
    assert (public.status_code, public.headers["Location"]) == (
        302,
        reverse("scoring:player", args=[right.public_id]),
    )
    assert Client().get(public.headers["Location"]).status_code == 200
    assert organizer_client.post(people_url("split_people", club, misspelt)).status_code == 200
    assert organizer_client.post(people_url("split_people", club, misspelt), SAVE).headers[
        "Location"
    ] == people_url("person", club, misspelt)
    for identity in (misspelt, right):
        assert Client().get(reverse("scoring:player", args=[identity.public_id])).status_code == 200
    assert organizer_client.post(people_url("split_people", club, misspelt), SAVE).status_code == 422


def test_name_to_keep_can_be_swapped(organizer_client, club, drawn):
    misspelt, right = player("Ayse Kaya"), player("Ayşe Kaya")
    sent = {"other": str(right.public_id), "keep": "other"}
    seen = organizer_client.post(people_url("merge_people", club, misspelt), sent)
    assert (seen.context["preview"].after, seen.context["other_keep_choice"]) == ("Ayşe Kaya", "this")
    answer = organizer_client.post(people_url("merge_people", club, misspelt), sent | SAVE)
    assert answer.headers["Location"] == people_url("person", club, right)
    misspelt.refresh_from_db()
    assert misspelt.same_as == right


def test_second_merge_of_the_same_people_is_refused_on_the_persons_page(organizer_client, club, drawn):
    misspelt, right = player("Ayse Kaya"), player("Ayşe Kaya")
    with run_meanwhile(lambda: merging.merge(alias=misspelt, person=right, by=CONSOLE, at=NOW)):
        answer = organizer_client.post(
            people_url("merge_people", club, misspelt), {"other": str(right.public_id)} | SAVE, follow=True
        )
    assert answer.redirect_chain[-1][0] == people_url("person", club, right)
    assert message_levels(answer) == ["warning"]


def test_anonymized_person_cannot_be_merged(organizer_client, club, drawn):
    here, anonymized = player("Ayse Kaya"), player("Ayşe Kaya")
    join = {"other": str(anonymized.public_id)} | SAVE
    make_anonymous(player=anonymized, by=CONSOLE, at=NOW)
    answer = organizer_client.post(people_url("merge_people", club, here), join)
    assert (answer.status_code, answer.context["refusal"].code) == (422, "no_name_left")
    with run_meanwhile(lambda: make_anonymous(player=here, by=CONSOLE, at=NOW)):
        answer = organizer_client.post(people_url("merge_people", club, here), join)
    assert answer.headers["Location"] == people_url("club_people", club)


def test_partners_cannot_be_merged(organizer_client, club, drawn):
    person, partner = drawn.entrants.get(number=1).players.order_by("pk")
    for more in ({}, SAVE):
        answer = organizer_client.post(
            people_url("merge_people", club, person), {"other": str(partner.public_id)} | more
        )
        assert (answer.status_code, answer.context["refusal"].code) == (422, "different_people")


def test_people_of_another_club_are_404(organizer_client, club, drawn):
    stranger = Player.objects.create(club=ClubFactory.create(), name="Ayşe Kaya")
    person = player("Ayse Kaya")
    for other in (str(stranger.public_id), "x", ""):
        assert (
            organizer_client.post(
                people_url("merge_people", club, person), {"other": other} | SAVE
            ).status_code
            == 404
        )
    assert organizer_client.get(people_url("person", club, stranger)).status_code == 404


def test_club_and_entrant_pages_link_to_people(organizer_client, club, drawn):
    assert (
        people_url("club_people", club)
        in organizer_client.get(reverse("tournaments:dashboard")).content.decode()
    )
    entrant = drawn.entrants.get(number=1)
    page = organizer_client.get(
        reverse("scoring:entrant_changes", args=[drawn.public_id, entrant.public_id])
    ).content.decode()
    assert people_url("person", club, player("Ayse Kaya")) in page
    before = Entrant.objects.get(tournament__name="Yaz Kupası")
    page = organizer_client.get(
        reverse("tournaments:entrant", args=[before.tournament.public_id, before.public_id])
    )
    assert people_url("person", club, player("Ayşe Kaya")) in page.content.decode()


def similar_names(client: Client, club: Club) -> list[list[str]]:
    page = client.get(people_url("club_people", club))
    return [[person.real_name for person, _detail in group] for group in page.context["similar_names"]]


def test_distinguished_namesakes_are_not_proposed_again(organizer_client, club, drawn):
    people = [player("Ayse Kaya"), player("Ayşe Kaya")]
    answered = organizer_client.post(
        people_url("distinguish_people", club), {"people": [str(person.public_id) for person in people]}
    )
    assert answered.headers["Location"] == people_url("club_people", club)
    assert similar_names(organizer_client, club) == []
    page = organizer_client.get(people_url("person", club, people[0]))
    assert [row.person for row in page.context["similar_people"]] == []
    found = organizer_client.get(people_url("person", club, people[0]), {"name": "Kaya"})
    assert people[1] in [row.person for row in found.context["found_people"]]
    row = LogRow.objects.get(action="players_distinguished")
    assert (row.club, row.tournament) == (club, None)


def test_only_people_of_the_club_are_distinguished(organizer_client, club, drawn):
    stranger = Player.objects.create(club=ClubFactory.create(), name="Ayşe Elsewhere")
    keys = [str(player("Ayse Kaya").public_id), str(stranger.public_id), "no id"]
    organizer_client.post(people_url("distinguish_people", club), {"people": keys})
    assert not LogRow.objects.filter(action="players_distinguished").exists()


def test_namesakes_in_one_tournament_are_not_proposed_as_one(organizer_client, club):
    tournament = open_tournament(club=club, pairs=0)
    enter_pair(tournament, "Mehmet Yılmaz", "Can Er")
    entry = ListedEntrant("", ("MEHMET YILMAZ", "Su Ak"))
    entry_list.add_entrants(tournament=tournament, entries=[entry], by=CONSOLE, at=NOW)
    assert ["MEHMET YILMAZ", "Mehmet Yılmaz"] not in map(sorted, similar_names(organizer_client, club))


@pytest.mark.parametrize(("answer", "is_proposed"), [({1: None}, False), ({}, True)])
def test_another_person_in_the_entrants_form_is_not_proposed_as_the_same(
    organizer_client, club, answer, is_proposed
):
    Player.objects.create(club=club, name="Işıl Gök")
    tournament = open_tournament(club=club, pairs=0)
    entry = ListedEntrant("", ("Isil Gok", "Su Ak"), answers=answer)
    entry_list.add_entrants(tournament=tournament, entries=[entry], by=CONSOLE, at=NOW)
    proposed = ["Isil Gok", "Işıl Gök"] in map(sorted, similar_names(organizer_client, club))
    assert proposed == is_proposed


def test_namesakes_are_listed_with_what_tells_them_apart(organizer_client, club):
    tournament = open_tournament(club=club)
    first, second = (Player.objects.create(club=club, name="Mehmet Öz") for _number in range(2))
    for person, partner in ((first, "Ece Su"), (second, "Can Ak")):
        entry = ListedEntrant("", (person.name, partner), answers={1: person.public_id})
        other = tournament if person == first else open_tournament(club=club)
        entry_list.add_entrants(tournament=other, entries=[entry], by=CONSOLE, at=NOW)
    page = organizer_client.get(reverse("scoring:club_people", args=[club.public_id]))
    (group,) = [group for group in page.context["similar_names"] if group[0][0].real_name == "Mehmet Öz"]
    assert [("Ece Su" in detail, "Can Ak" in detail) for _person, detail in group] == [
        (True, False),
        (False, True),
    ]
