from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Final
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from django.utils.translation import override

from tests.factories import NOW, open_tournament
from tests.log_actions import written_log_actions
from tournaments.history.log_actions import PlayLog, RowValues
from tournaments.history.log_labels import LABELS, TECHNICAL_KEYS
from tournaments.history.log_sentences import describe_rows
from tournaments.history.log_values import (
    combine_values,
    format_stored_time,
    list_changes,
)
from tournaments.log.actor import CONSOLE
from tournaments.log.audit_log import NOT_PUBLISHED_ACTION
from tournaments.models import LogRow
from tournaments.setup.domain.tournament_settings import change_tournament, settings_of
from tournaments.signup.domain.terms import Terms, set_terms
from tournaments.stages.stage_settings import Length, groups_then_knockout

WITHOUT_PLAY: Final = PlayLog()
UNKNOWN_ID: Final = "3c1d9f46-eb88-4390-be36-b196c72cbc7e"


def test_every_written_action_is_listed():
    assert written_log_actions("tournaments") | {NOT_PUBLISHED_ACTION} == set(WITHOUT_PLAY.labels)


def change(before: RowValues, after: RowValues) -> str:
    with override("en"):
        changes = list_changes(combine_values(before), combine_values(after), {})
    return "; ".join(change.sentence for change in changes if change.sentence)


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        ({"name": "Eski"}, {"name": "Yeni"}, "Eski → Yeni"),
        ({"name": "Salı", "tables": 3}, {"name": "Salı", "tables": 4}, "Salı; Tables: 3 → 4"),
        ({"venue": ""}, {"venue": "Lokal"}, "Venue: – → Lokal"),
        ({}, {"role": "owner"}, "Role: owner"),
        ({}, {"plays_on": False, "moved": 0}, "Encounters moved: 0"),
        ({"name": "K", "seed": 3, "pot": 1}, {"name": "K", "seed": 2}, "K; Seed number: 3 → 2; Pot: 1 → –"),
        ({"name": "K"}, {"name": "K", "rating": 0}, "K; Rating: 0"),
        ({"paid": True, "name": "K", "players": ["A", "B"]}, {}, "K (A, B); Fee paid: yes"),
        ({"weekdays": [0]}, {"weekdays": [0, 2]}, "Days of the week: Monday → Monday, Wednesday"),
        ({"begins": "19:00:00"}, {"begins": "19:30:00.304"}, "Begins at: 19:00 → 19:30"),
        ({"totals": {"B": 70, "A": -101}}, {"totals": {}, "void": True}, "A −101 / B +70 → void hand"),
        ({}, {"match": 1, "deal": 2, "question": "40?"}, "match 1, deal 2; “40?”"),
        ({"stage": 1, "rounds": 5}, {"stage": 1, "rounds": 6}, "stage 1; Rounds: 5 → 6"),
        ({}, {"shown": [{"player": "Ali", "shown": "full"}]}, "Public name: Ali: full name"),
        ({}, {"parts": ["phone", "agreed_on"]}, "Changed: phone, consent"),
        ({}, {"number": 7}, "#7"),
        ({}, {"name": "N", "again_of": "x"}, "N, copied from an earlier one"),
        ({"winner": "A"}, {"reason": "Yanlış"}, "Reason: Yanlış"),
        ({"winner": "A"}, {}, "Winner: A"),
        (
            {"fee": "", "colour": ""},
            {"fee": "", "colour": "sea"},
            "Colour of the club: felt green → sea blue",
        ),
        ({"months": 12}, {"months": 24}, "Months: 12 → 24"),
        (
            {},
            {"stage": 2, "round": 3, "drawn": {}, "seed": "7", "alterations": [1]},
            "stage 2, round 3, seed 7, changes by hand: 1",
        ),
        (
            {"draws": [{"stage": 1, "method": "random"}, {"stage": 2, "round": 1}]},
            {},
            "stage 1, drawn by the program; stage 2, round 1",
        ),
        ({}, {"later_key": {"a": [1, True]}}, "later_key: 1, yes"),
        ({}, {"entrant": UNKNOWN_ID, "people": [UNKNOWN_ID], "digest": "0f", "of": UNKNOWN_ID}, ""),
    ],
)
def test_changed_values_are_described(before: RowValues, after: RowValues, sentence: str):
    assert change(before, after) == sentence


def test_technical_keys_have_no_label():
    assert LABELS.keys().isdisjoint(TECHNICAL_KEYS)


@pytest.mark.django_db
def test_unknown_action_is_shown_by_its_stored_name():
    open_tournament()
    row = LogRow.objects.get(action="tournament_created")
    row.action = "of_another_app"
    [entry] = describe_rows([row], play=WITHOUT_PLAY)
    assert (entry.what, entry.history) == ("of_another_app", "")


@pytest.mark.django_db
def test_limit_of_hands_is_described():
    limit, none = (groups_then_knockout(Length(1, hands), Length(1, hands)) for hands in (9, None))
    tournament = open_tournament(rule_set_id="okey-countdown", stages=limit)
    new_settings = replace(settings_of(tournament), stages=none)
    change_tournament(tournament=tournament, settings=new_settings, by=CONSOLE, at=NOW)
    with override("en"):
        row = describe_rows(list(LogRow.objects.filter(action="tournament_changed")), play=WITHOUT_PLAY)[0]
    assert "Elimination (single match · at most 9 hands) → " in row.detail
    assert row.detail.endswith("Elimination (single match · from 20 points)")


@pytest.mark.django_db
def test_imported_row_with_invalid_values_has_no_details():
    open_tournament()
    row = LogRow.objects.get(action="tournament_created")
    row.after = '{"stages": 5}'
    with pytest.raises(TypeError):
        describe_rows([row], play=WITHOUT_PLAY)
    row.origin = "{}"
    [entry] = describe_rows([row], play=WITHOUT_PLAY)
    assert (entry.detail, entry.changes) == ("", [])


@pytest.mark.django_db
def test_every_changed_setting_is_described():
    tournament = open_tournament()
    settings = settings_of(tournament)
    groups, final = settings.stages
    stages = (groups, replace(final, best_of=5, name="Final"))
    new_settings = replace(settings, tables=7, stages=stages).with_common(venue="Lokal")
    change_tournament(tournament=tournament, settings=new_settings, by=CONSOLE, at=NOW)
    with override("en"):
        row = describe_rows(list(LogRow.objects.filter(action="tournament_changed")), play=WITHOUT_PLAY)[0]
    assert row.detail == (
        "Tables: 4 → 7; Stages: "
        "Group stage (single match · 3 hands) + Elimination (single match · 3 hands) → "
        "Group stage (single match · 3 hands) + Final (best of 5 · 3 hands); Venue: Kulüp salonu → Lokal"
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
            [entry] = describe_rows(rows, play=WITHOUT_PLAY)
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
