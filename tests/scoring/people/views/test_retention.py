from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import NOW, MembershipFactory, drawn_tournament, open_tournament
from tests.languages import LanguageClient
from tests.module_fixtures import module_fixture
from tests.page_forms import seen_values
from tests.shown_messages import english_message, message_levels
from tests.tournaments.signup.domain.applicants import apply, set_terms
from tournaments.enums import NameDisplay, Role
from tournaments.log.actor import CONSOLE
from tournaments.models import Application, Club, LogRow, PersonCard, Player, Tournament
from tournaments.people.domain import registration
from tournaments.people.domain.contact_details import ContactDetails, details_of, update_details
from tournaments.people.domain.public_names import ChoiceChanged, choose_for_player
from tournaments.sentences import untranslated

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]

DETAILS = ContactDetails("0532 111 22 33", "a@b.example", "TR-17", "sol elle", NOW.date())


@module_fixture
def club() -> Club:
    return MembershipFactory.create(role=Role.OWNER).club


@module_fixture
def drawn(club: Club) -> Tournament:
    return drawn_tournament(club=club, pairs=4, groups=1)


@pytest.fixture
def person(club: Club) -> Player:
    added = registration.add_person(club=club, name="Ayşe Kaya", by=CONSOLE, at=NOW)
    update_details(player=added, details=DETAILS, by=CONSOLE, at=NOW)
    return added


def member_client(club: Club, role: Role) -> Client:
    client = LanguageClient("en")
    client.force_login(MembershipFactory.create(club=club, role=role).user)
    return client


@pytest.fixture
def organizer_client(club: Club) -> Client:
    return member_client(club, Role.OWNER)


def people_url(name: str, club: Club, *more: Any) -> str:
    return reverse(f"scoring:{name}", args=[club.public_id, *(item.public_id for item in more)])


def page_of(client: Client, club: Club, person: Player) -> str:
    return " ".join(client.get(people_url("person", club, person)).content.decode().split())


def test_page_shows_stored_details_their_retention_and_the_next_deletion(organizer_client, club, person):
    page = organizer_client.get(people_url("contact_retention", club))
    assert "until 24 months after the last tournament" in " ".join(page.content.decode().split())
    assert page.context["next_deletions"] == []
    PersonCard.objects.update(changed_at=datetime(2000, 1, 1, tzinfo=UTC))
    page = organizer_client.get(people_url("contact_retention", club))
    [deletion] = page.context["next_deletions"]
    assert (deletion.person, deletion.kept_until) == (person, date(2002, 1, 1))
    assert "Ayşe Kaya" in page.content.decode()
    assert "1 January 2002" in page.content.decode()
    assert (
        people_url("contact_retention", club)
        in organizer_client.get(people_url("club_people", club)).content.decode()
    )


def test_shorter_period_lists_what_it_deletes_before_saving(organizer_client, club, person):
    PersonCard.objects.update(changed_at=datetime(2026, 1, 1, tzinfo=UTC))
    response = organizer_client.post(people_url("set_contact_retention", club), {"months": "6"})
    assert response.status_code == 422
    assert [details.person for details in response.context["expiring_now"]] == [person]
    assert 'name="sure"' in response.content.decode()
    assert "Ayşe Kaya" in response.content.decode()
    club.refresh_from_db()
    assert club.forget_months == 24
    assert (
        organizer_client.post(
            people_url("set_contact_retention", club), {"months": "6", "sure": "on"}
        ).status_code
        == 303
    )
    club.refresh_from_db()
    assert club.forget_months == 6
    assert details_of(person) == DETAILS, "it is the next look that forgets"


@pytest.mark.parametrize("months", ["5", "121", "bir", ""])
def test_invalid_input_is_refused_and_kept(organizer_client, club, months):
    refused = organizer_client.post(people_url("set_contact_retention", club), {"months": months})
    assert refused.status_code == 422
    assert f'value="{months}"' in refused.content.decode() or not months


def test_only_owners_set_the_period(club):
    set_url = people_url("set_contact_retention", club)
    for role, may_set in ((Role.OWNER, True), (Role.ORGANIZER, False)):
        client = member_client(club, role)
        page = client.get(people_url("contact_retention", club)).content.decode()
        assert (set_url in page) is may_set
    assert client.post(set_url, {"months": "12"}).status_code == 404


