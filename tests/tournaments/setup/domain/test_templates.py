from __future__ import annotations

from dataclasses import replace
from datetime import date, time
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from tests.factories import NOW, ClubFactory, drawn_tournament, open_tournament
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, LogRow, SetupTemplate, Tournament
from tournaments.models.common_settings import COMMON_SETTINGS
from tournaments.series.domain.series_changes import SeriesSettings, start_series
from tournaments.setup.domain import templates
from tournaments.setup.domain.template_contents import settings_from_template, typed_settings_of
from tournaments.setup.domain.tournament_settings import settings_of
from tournaments.signup.domain.terms import Terms, set_terms, terms_of
from tournaments.stages.stage_flow_checks import SettingsNotPossible

pytestmark = pytest.mark.django_db

DAY = date(2026, 12, 1)
TERMS = Terms(True, NOW, 12, True, "200 lira", ("Kaçta gelirsiniz?",), "Okudum.", 10)


def save_template(tournament: Tournament, name: str = "Salı", *, default: bool = False) -> SetupTemplate:
    return templates.save_as_template(tournament=tournament, name=name, default=default, by=CONSOLE, at=NOW)


def create_tournament(template: SetupTemplate) -> Tournament:
    settings = settings_from_template(template, name="Salı gecesi", day=DAY)
    return templates.create_from_template(template=template, settings=settings, by=CONSOLE, at=NOW)


def change(template: SetupTemplate, **changes: Any) -> None:
    present = typed_settings_of(template)
    common = {**present.common, **{name: changes.pop(name) for name in COMMON_SETTINGS if name in changes}}
    desired = replace(present, common=common, **changes)
    templates.change_template(template=template, settings=desired, by=CONSOLE, at=NOW)


def actions(club: Club) -> list[str]:
    return list(
        LogRow.objects.filter(club=club, tournament=None).order_by("pk").values_list("action", flat=True)
    )


def test_tournament_from_a_template_has_the_saved_setup():
    first = open_tournament(tables=3, agreement="hand", protest_minutes=7, rule_set_id="101-rising")
    set_terms(tournament=first, terms=TERMS, by=CONSOLE, at=NOW)
    tournament = create_tournament(save_template(first))
    saved, created = settings_of(first), settings_of(tournament)
    assert replace(saved, name="", first_day=DAY, last_day=DAY) == replace(created, name="")
    assert (tournament.rule_book, tournament.draft, tournament.name) == (first.rule_book, True, "Salı gecesi")
    assert terms_of(tournament) == replace(TERMS, is_open=False, closes_at=None)


def test_template_without_sign_up_has_no_terms():
    assert terms_of(create_tournament(save_template(open_tournament()))) == Terms()


def test_template_ignores_play_and_later_changes():
    first = drawn_tournament(pairs=4, groups=1)
    template = save_template(first)
    tournament = create_tournament(template)
    assert not tournament.entrants.exists()
    assert not tournament.stages.exclude(drawn_at=None).exists()


def test_club_has_at_most_one_default_template():
    first = open_tournament()
    first_template, second_template = (
        save_template(first, default=True),
        save_template(first, "Pazar", default=True),
    )
    assert [*first.club.templates.filter(is_default=True)] == [second_template]
    templates.set_default_template(club=first.club, template=None, by=CONSOLE, at=NOW)
    assert not first.club.templates.filter(is_default=True).exists()
    with pytest.raises(IntegrityError), transaction.atomic():
        SetupTemplate.objects.filter(pk__in=[first_template.pk, second_template.pk]).update(is_default=True)


def test_template_can_be_renamed_and_get_another_venue():
    template = save_template(open_tournament())
    change(template, name=" Çarşamba ", venue="Lokal", tables=2, begins=time(20), ends=time(1))
    settings = settings_of(create_tournament(SetupTemplate.objects.get()))
    assert (SetupTemplate.objects.get().name, settings.common["venue"], settings.tables) == (
        "Çarşamba",
        "Lokal",
        2,
    )
    change(SetupTemplate.objects.get())
    assert actions(template.club) == ["template_saved", "template_changed"]


@pytest.mark.parametrize("name", ["", "  ", "x" * 61])
def test_template_needs_a_name(name: str):
    with pytest.raises(templates.TemplateNameMissing):
        save_template(open_tournament(), name)


def test_template_names_are_unique_in_a_club():
    first = open_tournament()
    save_template(first, "ISI")
    with pytest.raises(templates.TemplateNameTaken):
        save_template(first, "ısı")
    save_template(open_tournament(club=ClubFactory.create()), "ISI")


def test_number_of_templates_is_limited(monkeypatch):
    monkeypatch.setattr(templates, "MOST_TEMPLATES", 1)
    first = open_tournament()
    save_template(first)
    with pytest.raises(templates.TooManyTemplates):
        save_template(first, "Pazar")


def test_values_out_of_range_are_refused():
    template = save_template(open_tournament())
    with pytest.raises(SettingsNotPossible):
        change(template, tables=65)


def test_deleted_template_is_gone_and_its_tournaments_stay():
    template = save_template(open_tournament())
    tournament = create_tournament(template)
    templates.delete_template(template=SetupTemplate.objects.get(), by=CONSOLE, at=NOW)
    for action in (change, create_tournament):
        with pytest.raises(templates.TemplateDeleted):
            action(template)
    assert Tournament.objects.filter(pk=tournament.pk).exists()
    assert actions(tournament.club)[-1] == "template_deleted"


def test_template_of_a_series_cannot_be_deleted():
    template = save_template(open_tournament())
    rhythm = SeriesSettings("Salı gecesi", (1,), 1, DAY, time(19), time(23), template)
    start_series(club=template.club, settings=rhythm, by=CONSOLE, at=NOW)
    with pytest.raises(templates.TemplateInUse):
        templates.delete_template(template=template, by=CONSOLE, at=NOW)
