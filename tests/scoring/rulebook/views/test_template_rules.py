from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from rules.games.okey101.switches import PartnerCancels
from scoring.ledger.rulebooks import rules_of
from scoring.rulebook.forms.rules_form import RulesForm
from tests.factories import NOW, ClubFactory, MembershipFactory, open_tournament
from tests.kept import kept
from tests.languages import Reader
from tournaments.enums import Role
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, LogRow, SetupTemplate
from tournaments.setup.domain.templates import save_as_template

pytestmark = [pytest.mark.django_db, pytest.mark.english]

NAMES = ("template_rules", "template_rule_examples")


@kept
def club() -> Club:
    return MembershipFactory.create(role=Role.OWNER).club


@kept
def template(club) -> SetupTemplate:
    return save_as_template(tournament=open_tournament(club=club), name="Salı", by=CONSOLE, at=NOW)


@pytest.fixture
def desk(club) -> Client:
    client = Reader("en")
    client.force_login(club.memberships.get().user)
    return client


def at(template: SetupTemplate, name: str = "template_rules") -> str:
    return reverse(f"scoring:{name}", args=[template.club.public_id, template.public_id])


def sent(template: SetupTemplate, **changes: str) -> dict[str, Any]:
    book = SetupTemplate.objects.get(pk=template.pk).rule_book
    form = RulesForm(current=rules_of(book), based_on=book.digest)
    return dict(form.typed) | changes


def stored(template: SetupTemplate) -> Any:
    return rules_of(SetupTemplate.objects.get(pk=template.pk).rule_book)


def test_page_has_every_switch_with_examples_and_presets(desk, template):
    page = desk.get(at(template)).content.decode()
    assert 'id="rule-partner_cancels"' in page
    assert 'id="example-partner_cancels"' in page
    assert "?preset=101-rising" in page
    assert "okey-standard" not in page
    assert reverse("tournaments:template_stages", args=[template.club.public_id, template.public_id]) in page
    assert "#history" not in page


def test_saved_rules_are_shown_and_logged(desk, template):
    saved = desk.post(at(template), sent(template, partner_cancels=PartnerCancels.NOTHING.value))
    back = reverse("tournaments:template", args=[template.club.public_id, template.public_id])
    assert (saved.status_code, saved.headers["Location"]) == (303, back)
    assert stored(template).partner_cancels == PartnerCancels.NOTHING
    assert "101 in pairs, 1 rule changed" in desk.get(back).content.decode()
    assert LogRow.objects.filter(action="template_rules_changed").count() == 1


def test_preset_is_shown_before_saving(desk, template):
    page = desk.get(f"{at(template)}?preset=101-rising")
    assert "Nothing is saved yet." in page.content.decode()
    assert page.context["form"].initial["rule_set"] == "101-rising"
    assert stored(template).id == "101-pairs"
    assert desk.get(f"{at(template)}?preset=okey-standard").context["starts_over"] is None


def test_invalid_form_is_refused_with_input_kept(desk, template):
    refused = desk.post(at(template), sent(template, partner_cancels="çok"))
    assert refused.status_code == 422
    assert "what you typed is still here" in " ".join(refused.content.decode().split())
    assert not LogRow.objects.filter(action="template_rules_changed").exists()


def test_examples_follow_the_typed_rules_without_storing(desk, template):
    typed = sent(template, partner_cancels=PartnerCancels.NOTHING.value)
    part = desk.post(at(template, NAMES[1]), typed, headers={"HX-Request": "true"}).content.decode()
    assert 'id="example-partner_cancels"' in part
    assert "<html" not in part
    assert "<html" in desk.post(at(template, NAMES[1]), typed).content.decode()
    assert desk.get(at(template, NAMES[1])).status_code == 303
    assert stored(template).partner_cancels != PartnerCancels.NOTHING


def test_second_window_sees_both_versions_and_keeps_its_input(desk, template):
    first = sent(template, partner_cancels=PartnerCancels.NOTHING.value)
    second = sent(template)
    assert desk.post(at(template), first).status_code == 303
    refused = desk.post(at(template), second)
    assert refused.status_code == 422
    assert [change.name.en for change in refused.context["meanwhile"]]
    assert "Your changes are not saved yet." in " ".join(refused.content.decode().split())
    again = dict(refused.context["form"].typed)
    assert desk.post(at(template), again).status_code == 303
    assert stored(template).partner_cancels == PartnerCancels.NOTHING


@pytest.mark.parametrize("name", NAMES)
def test_template_of_another_club_is_404(desk, template, name):
    others = open_tournament(club=ClubFactory.create())
    theirs = save_as_template(tournament=others, name="Onların", by=CONSOLE, at=NOW)
    mixed = reverse(f"scoring:{name}", args=[template.club.public_id, theirs.public_id])
    for address in (at(theirs, name), mixed):
        assert desk.get(address).status_code == 404
        assert desk.post(address, sent(template)).status_code == 404
