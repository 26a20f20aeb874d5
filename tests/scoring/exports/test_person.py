"""All that is kept of one person: to be read, printed and taken along, for him who asks."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from tests.factories import (
    NOW,
    MembershipFactory,
    drawn_tournament,
    encounters_of,
    open_tournament,
    play_encounter,
)
from tests.kept import kept
from tests.languages import Reader
from tests.tournaments.signup.domain.applicants import CONTACT, apply, set_terms
from tournaments.enums import NameShown, Role
from tournaments.log.actor import CONSOLE
from tournaments.models import Application, Club, LogRow, Player, Tournament
from tournaments.people.domain import merging, registration
from tournaments.people.domain.contact_details import Kept, keep, version_of
from tournaments.people.domain.public_names import Shown, choose
from tournaments.signup.domain.decisions import let_in

pytestmark = [pytest.mark.django_db, pytest.mark.english]


@kept
def club() -> Club:
    return MembershipFactory.create(role=Role.OWNER).club


@kept
def played(club: Club) -> Tournament:
    """A person with an alias and a card, whose partner is shown under another name."""
    made = drawn_tournament(club=club, pairs=4, groups=1)
    play_encounter(encounters_of(made)[0])
    person, partner = _pair(made)
    card = Kept("0532 111 22 33", "a@b.example", "TR-17", "sol elle")
    keep(player=person, kept=card, seen=version_of(Kept()), by=CONSOLE, at=NOW)
    alias = registration.add_person(club=club, name="Eski Yazılış", by=CONSOLE, at=NOW)
    merging.join(alias=alias, person=person, by=CONSOLE, at=NOW)
    hides = {partner: Shown(NameShown.ALIAS, "Bora")}
    choose(tournament=made, choices=hides, by=CONSOLE, at=NOW)
    return made


@pytest.fixture
def desk(club: Club) -> Client:
    client = Reader("en")
    client.force_login(club.memberships.get().user)
    return client


def _pair(tournament: Tournament) -> list[Player]:
    sides = encounters_of(tournament)[0].sides_in_order
    assert sides[0].entrant
    return [row.player for row in sides[0].entrant.roster.order_by("place")]


def address(person: Player) -> str:
    return reverse("scoring:kept_of_person", args=[person.club.public_id, person.public_id])


def taken(desk: Client, person: Player) -> dict[str, Any]:
    answer = desk.post(address(person))
    assert answer.headers["Content-Type"].startswith("application/json")
    assert "attachment" in answer.headers["Content-Disposition"]
    told: dict[str, Any] = json.loads(answer.content)
    return told


def test_everything_that_is_kept_is_in_the_file_and_the_log_says_that_it_was_taken(desk, played):
    person, _partner = _pair(played)
    told = taken(desk, person)
    assert told["person"]["name"] == person.real_name
    assert told["person"]["also_called"] == ["Eski Yazılış"]
    assert told["contact"] == {
        "phone": "0532 111 22 33",
        "email": "a@b.example",
        "licence": "TR-17",
        "notes": "sol elle",
        "agreed_on": None,
    }
    (tournament,) = told["tournaments"]
    assert (tournament["tournament"], tournament["with"]) == (played.name, ["Bora"])
    assert tournament["figures"]["hands"] == told["figures"][0]["hands"] > 0
    assert tournament["encounters"][0]["penalty_points"]
    assert {"Contact or notes changed", "Two people joined"} <= {row["what"] for row in told["log"]}
    row = LogRow.objects.get(action="person_data_handed_out")
    assert (row.subject, row.after, row.user) == (
        str(person.public_id),
        "",
        person.club.memberships.get().user,
    )
    assert taken(desk, person)["log"][0]["what"] == "All that is kept of a person taken along"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["All that is kept of", "As of"]),
        ("tr", ["için saklananların tümü", "Lisans numarası", "Günlükte"]),
    ],
)
def test_it_goes_out_as_a_document_that_says_what_the_page_says(desk, played, language, said):
    person, partner = _pair(played)
    client = Reader(language)
    client.force_login(person.club.memberships.get().user)
    answer = client.post(address(person), {"as": "pdf"})
    assert answer.headers["Content-Type"] == "application/pdf"
    assert answer.headers["Content-Disposition"].endswith('.pdf"')
    text = "".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)
    told = (person.real_name, "0532 111 22 33", "TR-17", "sol elle", "Eski Yazılış", played.name, "Bora")
    assert [one for one in (*told, *said) if one not in text] == []
    partner.refresh_from_db()
    assert partner.real_name not in text
    assert LogRow.objects.filter(action="person_data_handed_out", subject=str(person.public_id)).count() == 1


def test_nobody_elses_hidden_name_is_in_it(desk, played):
    person, partner = _pair(played)
    partner.refresh_from_db()
    hidden = partner.real_name
    assert hidden != partner.name == "Bora"
    assert hidden not in desk.post(address(person)).content.decode()
    assert hidden not in desk.get(address(person)).content.decode()


def test_the_page_shows_the_same_and_notes_nothing(desk, played):
    person, _partner = _pair(played)
    page = desk.get(address(person)).content.decode()
    for said in ("0532 111 22 33", "TR-17", "sol elle", "Eski Yazılış", played.name, "Bora"):
        assert said in page
    assert not LogRow.objects.filter(action="person_data_handed_out").exists()
    asked = desk.get(reverse("scoring:person", args=[person.club.public_id, person.public_id]))
    assert address(person) in asked.content.decode()


def test_sign_ups_are_in_it_and_those_found_by_the_name_alone_are_marked(desk, club):
    tournament = open_tournament(club=club)
    set_terms(tournament, capacity=1)
    let_in(application=apply(tournament, "Ali Kaya", "Ece Demir"), by=CONSOLE, at=NOW)
    apply(tournament, "Ali Kaya", "Su Ak")
    apply(tournament, "Can Er", "Nil Öz")
    ali = Player.objects.get(club=club, name="Ali Kaya")
    told = taken(desk, ali)["sign_ups"]
    assert {one["found_by_name_alone"] for one in told} == {True, False}
    assert {one["contact"] for one in told} == {CONTACT}
    assert "Can Er" not in json.dumps(told, ensure_ascii=False)
    assert "make sure that it is the same person" in desk.get(address(ali)).content.decode()
    Application.objects.update(forgotten_at=NOW)
    assert taken(desk, ali)["sign_ups"] == []


def test_another_clubs_people_are_nobodys(desk, played):
    stranger = registration.add_person(
        club=MembershipFactory.create().club, name="Can Su", by=CONSOLE, at=NOW
    )
    assert desk.get(address(stranger)).status_code == 404
    assert desk.post(address(stranger)).status_code == 404


def test_more_tournaments_cost_no_more_queries(desk, club, django_assert_max_num_queries):
    person = registration.add_person(club=club, name="Can Su", by=CONSOLE, at=NOW)
    with django_assert_max_num_queries(45):
        desk.get(address(person))


def test_what_he_is_only_entered_in_is_not_called_played(desk, played):
    person, _partner = _pair(played)
    open_tournament(club=person.club, pairs=4, name="Gelecek")
    told = {one["tournament"]: one["played"] for one in taken(desk, person)["tournaments"]}
    assert told == {played.name: True, "Gelecek": False}
    assert desk.get(address(person)).content.decode().count("not played yet") == 1
    document = PdfReader(BytesIO(desk.post(address(person), {"as": "pdf"}).content))
    assert "".join(page.extract_text() for page in document.pages).count("not played yet") == 1
