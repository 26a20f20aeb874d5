from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import MembershipFactory, open_tournament
from tests.languages import english
from tests.shown_messages import message_levels
from tournaments.enums import Role
from tournaments.models import Club, Membership

pytestmark = pytest.mark.django_db

TYPED = {"name": "Yediveren", "address": "Çınar Sok. 5, Bursa"}


def address(club: Club) -> str:
    return english(reverse("tournaments:club", args=[club.public_id]))


def test_page_shows_and_saves_the_profile(organizer_client: Client, club: Club):
    assert f'value="{club.name}"' in organizer_client.get(address(club)).content.decode()
    response = organizer_client.post(address(club), TYPED)
    assert (response.status_code, response.headers["Location"]) == (303, address(club))
    page = organizer_client.get(address(club))
    assert message_levels(page) == ["success"]
    assert 'value="Çınar Sok. 5, Bursa"' in page.content.decode()


def test_time_zone_is_offered_and_saved(organizer_client: Client, club: Club):
    form = organizer_client.get(address(club)).context["form"]
    assert form.initial["time_zone"] == "Europe/Istanbul"
    zone = "America/New_York"
    assert organizer_client.post(address(club), {**TYPED, "time_zone": zone}).status_code == 303
    club.refresh_from_db()
    assert club.time_zone == zone
    invalid = organizer_client.post(address(club), {**TYPED, "time_zone": "Mars/Olympus"})
    assert (invalid.status_code, list(invalid.context["form"].errors)) == (422, ["time_zone"])


@pytest.mark.parametrize("invalid_values", [{"name": ""}, {"name": "x" * 121}, {"address": "x" * 201}])
def test_invalid_values_are_shown_at_their_fields(
    organizer_client: Client, club: Club, invalid_values: dict[str, str]
):
    response = organizer_client.post(address(club), {**TYPED, **invalid_values})
    assert response.status_code == 422
    assert list(response.context["form"].errors) == list(invalid_values)
    club.refresh_from_db()
    assert club.name != "Yediveren"
    assert club.address == ""


def test_invisible_name_is_refused(organizer_client: Client, club: Club):
    response = organizer_client.post(address(club), {**TYPED, "name": "\u200b"})
    assert response.status_code == 422


def test_page_is_for_owners_only(club: Club):
    client = Client()
    client.force_login(MembershipFactory.create(club=club, role=Role.ORGANIZER).user)
    assert client.get(address(club)).status_code == 404
    assert (
        f'href="{address(club)}"'
        not in client.get(english(reverse("tournaments:dashboard"))).content.decode()
    )


def test_dashboard_links_to_the_page(organizer_client: Client, owner: Membership):
    assert (
        f'href="{address(owner.club)}"'
        in organizer_client.get(english(reverse("tournaments:dashboard"))).content.decode()
    )


def test_public_pages_and_calendar_show_the_address(organizer_client: Client, club: Club):
    tournament = open_tournament(club=club)
    organizer_client.post(address(club), TYPED)
    keys = [tournament.public_id]
    pages = [
        f"{english(reverse('scoring:tournament_search'))}?club={club.public_id}",
        english(reverse("scoring:share", args=keys)),
        english(reverse("scoring:share_texts", args=keys)),
    ]
    for page in pages:
        assert "Çınar Sok. 5, Bursa" in Client().get(page).content.decode()
    calendar = Client().get(reverse("scoring:tournament_calendar", args=keys)).content.decode()
    assert "Çınar Sok. 5\\, Bursa" in calendar.replace("\r\n ", "")


@pytest.mark.release
def test_public_pages_have_the_clubs_colour(organizer_client: Client, club: Club):
    tournament = open_tournament(club=club)
    assert organizer_client.post(address(club), {**TYPED, "colour": "pink"}).status_code == 422
    organizer_client.post(address(club), {**TYPED, "colour": "plum"})
    keys = [tournament.public_id]
    pages = [
        f"{english(reverse('scoring:tournament_search'))}?club={club.public_id}",
        english(reverse("scoring:tournaments")),
        *(english(reverse(f"scoring:{name}", args=keys)) for name in ("tournament", "share", "rules")),
        english(reverse("tournaments:sign_up", args=keys)),
    ]
    for page in pages:
        assert 'data-colour="plum"' in Client().get(page).content.decode(), page
