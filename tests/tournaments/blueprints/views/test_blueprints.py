from __future__ import annotations

from datetime import time

import pytest
from django.urls import reverse

from tests.factories import NOW, ClubFactory, MembershipFactory, open_tournament
from tests.languages import LanguageClient
from tests.tournaments.blueprints.domain.stored_blueprints import keep, keep_weekly
from tournaments.blueprints.domain.planned_events import record_created_event
from tournaments.enums import Role
from tournaments.models import Blueprint, Club, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]

TYPED = {
    "name": "Çarşamba",
    "venue": "",
    "begins": "19:00",
    "ends": "23:00",
    "tables": "2",
    "agreement": "match",
    "protest_minutes": "9",
    "every": "1",
}


@pytest.fixture
def blueprint(club: Club) -> Blueprint:
    tournament = open_tournament(club=club, pairs=2, tables=3, venue="Lokal", begins=time(20))
    return keep(tournament)


def blueprint_url(name: str, *keys: object) -> str:
    return reverse(f"tournaments:{name}", args=[getattr(key, "public_id", key) for key in keys])


def start_url(blueprint: Blueprint) -> str:
    return reverse("scoring:start_from_blueprint", args=[blueprint.club.public_id, blueprint.public_id])


def make_default(blueprint: Blueprint) -> None:
    Blueprint.objects.filter(pk=blueprint.pk).update(is_default=True)


def test_new_tournament_starts_from_the_default_unless_a_plan_is_asked_for(organizer_client, club, blueprint):
    new = reverse("scoring:new_tournament", args=[club.public_id])
    assert 'id="plans"' in organizer_client.get(new).content.decode()
    make_default(blueprint)
    assert organizer_client.get(new).headers["Location"] == start_url(blueprint)
    page = organizer_client.get(start_url(blueprint)).content.decode()
    assert 'id="plans"' not in page
    assert 'value="Lokal"' in page
    plans = organizer_client.get(f"{new}?from=scratch")
    assert f"“{blueprint.name}”" in plans.content.decode()
    initial = plans.context["form"].initial
    assert (initial["venue"], initial["tables"], initial["begins"]) == ("Lokal", 3, time(20))
    shown = organizer_client.post(
        f"{new}?from=scratch", {"act": "show"}, headers={"HX-Request": "true"}
    ).content.decode()
    assert 'id="plans"' in shown


def test_tournament_from_a_blueprint_has_what_is_typed(organizer_client, blueprint):
    day = {"first_day": "2030-01-05", "last_day": "2030-01-05"}
    typed = TYPED | day | {"name": "Ocak", "venue": "Salon", "tables": "4", "agreement": "hand"}
    response = organizer_client.post(start_url(blueprint), typed)
    created = Tournament.objects.get(name="Ocak")
    assert response.headers["Location"] == blueprint_url("entries", created)
    assert (created.venue, created.tables.count(), created.agreement) == ("Salon", 4, "hand")
    assert (created.stages.count(), created.entrants.count()) == (2, 0)


def test_errors_are_shown_with_input_kept(organizer_client, blueprint):
    response = organizer_client.post(start_url(blueprint), {"name": "Ocak", "tables": "0"})
    assert response.status_code == 422
    assert 'value="Ocak"' in response.content.decode()


def test_blueprint_of_another_club_is_not_found(organizer_client, club):
    foreign = keep(open_tournament(club=ClubFactory.create()), "Onların")
    assert "Onların" not in organizer_client.get(blueprint_url("blueprints", club)).content.decode()
    assert organizer_client.get(start_url(foreign)).status_code == 404
    for name in ("blueprint", "end_blueprint", "skip_event"):
        assert organizer_client.post(blueprint_url(name, club, foreign)).status_code == 404
    address = reverse("scoring:start_from_blueprint", args=[club.public_id, foreign.public_id])
    assert organizer_client.post(address).status_code == 404
    chosen = {"template": foreign.public_id}
    assert organizer_client.post(blueprint_url("default_blueprint", club), chosen).status_code == 422


