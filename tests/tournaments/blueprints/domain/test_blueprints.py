from __future__ import annotations

from dataclasses import replace
from datetime import time
from functools import partial
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from tests.concurrent_change import run_meanwhile
from tests.factories import NOW, ClubFactory, drawn_tournament, open_tournament
from tests.tournaments.blueprints.domain.stored_blueprints import (
    DAY,
    actions,
    change,
    keep,
    keep_weekly,
    use,
)
from tournaments.blueprints.domain import blueprints
from tournaments.blueprints.domain.contents import settings_of_blueprint
from tournaments.blueprints.domain.planned_events import record_created_event
from tournaments.log.actor import CONSOLE
from tournaments.models import Blueprint, Tournament
from tournaments.setup.domain.tournament_settings import settings_of
from tournaments.signup.domain.terms import Terms, set_terms, terms_of
from tournaments.stages.stage_flow_checks import SettingsNotPossible

pytestmark = pytest.mark.django_db

TERMS = Terms(True, NOW, 12, True, "200 lira", ("Kaçta gelirsiniz?",), "Okudum.", 10)


def end(blueprint: Blueprint) -> None:
    blueprints.end_blueprint(blueprint=blueprint, by=CONSOLE, at=NOW)


def set_default(blueprint: Blueprint | None, tournament: Tournament) -> None:
    blueprints.set_default_blueprint(club=tournament.club, blueprint=blueprint, by=CONSOLE, at=NOW)


def test_tournament_from_a_blueprint_has_the_saved_setup():
    first = open_tournament(tables=3, agreement="hand", protest_minutes=7, rule_set_id="101-rising")
    set_terms(tournament=first, terms=TERMS, by=CONSOLE, at=NOW)
    tournament = use(keep(first))
    saved, created = settings_of(first), settings_of(tournament)
    days: dict[str, Any] = {"first_day": DAY, "last_day": DAY + (first.last_day - first.first_day)}
    assert replace(saved, name="", **days) == replace(created, name="")
    assert (tournament.rule_book, tournament.draft, tournament.name) == (first.rule_book, True, "Salı gecesi")
    assert terms_of(tournament) == replace(TERMS, is_open=False, closes_at=None)


def test_blueprint_without_sign_up_has_no_terms():
    assert terms_of(use(keep(open_tournament()))) == Terms()


def test_blueprint_ignores_play():
    tournament = use(keep(drawn_tournament(pairs=4, groups=1)))
    assert not tournament.entrants.exists()
    assert not tournament.stages.exclude(drawn_at=None).exists()


def test_club_has_at_most_one_default():
    first = open_tournament()
    stored = keep(first), keep(first, "Pazar")
    for blueprint in stored:
        set_default(blueprint, first)
    assert [*first.club.blueprints.filter(is_default=True)] == [stored[1]]
    set_default(None, first)
    assert not first.club.blueprints.filter(is_default=True).exists()
    with pytest.raises(IntegrityError), transaction.atomic():
        Blueprint.objects.update(is_default=True)


def test_blueprint_can_be_renamed_and_get_another_venue():
    blueprint = keep(open_tournament())
    change(blueprint, name=" Çarşamba ", venue="Lokal", tables=2, begins=time(20), ends=time(1))
    stored = Blueprint.objects.get()
    settings = settings_of(use(stored))
    assert (stored.name, settings.common["venue"], settings.tables) == ("Çarşamba", "Lokal", 2)
    change(stored)
    assert actions(blueprint) == ["blueprint_saved", "blueprint_changed"]


@pytest.mark.parametrize("name", ["", "  ", "x" * 101])
def test_blueprint_needs_a_name(name: str):
    with pytest.raises(blueprints.BlueprintNameMissing):
        keep(open_tournament(), name)


def test_names_are_unique_in_a_club():
    first = open_tournament()
    blueprint = keep(first, "ISI")
    with pytest.raises(blueprints.BlueprintNameTaken):
        keep(first, "ısı")
    keep(open_tournament(club=ClubFactory.create()), "ISI")
    end(blueprint)
    keep(first, "ısı")


def test_number_is_limited(monkeypatch):
    monkeypatch.setattr(blueprints, "MOST_BLUEPRINTS", 1)
    first = open_tournament()
    blueprint = keep(first)
    with pytest.raises(blueprints.TooManyBlueprints):
        keep(first, "Pazar")
    end(blueprint)
    keep(first, "Pazar")


def test_values_out_of_range_are_refused():
    with pytest.raises(SettingsNotPossible):
        change(keep(open_tournament()), tables=65)


@pytest.mark.parametrize(
    "changes",
    [
        {"weekdays": (7,)},
        {"every": 0},
        {"every": 9},
        {"first_day": None},
        {"begins": None, "ends": None},
        {"ends": None},
    ],
)
def test_impossible_rhythm_is_refused(changes: dict[str, Any]):
    with pytest.raises(blueprints.SeriesNotPossible):
        keep_weekly(open_tournament(), **changes)


def test_rhythm_goes_with_its_last_day():
    blueprint = keep_weekly(open_tournament(), like_previous=True)
    change(blueprint, weekdays=())
    settings = settings_of_blueprint(Blueprint.objects.get())
    assert (settings.weekdays, settings.first_day, settings.like_previous) == ((), None, False)


def test_deleted_blueprint_is_gone_and_its_tournaments_stay():
    blueprint = keep(open_tournament())
    tournament = use(blueprint)
    end(Blueprint.objects.get())
    for action in (change, use, end, partial(set_default, tournament=tournament)):
        with pytest.raises(blueprints.BlueprintDeleted):
            action(blueprint)
    assert Tournament.objects.filter(pk=tournament.pk).exists()
    assert not Blueprint.objects.exists()
    assert actions(blueprint)[-1] == "blueprint_deleted"


def test_ended_series_stays_readable():
    blueprint = keep_weekly(open_tournament())
    night = open_tournament(club=blueprint.club)
    record_created_event(blueprint=blueprint, day=DAY, tournament=night)
    set_default(blueprint, night)
    end(blueprint)
    ended = Blueprint.objects.series().get()
    assert (ended.ended_at, ended.is_default, ended.evenings.get(day=DAY).tournament) == (NOW, False, night)


def test_blueprint_deleted_meanwhile_is_not_used():
    blueprint = keep(open_tournament())
    with run_meanwhile(partial(end, blueprint)), pytest.raises(blueprints.BlueprintDeleted):
        use(blueprint)


def test_new_club_nights_notify_open_pages():
    tournament = open_tournament()
    before = Tournament.objects.get(pk=tournament.pk).counter
    blueprint = keep_weekly(tournament)
    change(blueprint, every=2)
    assert Tournament.objects.get(pk=tournament.pk).counter == before + 2
