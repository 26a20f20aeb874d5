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
from tests.languages import LanguageClient
from tests.module_fixtures import module_fixture
from tests.tournaments.signup.domain.applicants import CONTACT, apply, set_terms
from tournaments.enums import NameDisplay, Role
from tournaments.log.actor import CONSOLE
from tournaments.models import Application, Club, LogRow, Player, Tournament
from tournaments.people.domain import merging, registration
from tournaments.people.domain.contact_details import ContactDetails, update_details
from tournaments.people.domain.public_names import choose_public_names
from tournaments.signup.domain.decisions import accept

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]


@module_fixture
def club() -> Club:
    return MembershipFactory.create(role=Role.OWNER).club


@module_fixture
def played(club: Club) -> Tournament:
    """A person with an alias and contact details, whose partner has another public name."""
    tournament = drawn_tournament(club=club, pairs=4, groups=1)
    play_encounter(encounters_of(tournament)[0])
    person, partner = _pair(tournament)
    card = ContactDetails("0532 111 22 33", "a@b.example", "TR-17", "sol elle")
    update_details(player=person, details=card, by=CONSOLE, at=NOW)
    alias = registration.add_person(club=club, name="Eski Yazılış", by=CONSOLE, at=NOW)
    merging.merge(alias=alias, person=person, by=CONSOLE, at=NOW)
    hides = {partner: NameDisplay.HIDDEN}
    choose_public_names(tournament=tournament, choices=hides, by=CONSOLE, at=NOW)
    return tournament


def _pair(tournament: Tournament) -> list[Player]:
    sides = encounters_of(tournament)[0].sides_in_order
    assert sides[0].entrant
    return [row.player for row in sides[0].entrant.roster.order_by("place")]


def address(person: Player) -> str:
    return reverse("scoring:person_export", args=[person.club.public_id, person.public_id])


def export_of(client: Client, person: Player) -> dict[str, Any]:
    answer = client.post(address(person))
    assert answer.headers["Content-Type"].startswith("application/json")
    assert "attachment" in answer.headers["Content-Disposition"]
    data: dict[str, Any] = json.loads(answer.content)
    return data


def test_file_has_all_data_and_the_export_is_logged(organizer_client, played):
    person, _partner = _pair(played)
    data = export_of(organizer_client, person)
    assert data["person"]["name"] == person.real_name
    assert data["person"]["also_called"] == ["Eski Yazılış"]
    assert data["contact"] == {
        "phone": "0532 111 22 33",
        "email": "a@b.example",
        "licence": "TR-17",
        "notes": "sol elle",
        "agreed_on": None,
    }
    (tournament,) = data["tournaments"]
    assert (tournament["tournament"], tournament["with"]) == (played.name, ["C. Ö."])
    assert tournament["figures"]["hands"] == data["figures"][0]["hands"] > 0
    assert tournament["encounters"][0]["penalty_points"]
    assert {"Contact details or notes changed", "Two people merged"} <= {row["what"] for row in data["log"]}
    row = LogRow.objects.get(action="person_data_exported")
    assert (row.subject, row.after, row.user) == (
        str(person.public_id),
        "",
        person.club.memberships.get().user,
    )
    assert export_of(organizer_client, person)["log"][0]["what"] == "Stored data of a person downloaded"


@pytest.mark.parametrize(
    ("language", "phrases"),
    [
        ("en", ["Data stored about", "As of"]),
        ("tr", ["için saklananların tümü", "Lisans numarası", "Günlükte"]),
    ],
)
def test_document_has_the_content_of_the_page(organizer_client, played, language, phrases):
    person, partner = _pair(played)
    client = LanguageClient(language)
    client.force_login(person.club.memberships.get().user)
    answer = client.post(address(person), {"as": "pdf"})
    assert answer.headers["Content-Type"] == "application/pdf"
    assert answer.headers["Content-Disposition"].endswith('.pdf"')
    text = "".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)
    expected = (person.real_name, "0532 111 22 33", "TR-17", "sol elle", "Eski Yazılış", played.name, "C. Ö.")
    assert [phrase for phrase in (*expected, *phrases) if phrase not in text] == []
    partner.refresh_from_db()
    assert partner.real_name not in text
    assert LogRow.objects.filter(action="person_data_exported", subject=str(person.public_id)).count() == 1


def test_other_peoples_hidden_names_are_left_out(organizer_client, played):
    person, partner = _pair(played)
    partner.refresh_from_db()
    hidden = partner.real_name
    assert hidden != partner.name == "C. Ö."
    assert hidden not in organizer_client.post(address(person)).content.decode()
    assert hidden not in organizer_client.get(address(person)).content.decode()


def test_page_shows_the_same_and_logs_nothing(organizer_client, played):
    person, _partner = _pair(played)
    page = organizer_client.get(address(person)).content.decode()
    for phrase in ("0532 111 22 33", "TR-17", "sol elle", "Eski Yazılış", played.name, "C. Ö."):
        assert phrase in page
    assert not LogRow.objects.filter(action="person_data_exported").exists()
    person_page = organizer_client.get(
        reverse("scoring:person", args=[person.club.public_id, person.public_id])
    )
    assert address(person) in person_page.content.decode()


def test_sign_ups_are_included_and_name_matches_marked(organizer_client, club):
    tournament = open_tournament(club=club)
    set_terms(tournament, capacity=1)
    accept(application=apply(tournament, "Ali Kaya", "Ece Demir"), by=CONSOLE, at=NOW)
    apply(tournament, "Ali Kaya", "Su Ak")
    apply(tournament, "Can Er", "Nil Öz")
    ali = Player.objects.get(club=club, name="Ali Kaya")
    sign_ups = export_of(organizer_client, ali)["sign_ups"]
    assert {sign_up["found_by_name_alone"] for sign_up in sign_ups} == {True, False}
    assert {sign_up["contact"] for sign_up in sign_ups} == {CONTACT}
    assert "Can Er" not in json.dumps(sign_ups, ensure_ascii=False)
    assert organizer_client.get(address(ali)).content.decode().count('data-test="matched-by-name"') == 1
    Application.objects.update(forgotten_at=NOW)
    assert export_of(organizer_client, ali)["sign_ups"] == []


def test_people_of_another_club_are_404(organizer_client, played):
    stranger = registration.add_person(
        club=MembershipFactory.create().club, name="Can Su", by=CONSOLE, at=NOW
    )
    assert organizer_client.get(address(stranger)).status_code == 404
    assert organizer_client.post(address(stranger)).status_code == 404


def test_export_takes_the_same_queries_for_more_tournaments(
    organizer_client, club, django_assert_max_num_queries
):
    person = registration.add_person(club=club, name="Can Su", by=CONSOLE, at=NOW)
    with django_assert_max_num_queries(45):
        organizer_client.get(address(person))


def test_entered_tournament_is_not_shown_as_played(organizer_client, played):
    person, _partner = _pair(played)
    open_tournament(club=person.club, pairs=4, name="Gelecek")
    played_by_tournament = {
        row["tournament"]: row["played"] for row in export_of(organizer_client, person)["tournaments"]
    }
    assert played_by_tournament == {played.name: True, "Gelecek": False}
    assert organizer_client.get(address(person)).content.decode().count("not played yet") == 1
    document = PdfReader(BytesIO(organizer_client.post(address(person), {"as": "pdf"}).content))
    assert "".join(page.extract_text() for page in document.pages).count("not played yet") == 1