def test_blueprint_is_changed_and_deleted(organizer_client, club, blueprint):
    address = blueprint_url("blueprint", club, blueprint)
    assert 'value="Lokal"' in organizer_client.get(address).content.decode()
    assert organizer_client.post(address, TYPED).status_code == 303
    changed = club.blueprints.get()
    assert (changed.name, changed.tables, changed.begins) == ("Çarşamba", 2, time(19))
    assert organizer_client.post(address, {**TYPED, "tables": "99"}).status_code == 422
    assert organizer_client.post(blueprint_url("end_blueprint", club, blueprint)).status_code == 303
    assert not club.blueprints.exists()


def test_blueprint_becomes_club_nights_and_a_template_again(organizer_client, club, blueprint):
    address = blueprint_url("blueprint", club, blueprint)
    weekly = TYPED | {"weekdays": ["1", "4"], "every": "2", "first_day": "2030-01-01"}
    assert organizer_client.post(address, weekly).status_code == 303
    stored = club.blueprints.get()
    assert (stored.days_of_week, stored.every, stored.repeats) == ((1, 4), 2, True)
    for missing in ("first_day", "begins", "ends"):
        refused = organizer_client.post(address, {**weekly, missing: ""})
        assert (refused.status_code, missing in refused.context["form"].errors) == (422, True)
    assert organizer_client.post(address, TYPED).status_code == 303
    assert not club.blueprints.get().repeats


def test_name_that_is_taken_is_refused_with_input_kept(organizer_client, club, blueprint):
    keep(open_tournament(club=club), "Pazar")
    response = organizer_client.post(blueprint_url("blueprint", club, blueprint), {**TYPED, "name": "PAZAR"})
    assert response.status_code == 422
    assert "name" in response.context["form"].errors
    assert 'value="PAZAR"' in response.content.decode()


def test_list_shows_the_rhythm_the_default_and_what_has_ended(organizer_client, club, blueprint):
    make_default(blueprint)
    weekly = keep_weekly(club.tournaments.get(), first_day=NOW.date())
    address = blueprint_url("blueprints", club)
    page = organizer_client.get(address).content.decode()
    for text in ("Salı gecesi", 'data-test="recurrence"', 'data-test="default-blueprint"'):
        assert text in page
    assert organizer_client.post(blueprint_url("end_blueprint", club, weekly)).status_code == 303
    page = organizer_client.get(address).content.decode()
    assert 'data-test="recurrence"' not in page
    assert blueprint_url("blueprint", club, weekly) in page
    ended = organizer_client.get(blueprint_url("blueprint", club, weekly))
    assert (ended.status_code, 'name="tables"' in ended.content.decode()) == (200, False)
    assert organizer_client.post(blueprint_url("blueprint", club, weekly), TYPED).status_code == 404


def test_template_that_never_repeated_has_no_public_page(club, blueprint):
    address = reverse("scoring:series_page", args=[blueprint.public_id])
    client = LanguageClient("en")
    assert client.get(address).status_code == 404
    record_created_event(blueprint=blueprint, day=NOW.date(), tournament=club.tournaments.get())
    assert client.get(address).status_code == 200


def test_only_owners_set_the_default(organizer_client, club, blueprint):
    address = blueprint_url("default_blueprint", club)
    for chosen in (blueprint.public_id, ""):
        assert organizer_client.post(address, {"template": chosen}).status_code == 303
        assert club.blueprints.get().is_default is bool(chosen)
    client = LanguageClient("en")
    client.force_login(MembershipFactory.create(club=club, role=Role.ORGANIZER).user)
    assert client.post(address, {"template": ""}).status_code == 404
    assert address not in client.get(blueprint_url("blueprints", club)).content.decode()


def test_list_runs_a_constant_number_of_queries(
    organizer_client, club, blueprint, django_assert_max_num_queries
):
    def ask() -> int:
        with django_assert_max_num_queries(20) as captured:
            organizer_client.get(blueprint_url("blueprints", club))
        return len(captured)

    keep_weekly(club.tournaments.get())
    queries = ask()
    for number in range(4):
        keep_weekly(club.tournaments.get(), f"Bir {number}")
    assert ask() == queries
