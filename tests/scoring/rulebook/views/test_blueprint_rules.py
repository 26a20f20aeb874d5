from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from rules.games.okey101.switches import PartnerCancels
from scoring.ledger.rulebooks import rules_of
from scoring.rulebook.forms import RulesForm
from tests.factories import ClubFactory, MembershipFactory, open_tournament
from tests.module_fixtures import module_fixture
from tests.tournaments.blueprints.domain.stored_blueprints import keep
from tournaments.enums import Role
from tournaments.models import Blueprint, Club, LogRow

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]

NAMES = ("blueprint_rules", "blueprint_rule_examples")


@module_fixture
def club() -> Club:
    return MembershipFactory.create(role=Role.OWNER).club


@module_fixture
def blueprint(club) -> Blueprint:
    return keep(open_tournament(club=club))


def rules_url(blueprint: Blueprint, name: str = "blueprint_rules") -> str:
    return reverse(f"scoring:{name}", args=[blueprint.club.public_id, blueprint.public_id])


def rules_form_data(blueprint: Blueprint, **changes: str) -> dict[str, Any]:
    book = Blueprint.objects.get(pk=blueprint.pk).rule_book
    form = RulesForm(current=rules_of(book), based_on=book.digest)
    return dict(form.hidden_values) | changes


def stored_rules(blueprint: Blueprint) -> Any:
    return rules_of(Blueprint.objects.get(pk=blueprint.pk).rule_book)


def test_page_has_every_switch_with_examples_and_presets(organizer_client, blueprint):
    page = organizer_client.get(rules_url(blueprint)).content.decode()
    assert 'id="rule-partner_cancels"' in page
    assert 'id="example-partner_cancels"' in page
    assert "?preset=101-rising" in page
    assert "okey-standard" not in page
    assert (
        reverse("tournaments:blueprint_stages", args=[blueprint.club.public_id, blueprint.public_id]) in page
    )
    assert "#history" not in page


def test_saved_rules_are_shown_and_logged(organizer_client, blueprint):
    saved = organizer_client.post(
        rules_url(blueprint), rules_form_data(blueprint, partner_cancels=PartnerCancels.NOTHING.value)
    )
    back = reverse("tournaments:blueprint", args=[blueprint.club.public_id, blueprint.public_id])
    assert (saved.status_code, saved.headers["Location"]) == (303, back)
    assert stored_rules(blueprint).partner_cancels == PartnerCancels.NOTHING
    assert "101 in pairs, 1 rule changed" in organizer_client.get(back).content.decode()
    assert LogRow.objects.filter(action="blueprint_rules_changed").count() == 1


def test_preset_is_shown_before_saving(organizer_client, blueprint):
    page = organizer_client.get(f"{rules_url(blueprint)}?preset=101-rising")
    assert page.context["chosen_preset"].id == "101-rising"
    assert page.context["form"].initial["rule_set"] == "101-rising"
    assert stored_rules(blueprint).id == "101-pairs"
    assert (
        organizer_client.get(f"{rules_url(blueprint)}?preset=okey-standard").context["chosen_preset"] is None
    )


def test_invalid_form_is_refused_with_input_kept(organizer_client, blueprint):
    refused = organizer_client.post(rules_url(blueprint), rules_form_data(blueprint, partner_cancels="çok"))
    assert refused.status_code == 422
    assert refused.context["form"].has_error("partner_cancels", "invalid_choice")
    assert refused.context["form"].complete
    assert not LogRow.objects.filter(action="blueprint_rules_changed").exists()


def test_examples_follow_the_typed_rules_without_storing(organizer_client, blueprint):
    typed = rules_form_data(blueprint, partner_cancels=PartnerCancels.NOTHING.value)
    part = organizer_client.post(
        rules_url(blueprint, NAMES[1]), typed, headers={"HX-Request": "true"}
    ).content.decode()
    assert 'id="example-partner_cancels"' in part
    assert "<html" not in part
    assert "<html" in organizer_client.post(rules_url(blueprint, NAMES[1]), typed).content.decode()
    assert organizer_client.get(rules_url(blueprint, NAMES[1])).status_code == 303
    assert stored_rules(blueprint).partner_cancels != PartnerCancels.NOTHING


def test_second_window_sees_both_versions_and_keeps_its_input(organizer_client, blueprint):
    first = rules_form_data(blueprint, partner_cancels=PartnerCancels.NOTHING.value)
    second = rules_form_data(blueprint)
    assert organizer_client.post(rules_url(blueprint), first).status_code == 303
    refused = organizer_client.post(rules_url(blueprint), second)
    assert refused.status_code == 422
    assert [change.name.en for change in refused.context["other_changes"]]
    assert 'class="r-comparison r-meanwhile' in refused.content.decode()
    again = dict(refused.context["form"].hidden_values)
    assert organizer_client.post(rules_url(blueprint), again).status_code == 303
    assert stored_rules(blueprint).partner_cancels == PartnerCancels.NOTHING


@pytest.mark.parametrize("name", NAMES)
def test_template_of_another_club_is_404(organizer_client, blueprint, name):
    others = open_tournament(club=ClubFactory.create())
    theirs = keep(others, "Onların")
    mixed = reverse(f"scoring:{name}", args=[blueprint.club.public_id, theirs.public_id])
    for address in (rules_url(theirs, name), mixed):
        assert organizer_client.get(address).status_code == 404
        assert organizer_client.post(address, rules_form_data(blueprint)).status_code == 404
