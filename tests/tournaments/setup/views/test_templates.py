from __future__ import annotations

from datetime import time

import pytest
from django.urls import reverse

from tests.factories import NOW, ClubFactory, MembershipFactory, open_tournament
from tests.languages import LanguageClient
from tournaments.enums import Role
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, SetupTemplate, Tournament
from tournaments.setup.domain.templates import save_as_template

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]


@pytest.fixture
def template(club: Club) -> SetupTemplate:
    tournament = open_tournament(club=club, tables=3, venue="Lokal", begins=time(20))
    return save_as_template(tournament=tournament, name="Salı", by=CONSOLE, at=NOW)


def template_url(name: str, *keys: object) -> str:
    return reverse(f"tournaments:{name}", args=[getattr(key, "public_id", key) for key in keys])


def make_default(template: SetupTemplate) -> None:
    SetupTemplate.objects.filter(pk=template.pk).update(is_default=True)


def test_template_is_saved_from_a_tournament_and_listed(organizer_client, club):
    tournament = open_tournament(club=club, begins=time(20, 30), ends=time(23))
    assert (
        template_url("save_as_template", tournament)
        in organizer_client.get(template_url("setup", tournament)).content.decode()
    )
    page = organizer_client.get(template_url("save_as_template", tournament))
    assert len(page.context["stage_lengths"]) == 2
    for name, length in page.context["stage_lengths"]:
        assert f"<dd>{name}<small>{length}</small></dd>" in page.content.decode()
    response = organizer_client.post(
        template_url("save_as_template", tournament), {"name": "Salı", "default": "on"}
    )
    assert (response.status_code, response.headers["Location"]) == (303, template_url("templates", club))
    saved = club.templates.get()
    assert (saved.begins, saved.ends, saved.is_default) == (time(20, 30), time(23), True)
    page = organizer_client.get(template_url("templates", club)).content.decode()
    assert "Salı" in page
    assert 'data-test="default-template"' in page


def test_duplicate_name_is_refused_with_input_kept(organizer_client, template):
    tournament = open_tournament(club=template.club)
    response = organizer_client.post(template_url("save_as_template", tournament), {"name": "SALI"})
    assert response.status_code == 422
    assert 'value="SALI"' in response.content.decode()


def test_new_tournament_starts_from_the_default_template(organizer_client, club, template):
    scratch = organizer_client.get(template_url("new_tournament", club))
    assert 'id="plans"' in scratch.content.decode()
    make_default(template)
    page = organizer_client.get(template_url("new_tournament", club))
    assert page.context["template"] == template
    assert 'id="plans"' not in page.content.decode()
    assert 'value="Lokal"' in page.content.decode()
    day = {"first_day": "2030-01-05", "last_day": "2030-01-05"}
    typed = {
        "name": "Ocak",
        **day,
        "venue": "Salon",
        "tables": "4",
        "agreement": "hand",
        "protest_minutes": "5",
    }
    response = organizer_client.post(template_url("new_tournament", club), typed)
    created = Tournament.objects.get(name="Ocak")
    assert response.headers["Location"] == template_url("entries", created)
    assert (created.venue, created.tables.count(), created.agreement) == ("Salon", 4, "hand")
    assert created.stages.count() == 2


def test_errors_are_shown_with_input_kept(organizer_client, club, template):
    address = f"{template_url('new_tournament', club)}?from={template.public_id}"
    response = organizer_client.post(address, {"name": "Ocak", "tables": "0"})
    assert response.status_code == 422
    assert 'value="Ocak"' in response.content.decode()


def test_from_scratch_uses_venue_and_hours_of_the_default(organizer_client, club, template):
    make_default(template)
    page = organizer_client.get(f"{template_url('new_tournament', club)}?from=scratch")
    assert page.context["default_template"] == template
    assert f"“{template.name}”" in page.content.decode()
    form = page.context["form"]
    assert (form.initial["venue"], form.initial["tables"], form.initial["begins"]) == ("Lokal", 3, time(20))
    response = organizer_client.post(
        f"{template_url('new_tournament', club)}?from=scratch",
        {"act": "show"},
        headers={"HX-Request": "true"},
    )
    assert 'id="plans"' in response.content.decode()


def test_template_of_another_club_is_not_found(organizer_client, club):
    foreign_tournament = open_tournament(club=ClubFactory.create())
    foreign_template = save_as_template(tournament=foreign_tournament, name="Onların", by=CONSOLE, at=NOW)
    assert "Onların" not in organizer_client.get(template_url("templates", club)).content.decode()
    assert (
        organizer_client.get(
            f"{template_url('new_tournament', club)}?from={foreign_template.public_id}"
        ).status_code
        == 404
    )
    assert organizer_client.get(template_url("template", club, foreign_template)).status_code == 404
    assert organizer_client.post(template_url("delete_template", club, foreign_template)).status_code == 404
    assert (
        organizer_client.post(
            template_url("default_template", club), {"template": foreign_template.public_id}
        ).status_code
        == 422
    )


def test_template_is_changed_and_deleted(organizer_client, club, template):
    typed = {
        "name": "Çarşamba",
        "venue": "",
        "begins": "19:00",
        "tables": "2",
        "agreement": "match",
        "protest_minutes": "9",
    }
    assert 'value="Lokal"' in organizer_client.get(template_url("template", club, template)).content.decode()
    assert organizer_client.post(template_url("template", club, template), typed).status_code == 303
    changed = club.templates.get()
    assert (changed.name, changed.tables, changed.begins) == ("Çarşamba", 2, time(19))
    assert (
        organizer_client.post(template_url("template", club, template), {**typed, "tables": "99"}).status_code
        == 422
    )
    assert organizer_client.post(template_url("delete_template", club, template)).status_code == 303
    assert not club.templates.exists()


def test_only_owners_set_the_default(organizer_client, club, template):
    assert (
        organizer_client.post(
            template_url("default_template", club), {"template": template.public_id}
        ).status_code
        == 303
    )
    assert club.templates.get().is_default
    assert organizer_client.post(template_url("default_template", club), {"template": ""}).status_code == 303
    assert not club.templates.get().is_default
    client = LanguageClient("en")
    client.force_login(MembershipFactory.create(club=club, role=Role.ORGANIZER).user)
    assert client.post(template_url("default_template", club), {"template": ""}).status_code == 404
    page = client.get(template_url("templates", club)).content.decode()
    assert template_url("default_template", club) not in page
    tournament = template.club.tournaments.get()
    assert 'name="default"' not in client.get(template_url("save_as_template", tournament)).content.decode()


def test_list_runs_a_constant_number_of_queries(
    organizer_client, club, template, django_assert_max_num_queries
):
    def ask() -> int:
        with django_assert_max_num_queries(20) as captured:
            organizer_client.get(template_url("templates", club))
        return len(captured)

    queries = ask()
    for number in range(5):
        save_as_template(tournament=club.tournaments.get(), name=f"Bir {number}", by=CONSOLE, at=NOW)
    assert ask() == queries
