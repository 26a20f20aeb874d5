"""Every common setting of a tournament arrives everywhere; a new one is tested here without another line."""

from __future__ import annotations

import json
from datetime import time
from typing import Any

import pytest
from django.db import models
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from scoring.archive.archived_tables import TOURNAMENT
from scoring.archive.writer import archive_as_text
from scoring.history import PLAY_LOG
from tests.factories import NOW, drawn_tournament, open_tournament
from tests.scoring.archive.sample_archives import archive_and_roll_back, restore_archive
from tests.scoring.setup.domain.test_events import make
from tests.tournaments.blueprints.domain.stored_blueprints import keep, keep_weekly, use
from tournaments.enums import Visibility
from tournaments.history.log_sentences import describe_rows
from tournaments.log.actor import CONSOLE
from tournaments.models import Blueprint, Club, LogRow, Membership, Tournament
from tournaments.models.common_settings import COMMON_SETTINGS, common_settings_of
from tournaments.setup.domain.tournament_settings import change_tournament, settings_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]


def other_value(setting: models.Field[Any, Any]) -> Any:
    """Return a valid value that differs from the one of `open_tournament`."""
    if setting.choices:
        return next(value for value, _label in setting.flatchoices if value != setting.get_default())
    match setting:
        case models.BooleanField():
            return not setting.get_default()
        case models.IntegerField():
            return setting.get_default() + 1
        case models.TimeField():
            return time(19, 30)
    return "Lokal"


CHANGED = {name: other_value(setting) for name, setting in COMMON_SETTINGS.items()}


def changed_tournament(club: Club) -> Tournament:
    tournament = open_tournament(club=club)
    desired = settings_of(tournament).with_common(**CHANGED)
    change_tournament(tournament=tournament, settings=desired, by=CONSOLE, at=NOW)
    tournament.refresh_from_db()
    return tournament


def test_settings_differ_from_the_defaults(club):
    present = common_settings_of(open_tournament(club=club))
    assert all(CHANGED[name] != value for name, value in present.items())


@pytest.mark.release
@pytest.mark.parametrize("page", ["tournaments:setup", "scoring:new_tournament", "tournaments:blueprint"])
def test_form_shows_and_saves_each_setting(page, club: Club, owner: Membership):
    tournament = open_tournament(club=club, visibility=Visibility.DRAFT)
    blueprint = keep(tournament)
    keys = {"tournaments:setup": (tournament.public_id,), "scoring:new_tournament": (club.public_id,)}
    address = reverse(page, args=keys.get(page, (club.public_id, blueprint.public_id)))
    client = Client()
    client.force_login(owner.user)
    shown = client.get(address)
    form = shown.context["form"]
    assert [field.name for field in form.common_fields] == [*COMMON_SETTINGS]
    assert all(f'name="{name}"' in shown.content.decode() for name in COMMON_SETTINGS)
    present = {
        name: value for name, value in form.initial.items() if name in form.fields and value is not None
    }
    days = {"first_day": "2027-01-02", "last_day": "2027-01-02"} if "last_day" in form.fields else {}
    answer = client.post(address, {**present, **days, **CHANGED, "name": "Yeni"})
    assert answer.status_code == 303, answer.context["form"].errors
    model = Blueprint if page == "tournaments:blueprint" else Tournament
    assert common_settings_of(model.objects.get(name="Yeni")) == CHANGED


@pytest.mark.release
@pytest.mark.parametrize("name", COMMON_SETTINGS)
def test_invalid_value_is_refused_on_its_field(name, club: Club, owner: Membership):
    tournament = open_tournament(club=club)
    client = Client()
    client.force_login(owner.user)
    typed = {"name": "Yeni", "first_day": "2027-01-02", "last_day": "2027-01-02", "tables": "4", **CHANGED}
    answer = client.post(
        reverse("tournaments:setup", args=[tournament.public_id]), {**typed, name: "x" * 200}
    )
    assert answer.status_code == 422
    assert [*answer.context["form"].errors] == [name]


@pytest.mark.parametrize("language", ["en", "tr"])
def test_log_words_each_change(language, club: Club):
    changed_tournament(club)
    rows = list(LogRow.objects.filter(action="tournament_changed"))
    with override(language):
        (row,) = describe_rows(rows, play=PLAY_LOG)
        assert all(f"{setting.verbose_name}: " in row.detail for setting in COMMON_SETTINGS.values())


def test_what_starts_from_a_blueprint_has_the_same_settings(club: Club):
    tournament = changed_tournament(club)
    blueprint = keep(tournament)
    assert [common_settings_of(copy) for copy in (blueprint, use(blueprint))] == [CHANGED] * 2
    weekly = keep_weekly(tournament, begins=CHANGED["begins"], ends=CHANGED["ends"], like_previous=True)
    assert common_settings_of(make(weekly)) == CHANGED


@pytest.mark.release
def test_archive_holds_each_setting_or_says_why_not(club: Club):
    def drawn() -> Tournament:
        tournament = drawn_tournament(club=club)
        desired = settings_of(tournament).with_common(**CHANGED)
        change_tournament(tournament=tournament, settings=desired, by=CONSOLE, at=NOW)
        tournament.refresh_from_db()
        return tournament

    restored = restore_archive(archive_and_roll_back(drawn))
    archived = COMMON_SETTINGS.keys() - TOURNAMENT.omitted_columns.keys()
    assert archived <= set(TOURNAMENT.columns)
    assert archived <= json.loads(archive_as_text(restored.public_id))["tournament"].keys()
    values = common_settings_of(restored)
    assert {name: values[name] for name in archived} == {name: CHANGED[name] for name in archived}
