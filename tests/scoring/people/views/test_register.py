from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import NOW, MembershipFactory, drawn_tournament, open_tournament
from tests.languages import LanguageClient
from tests.module_fixtures import module_fixture
from tests.page_forms import seen_values
from tests.shown_messages import message_levels
from tournaments.enums import Role, Visibility
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, PersonCard, Player, Tournament
from tournaments.people.domain import registration
from tournaments.people.domain.contact_details import ContactDetails, details_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]

CARD = {
    "phone": "0532 111 22 33",
    "email": "a@b.example",
    "licence": "TR-17",
    "notes": "iki\r\nsatır",
    "agreed": "on",
}


@module_fixture
def club() -> Club:
    return MembershipFactory.create(role=Role.OWNER).club


@module_fixture
def drawn(club: Club) -> Tournament:
    return drawn_tournament(club=club, pairs=4, groups=1)


@pytest.fixture
def newcomer(club: Club) -> Player:
    return registration.add_person(club=club, name="Ayşe Kaya", by=CONSOLE, at=NOW)


def people_url(name: str, club: Club, *more: Any) -> str:
    return reverse(f"scoring:{name}", args=[club.public_id, *(item.public_id for item in more)])


def save(client: Client, club: Club, person: Player, **fields: str) -> Any:
    page = client.get(people_url("person", club, person))
    return client.post(
        people_url("save_contact_details", club, person),
        {**fields, "seen": seen_values(page)},
    )


def test_person_is_registered_before_playing(organizer_client, club):
    answer = organizer_client.post(people_url("add_person", club), {"name": "Ayşe Kaya"}, follow=True)
    assert message_levels(answer) == ["success"]
    person = Player.objects.get(club=club, name="Ayşe Kaya")
    assert (answer.context["player"], list(answer.context["entrants"])) == (person, [])


def test_known_name_asks_whether_it_is_another_person(organizer_client, club, newcomer):
    again = organizer_client.post(people_url("add_person", club), {"name": "Ayşe Kaya"})
    assert (again.status_code, again.context["asks_namesake"]) == (422, True)
    assert 'name="namesake"' in again.content.decode()
    assert 'value="Ayşe Kaya"' in again.content.decode()
    assert (
        organizer_client.post(
            people_url("add_person", club), {"name": "Ayşe Kaya", "namesake": "on"}
        ).status_code
        == 303
    )


def test_invalid_input_is_refused_and_kept(organizer_client, club, newcomer):
    nameless = organizer_client.post(people_url("add_person", club), {"name": "\u200b"})
    assert (nameless.status_code, nameless.context["asks_namesake"]) == (422, False)
    assert nameless.context["form"].has_error("name")
    assert 'name="namesake"' not in nameless.content.decode()
    answer = save(organizer_client, club, newcomer, phone="evde yok", email="nobody", notes="x" * 1001)
    html = answer.content.decode()
    assert answer.status_code == 422
    assert set(answer.context["card_form"].errors) == {"phone", "email", "notes"}
    assert "evde yok" in html
    assert not PersonCard.objects.exists()


def test_contact_details_are_stored_and_searchable(organizer_client, club, drawn, newcomer):
    assert save(organizer_client, club, newcomer, **CARD).status_code == 303
    stored_details = details_of(newcomer)
    assert (stored_details.phone, stored_details.notes, stored_details.agreed_on is not None) == (
        "0532 111 22 33",
        "iki\nsatır",
        True,
    )
    page = organizer_client.get(people_url("person", club, newcomer)).content.decode()
    assert 'href="tel:05321112233"' in page
    assert "mailto:a@b.example" in page
    for search_text in ("0532111", "A@B", "tr-17"):
        rows = organizer_client.get(people_url("club_people", club), {"name": search_text}).context["people"]
        assert [row.person for row in rows] == [newcomer]
    assert not organizer_client.get(people_url("club_people", club), {"name": "05"}).context["people"]


