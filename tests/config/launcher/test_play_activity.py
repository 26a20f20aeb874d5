from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from config.launcher.play_activity import is_tournament_being_played
from tests.factories import NOW, drawn_tournament, play_hand, report
from tournaments.enums import EncounterState, TournamentState
from tournaments.models import Encounter, Tournament

pytestmark = pytest.mark.django_db


def play_first_hand() -> Encounter:
    tournament = drawn_tournament()
    encounter = Encounter.objects.filter(stage__tournament=tournament).order_by("pk")[0]
    play_hand(encounter, report())
    encounter.refresh_from_db()
    assert encounter.state == EncounterState.PLAYING
    return encounter


def in_hours(hours: float) -> datetime:
    return NOW + timedelta(hours=hours)


def test_drawn_tournament_is_not_being_played() -> None:
    drawn_tournament()
    assert not is_tournament_being_played(now=NOW)


def test_encounter_in_play_counts_for_the_evening_and_not_for_days() -> None:
    play_first_hand()
    assert is_tournament_being_played(now=NOW)
    assert is_tournament_being_played(now=in_hours(3))
    assert not is_tournament_being_played(now=in_hours(13))


def test_recent_hand_counts_for_an_hour_when_no_encounter_is_in_play() -> None:
    play_first_hand()
    Encounter.objects.update(started_at=in_hours(-20))
    assert is_tournament_being_played(now=NOW)
    assert not is_tournament_being_played(now=in_hours(1.1))


@pytest.mark.parametrize(
    "change",
    [{"state": TournamentState.FINISHED}, {"cancelled_at": NOW, "cancelled_because": "A power cut"}],
)
def test_finished_and_cancelled_tournaments_are_not_being_played(change: dict[str, Any]) -> None:
    play_first_hand()
    Tournament.objects.update(**change)
    assert not is_tournament_being_played(now=NOW)