def test_withdrawn_consent_deletes_the_details_at_once(organizer_client, club, person):
    withdraw = people_url("withdraw_consent", club, person)
    page = organizer_client.get(people_url("person", club, person))
    assert page.context["contact_details"].agreed_on == DETAILS.agreed_on
    assert f"{page.context['until']:%Y}" in page.content.decode()
    assert withdraw in page.content.decode()
    assert message_levels(organizer_client.post(withdraw)) == ["success"]
    assert details_of(person) == ContactDetails()
    page = organizer_client.get(people_url("person", club, person))
    assert page.context["contact_details"].agreed_on is None
    assert withdraw not in page.content.decode()


@pytest.mark.release
def test_saving_details_does_not_withdraw_unseen_consent(organizer_client, club, person):
    seen = seen_values(organizer_client.get(people_url("person", club, person)))
    organizer_client.post(
        people_url("save_contact_details", club, person), {"phone": "0533 111 22 33", "seen": seen}
    )
    assert details_of(person) == ContactDetails(phone="0533 111 22 33", agreed_on=DETAILS.agreed_on)


def test_public_name_is_chosen_on_the_persons_page(organizer_client, club, drawn):
    seated = Player.objects.filter(club=club, rosters__isnull=False).order_by("pk")[0]
    real = seated.real_name
    chosen = {"shown": "hidden", "was": "full"}
    answer = organizer_client.post(people_url("save_public_name", club, seated), chosen)
    assert answer.status_code == 303
    assert f"“{untranslated('A. I.')}”" in page_of(organizer_client, club, seated)
    public = LanguageClient("en").get(reverse("scoring:entrants", args=[drawn.public_id])).content.decode()
    assert "A. I." in public
    assert real not in public
    row = LogRow.objects.get(action="public_names_changed")
    assert (row.tournament, row.subject) == (None, str(seated.public_id))
    unknown = organizer_client.post(people_url("save_public_name", club, seated), {"shown": "alias"})
    assert unknown.status_code == 422
    assert unknown.context["shown_form"].has_error("shown")


def test_concurrent_choice_of_name_is_refused(organizer_client, club, person):
    choose_for_player(
        player=person,
        shown=NameDisplay.INITIAL,
        seen=NameDisplay.FULL,
        by=CONSOLE,
        at=NOW,
    )
    late = organizer_client.post(
        people_url("save_public_name", club, person), {"shown": "hidden", "was": "full"}
    )
    assert late.status_code == 422
    refusal = english_message(ChoiceChanged(name="Ayşe Kaya"))
    assert late.context["shown_form"].non_field_errors() == [refusal]
    assert Player.objects.get(pk=person.pk).name == "Ayşe K."
    with pytest.raises(ChoiceChanged):
        choose_for_player(player=person, shown=NameDisplay.FULL, seen=None, by=CONSOLE, at=NOW)
    again = late.context["shown_form"]["was"].value()
    organizer_client.post(people_url("save_public_name", club, person), {"shown": "hidden", "was": again})
    assert Player.objects.get(pk=person.pk).name == "A. K."


def test_person_on_no_list_can_be_anonymized(organizer_client, club, person):
    assert people_url("erase_person", club, person) in page_of(organizer_client, club, person)
    response = organizer_client.get(people_url("erase_person", club, person))
    assert 'name="sure"' in response.content.decode()
    assert organizer_client.post(people_url("erase_person", club, person)).status_code == 422
    done = organizer_client.post(people_url("erase_person", club, person), {"sure": "on"})
    assert (done.status_code, message_levels(done)) == (303, ["success"])
    person.refresh_from_db()
    assert person.anonymous_as == 1
    assert not PersonCard.objects.exists()
    assert not Player.objects.filter(name="Ayşe Kaya").exists()
    assert organizer_client.get(people_url("erase_person", club, person)).status_code == 404


def test_sign_ups_with_contact_details_are_counted(organizer_client, club):
    tournament = open_tournament(club=club)
    set_terms(tournament)
    apply(tournament, "Ali Kaya", "Ece Demir")
    assert organizer_client.get(people_url("contact_retention", club)).context["signed_up"] == 1
    Application.objects.update(forgotten_at=NOW)
    assert organizer_client.get(people_url("contact_retention", club)).context["signed_up"] == 0