def test_concurrent_change_of_details_is_refused(organizer_client, club, newcomer):
    old = seen_values(organizer_client.get(people_url("person", club, newcomer)))
    save(organizer_client, club, newcomer, phone="0532 111 22 33")
    late = organizer_client.post(
        people_url("save_contact_details", club, newcomer), {"phone": "0544 111 22 33", "seen": old}
    )
    html = late.content.decode()
    assert late.status_code == 422
    assert [clash.name for clash in late.context["card_form"].clashes] == ["phone"]
    assert "0532 111 22 33" in html
    assert 'value="0544 111 22 33"' in html
    now = seen_values(late)
    organizer_client.post(
        people_url("save_contact_details", club, newcomer), {"phone": "0544 111 22 33", "seen": now}
    )
    assert details_of(newcomer) == ContactDetails(phone="0544 111 22 33")


def test_people_absent_since_a_day_are_listed(organizer_client, club, drawn, newcomer):
    day = drawn.last_day
    all_people = organizer_client.get(people_url("club_people", club)).context["page"].paginator.count
    absent = organizer_client.get(people_url("club_people", club), {"since": day.isoformat()}).context[
        "people"
    ]
    assert [row.person for row in absent] == [newcomer]
    later = date.fromordinal(day.toordinal() + 1).isoformat()
    assert (
        organizer_client.get(people_url("club_people", club), {"since": later})
        .context["page"]
        .paginator.count
        == all_people
    )
    assert organizer_client.get(people_url("club_people", club), {"since": "soon"}).context["since"] is None
    assert f"last played {day.day}" in organizer_client.get(people_url("club_people", club)).content.decode()


def test_only_people_who_never_played_can_be_removed(organizer_client, club, drawn, newcomer):
    assert organizer_client.post(people_url("remove_person", club, newcomer)).status_code == 303
    seated = Player.objects.filter(club=club).order_by("pk")[0]
    refused = organizer_client.post(people_url("remove_person", club, seated))
    assert (refused.status_code, refused.context["refusal"].code) == (422, "person_has_played")
    assert not Player.objects.filter(pk=newcomer.pk).exists()


def test_public_pages_show_no_contact_details(organizer_client, club, drawn):
    seated = Player.objects.filter(club=club).order_by("pk")[0]
    save(organizer_client, club, seated, **CARD)
    for name, key in (("player", seated), ("tournament", drawn), ("entrants", drawn)):
        html = LanguageClient("en").get(reverse(f"scoring:{name}", args=[key.public_id])).content.decode()
        assert "0532" not in html
        assert "TR-17" not in html


def test_only_drawn_public_tournaments_that_are_not_cancelled_count_as_played(organizer_client, club, drawn):
    person = Player.objects.filter(club=club).order_by("pk")[0]
    later = drawn.last_day + timedelta(days=30)
    days = {"first_day": later, "last_day": later}
    for name, fields in (("Açık", {}), ("Taslak", {"visibility": Visibility.DRAFT})):
        open_tournament(club=club, pairs=4, name=name, **days, **fields)
    off = drawn_tournament(club=club, pairs=4, groups=1, name="İptal", **days)
    Tournament.objects.filter(pk=off.pk).update(cancelled_at=NOW, cancelled_because="kar")
    (row,) = organizer_client.get(people_url("club_people", club), {"name": person.real_name}).context[
        "people"
    ]
    assert (row.person, row.tournament_count, row.last_day) == (person, 1, drawn.last_day)
    since = organizer_client.get(people_url("club_people", club), {"since": later.isoformat()}).context[
        "page"
    ]
    assert person in since.paginator.object_list
    page = " ".join(organizer_client.get(people_url("person", club, person)).content.decode().split())
    for label in ("Açık · not played yet", "Taslak · not played yet", "İptal · cancelled"):
        assert label in page
    assert f"{drawn.name} ·" not in page
