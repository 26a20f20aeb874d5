"""Setups that a club keeps: from a tournament, and tournaments from them."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, time
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from tests.factories import NOW, ClubFactory, drawn_tournament, open_tournament
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, LogRow, SetupTemplate, Tournament
from tournaments.series.domain.series_changes import Rhythm, start_series
from tournaments.setup.domain import templates
from tournaments.setup.domain.template_contents import hall_of, settings_from
from tournaments.setup.domain.tournament_settings import settings_of
from tournaments.signup.domain.terms import Terms, set_terms, terms_of
from tournaments.stages.stage_flow_checks import SettingsNotPossible

pytestmark = pytest.mark.django_db

DAY = date(2026, 12, 1)
TERMS = Terms(True, NOW, 12, True, "200 lira", ("Kaçta gelirsiniz?",), "Okudum.", 10)


def keep(tournament: Tournament, name: str = "Salı", *, default: bool = False) -> SetupTemplate:
    return templates.keep_template(tournament=tournament, name=name, default=default, by=CONSOLE, at=NOW)


def begin(template: SetupTemplate) -> Tournament:
    settings = settings_from(template, name="Salı gecesi", day=DAY)
    return templates.create_from_template(template=template, settings=settings, by=CONSOLE, at=NOW)


def change(template: SetupTemplate, **changes: Any) -> None:
    hall = replace(hall_of(template), **changes)
    templates.change_template(template=template, hall=hall, by=CONSOLE, at=NOW)


def actions(club: Club) -> list[str]:
    return list(
        LogRow.objects.filter(club=club, tournament=None).order_by("pk").values_list("action", flat=True)
    )


def test_a_tournament_begins_as_the_kept_one_was_set_up():
    first = open_tournament(tables=3, agreement="hand", protest_minutes=7, rule_set_id="101-rising")
    set_terms(tournament=first, terms=TERMS, by=CONSOLE, at=NOW)
    made = begin(keep(first))
    was, now = settings_of(first), settings_of(made)
    assert replace(was, name="", first_day=DAY, last_day=DAY) == replace(now, name="")
    assert (made.rule_book, made.draft, made.name) == (first.rule_book, True, "Salı gecesi")
    assert terms_of(made) == replace(TERMS, is_open=False, closes_at=None)


def test_where_nobody_signed_up_no_terms_are_kept():
    assert terms_of(begin(keep(open_tournament()))) == Terms()


def test_nothing_of_play_is_kept_and_later_changes_of_the_tournament_are_not_either():
    first = drawn_tournament(pairs=4, groups=1)
    template = keep(first)
    made = begin(template)
    assert not made.entrants.exists()
    assert not made.stages.exclude(drawn_at=None).exists()


def test_a_club_begins_with_one_template_at_most():
    first = open_tournament()
    one, other = keep(first, default=True), keep(first, "Pazar", default=True)
    assert [*first.club.templates.filter(is_default=True)] == [other]
    templates.begin_with(club=first.club, template=None, by=CONSOLE, at=NOW)
    assert not first.club.templates.filter(is_default=True).exists()
    with pytest.raises(IntegrityError), transaction.atomic():
        SetupTemplate.objects.filter(pk__in=[one.pk, other.pk]).update(is_default=True)


def test_it_is_called_otherwise_and_set_in_another_hall():
    template = keep(open_tournament())
    change(template, name=" Çarşamba ", venue="Lokal", tables=2, begins=time(20), ends=time(1))
    made = settings_of(begin(SetupTemplate.objects.get()))
    assert (SetupTemplate.objects.get().name, made.venue, made.tables) == ("Çarşamba", "Lokal", 2)
    change(SetupTemplate.objects.get())
    assert actions(template.club) == ["template_kept", "template_changed"]


@pytest.mark.parametrize("name", ["", "  ", "x" * 61])
def test_it_has_a_name(name: str):
    with pytest.raises(templates.TemplateNameMissing):
        keep(open_tournament(), name)


def test_no_two_of_a_club_are_called_alike():
    first = open_tournament()
    keep(first, "ISI")
    with pytest.raises(templates.TemplateNameTaken):
        keep(first, "ısı")
    keep(open_tournament(club=ClubFactory.create()), "ISI")


def test_a_club_keeps_not_endlessly_many(monkeypatch):
    monkeypatch.setattr(templates, "MOST_TEMPLATES", 1)
    first = open_tournament()
    keep(first)
    with pytest.raises(templates.TooManyTemplates):
        keep(first, "Pazar")


def test_figures_out_of_range_are_refused():
    template = keep(open_tournament())
    with pytest.raises(SettingsNotPossible):
        change(template, tables=65)


def test_what_was_deleted_meanwhile_is_there_no_more():
    template = keep(open_tournament())
    made = begin(template)
    templates.delete_template(template=SetupTemplate.objects.get(), by=CONSOLE, at=NOW)
    for act in (change, begin):
        with pytest.raises(templates.TemplateGone):
            act(template)
    assert Tournament.objects.filter(pk=made.pk).exists()
    assert actions(made.club)[-1] == "template_deleted"


def test_one_by_which_nights_are_set_up_is_not_deleted():
    template = keep(open_tournament())
    rhythm = Rhythm("Salı gecesi", (1,), 1, DAY, time(19), time(23), template)
    start_series(club=template.club, rhythm=rhythm, by=CONSOLE, at=NOW)
    with pytest.raises(templates.TemplateInUse):
        templates.delete_template(template=template, by=CONSOLE, at=NOW)
