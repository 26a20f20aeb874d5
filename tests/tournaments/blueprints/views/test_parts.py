from __future__ import annotations

import pytest

from tests.factories import LEAGUE, ClubFactory, open_tournament
from tests.page_forms import seen_values
from tests.tournaments.blueprints.domain.stored_blueprints import keep
from tests.tournaments.blueprints.views.test_blueprints import blueprint_url
from tests.tournaments.setup.forms.test_stage_flow_draft import stages_form_data
from tournaments.blueprints.domain.contents import stages_of_blueprint, terms_of_blueprint
from tournaments.models import Blueprint, Club

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]

PARTS = ("blueprint_stages", "blueprint_terms")
TERMS = {"capacity": "12", "fee": "200 lira", "questions": "Kaçta?", "consent": "", "forget_days": "10"}


@pytest.fixture
def blueprint(club: Club) -> Blueprint:
    return keep(open_tournament(club=club, tables=3), "Salı")


def test_page_of_a_template_links_to_its_parts(organizer_client, club, blueprint):
    page = organizer_client.get(blueprint_url("blueprint", club, blueprint)).content.decode()
    for name in PARTS:
        assert blueprint_url(name, club, blueprint) in page
    assert 'data-test="no-terms"' in page


def test_stages_of_a_template_are_shown_and_saved(organizer_client, club, blueprint):
    address = blueprint_url("blueprint_stages", club, blueprint)
    page = organizer_client.get(address)
    assert (page.context["flow_summary"].tables, page.context["form"].kind) == (3, "pairs")
    saved = organizer_client.post(address, {**stages_form_data(LEAGUE), "seen": page.context["seen_flow"]})
    assert (saved.status_code, saved.headers["Location"]) == (303, address)
    assert stages_of_blueprint(club.blueprints.get()) == LEAGUE


def test_other_buttons_store_nothing_and_the_fragment_links_back(organizer_client, club, blueprint):
    address = blueprint_url("blueprint_stages", club, blueprint)
    page = organizer_client.post(
        address, {**stages_form_data(LEAGUE), "act": "add"}, headers={"HX-Request": "true"}
    )
    assert [card.draft.kind for card in page.context["form"].cards] == ["groups", "knockout"]
    assert f'hx-post="{address}"' in page.content.decode()
    assert len(stages_of_blueprint(club.blueprints.get())) == 2


def test_invalid_stages_are_refused_with_input_kept(organizer_client, club, blueprint):
    refused = organizer_client.post(
        blueprint_url("blueprint_stages", club, blueprint), {**stages_form_data(LEAGUE), "s1-name": "x" * 61}
    )
    assert refused.status_code == 422
    assert "x" * 61 in refused.content.decode()


def test_sign_up_terms_are_saved_without_opening_times(organizer_client, club, blueprint):
    address = blueprint_url("blueprint_terms", club, blueprint)
    page = organizer_client.get(address).content.decode()
    assert 'name="is_open"' not in page
    assert 'name="closes_at"' not in page
    saved = organizer_client.post(address, TERMS)
    assert (saved.status_code, saved.headers["Location"]) == (
        303,
        blueprint_url("blueprint", club, blueprint),
    )
    terms = terms_of_blueprint(club.blueprints.get())
    assert terms is not None
    assert (terms.capacity, terms.fee, terms.questions, terms.is_open) == (12, "200 lira", ("Kaçta?",), False)
    assert 'value="200 lira"' in organizer_client.get(address).content.decode()
    assert (
        'data-test="own-terms"'
        in organizer_client.get(blueprint_url("blueprint", club, blueprint)).content.decode()
    )


def test_invalid_terms_are_refused_with_input_kept(organizer_client, club, blueprint):
    refused = organizer_client.post(
        blueprint_url("blueprint_terms", club, blueprint), {**TERMS, "forget_days": "999"}
    )
    assert refused.status_code == 422
    assert 'value="200 lira"' in refused.content.decode()
    assert not club.blueprints.get().sign_up


HALL = {"name": "Pazar", "tables": "2", "agreement": "match", "protest_minutes": "9"}


@pytest.mark.parametrize(
    ("name", "first", "change"),
    [
        ("blueprint_stages", stages_form_data(LEAGUE), {"s1-hands": "7"}),
        ("blueprint_terms", TERMS, {"fee": "300 lira"}),
        ("blueprint", HALL, {"tables": "4"}),
    ],
)
def test_second_of_two_windows_is_warned_and_can_overwrite(organizer_client, blueprint, name, first, change):
    second = first | change
    address = blueprint_url(name, blueprint.club, blueprint)
    seen = {"seen": seen_values(organizer_client.get(address))}
    assert organizer_client.post(address, first | seen).status_code == 303
    refused = organizer_client.post(address, second | seen)
    assert refused.status_code == 422
    assert organizer_client.post(address, second | {"seen": seen_values(refused)}).status_code == 303


def test_refused_stages_link_to_what_is_stored_now(organizer_client, blueprint):
    address = blueprint_url("blueprint_stages", blueprint.club, blueprint)
    first = stages_form_data(LEAGUE) | {"seen": seen_values(organizer_client.get(address))}
    assert organizer_client.post(address, first).status_code == 303
    refused = organizer_client.post(address, first | {"s1-hands": "7"})
    assert refused.context["refusal"].code == "changed_meanwhile"
    assert f'<a href="{address}" target="_blank"' in refused.content.decode()


@pytest.mark.parametrize("name", PARTS)
def test_template_of_another_club_is_not_found(organizer_client, club, name):
    foreign_tournament = open_tournament(club=ClubFactory.create())
    foreign_template = keep(foreign_tournament, "Onların")
    for of in (club, foreign_tournament.club):
        assert organizer_client.get(blueprint_url(name, of, foreign_template)).status_code == 404
        assert organizer_client.post(blueprint_url(name, of, foreign_template), TERMS).status_code == 404
