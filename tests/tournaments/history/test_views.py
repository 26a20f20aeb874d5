from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from django.utils.translation import override

from tests.factories import NOW, open_tournament
from tests.log_actions import written_log_actions
from tournaments.history.details import DETAIL_DESCRIPTIONS
from tournaments.history.details.row_context import ActionDescriptions, format_stored_time
from tournaments.history.log_sentences import ACTIONS, describe_rows
from tournaments.log.actor import CONSOLE
from tournaments.log.audit_log import NOT_PUBLISHED_ACTION
from tournaments.models import LogRow
from tournaments.setup.domain.tournament_settings import change_tournament, settings_of
from tournaments.signup.domain.terms import Terms, set_terms
from tournaments.stages.stage_settings import Length, groups_then_knockout

NO_PLAY_DESCRIPTIONS = ActionDescriptions({}, {}, lambda _row, _after: "", dict)


def test_every_written_action_has_a_description():
    assert written_log_actions("tournaments") | {NOT_PUBLISHED_ACTION} == set(ACTIONS)


def test_details_cover_labelled_actions_only():
    assert set(DETAIL_DESCRIPTIONS) <= set(ACTIONS)


@pytest.mark.django_db
def test_unknown_action_is_shown_by_its_stored_name():
    open_tournament()
    row = LogRow.objects.get(action="tournament_created")
    row.action = "of_another_app"
    [entry] = describe_rows([row], play=NO_PLAY_DESCRIPTIONS)
    assert (entry.what, entry.detail, entry.history) == ("of_another_app", "", "")


@pytest.mark.django_db
def test_limit_of_hands_is_described():
    limit, none = (groups_then_knockout(Length(1, hands), Length(1, hands)) for hands in (9, None))
    tournament = open_tournament(rule_set_id="okey-countdown", stages=limit)
    new_settings = replace(settings_of(tournament), stages=none)
    change_tournament(tournament=tournament, settings=new_settings, by=CONSOLE, at=NOW)
    with override("en"):
        row = describe_rows(
            list(LogRow.objects.filter(action="tournament_changed")), play=NO_PLAY_DESCRIPTIONS
        )[0]
    assert "Elimination (single match · at most 9 hands) → " in row.detail
    assert row.detail.endswith("Elimination (single match · from 20 points)")


@pytest.mark.django_db
def test_every_changed_setting_is_described():
    tournament = open_tournament()
    settings = settings_of(tournament)
    groups, final = settings.stages
    stages = (groups, replace(final, best_of=5, name="Final"))
    new_settings = replace(settings, tables=7, stages=stages).with_common(venue="Lokal")
    change_tournament(tournament=tournament, settings=new_settings, by=CONSOLE, at=NOW)
    with override("en"):
        row = describe_rows(
            list(LogRow.objects.filter(action="tournament_changed")), play=NO_PLAY_DESCRIPTIONS
        )[0]
    assert row.detail == (
        "Tables: 4 → 7, Stages: "
        "Group stage (single match · 3 hands) + Elimination (single match · 3 hands) → "
        "Group stage (single match · 3 hands) + Final (best of 5 · 3 hands), Venue: Kulüp salonu → Lokal"
    )


@pytest.mark.django_db
def test_deadline_is_shown_in_the_clubs_time_and_the_readers_language():
    tournament = open_tournament()
    closes = datetime(2026, 11, 20, 15, 30, tzinfo=UTC)
    set_terms(tournament=tournament, terms=Terms(is_open=True, closes_at=closes), by=CONSOLE, at=NOW)
    rows = list(LogRow.objects.filter(action="sign_up_changed"))
    for language, zone, text in (
        ("tr", "Europe/Istanbul", "20 Kasım 2026, 18:30"),
        ("en", "Europe/Berlin", "20 November 2026, 16:30"),
    ):
        with override(language), timezone.override(ZoneInfo(zone)):
            [entry] = describe_rows(rows, play=NO_PLAY_DESCRIPTIONS)
        assert text in [change.after for change in entry.changes]


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ("2026-11-20T15:30:00+00:00", "20 November 2026, 18:30"),
        ("2026-11-20 15:30", "20 November 2026, 15:30"),
        ("2026-11-20", "20 November 2026"),
        ("akşam", "akşam"),
    ],
)
def test_stored_times_of_every_release_are_readable(stored: str, shown: str):
    with override("en"), timezone.override(ZoneInfo("Europe/Istanbul")):
        assert format_stored_time(stored) == shown
