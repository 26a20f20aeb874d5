from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q

from scoring.models import Entry
from tournaments.clock_tolerance import recent_condition
from tournaments.enums import EncounterState, TournamentState
from tournaments.models import Encounter

HAND_WITHIN: Final = timedelta(hours=1)
ENCOUNTER_WITHIN: Final = timedelta(hours=12)
"""One that began earlier was forgotten."""
NEWEST_ENTRIES: Final = 2000
"""Two hours' hands of a hundred tables. Times of entries have no index."""


def is_tournament_being_played(*, now: datetime) -> bool:
    """Return whether a tournament in play has a hand of the last hour, or an encounter in play."""
    return _has_recent_hand(now) or _has_encounter_in_play(now)


def _has_recent_hand(now: datetime) -> bool:
    newest = Entry.objects.order_by("-pk").values_list("pk", flat=True).first()
    return (
        newest is not None
        and Entry.objects.filter(
            recent_condition("received_at", at=now, within=HAND_WITHIN),
            _in_play("hand__match__encounter__stage__tournament"),
            pk__gt=newest - NEWEST_ENTRIES,
        ).exists()
    )


def _has_encounter_in_play(now: datetime) -> bool:
    return (
        Encounter.objects.not_annulled()
        .filter(
            recent_condition("started_at", at=now, within=ENCOUNTER_WITHIN),
            _in_play("stage__tournament"),
            state=EncounterState.PLAYING,
        )
        .exists()
    )


def _in_play(tournament: str) -> Q:
    return Q(**{f"{tournament}__state": TournamentState.PLAYING, f"{tournament}__cancelled_at": None})
