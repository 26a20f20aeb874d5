"""What runs on this computer now."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import Error
from django.db.models import Count, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from config import owner_invitation
from config.backups.status import read_status
from config.errors.database_faults import Fault, find_fault
from config.launcher import keep_awake
from config.launcher.control.reach import reachability
from config.launcher.control.visitors import visitors
from config.monitoring.health_checks import MAX_CLOCK_SKEW_SECONDS
from scoring.models import Entry
from tournaments.enums import EncounterState, TournamentState
from tournaments.models import Club, Tournament


@dataclass(frozen=True)
class Activity:
    """`fault` is why the database can't be read, then nothing else of it is known."""

    tournaments: list[Tournament]
    clubs: list[Club]
    has_owner: bool
    is_clock_behind: bool
    fault: Fault | None = None

    @property
    def fault_sentence(self) -> str:
        return gettext(self.fault.value) if self.fault else ""

    @property
    def tables_playing(self) -> int:
        return sum(tournament.tables_playing for tournament in self.tournaments)  # type: ignore[attr-defined]


def read_activity() -> Activity:
    """Also of a database that fails; other errors are raised."""
    try:
        return Activity(
            list(playing_tournaments()),
            list(Club.objects.order_by("pk")[:2]),
            owner_invitation.has_owner(),
            is_clock_behind(now=timezone.now()),
        )
    except Error as error:
        fault = find_fault(error)
        if fault is None:
            raise
        return Activity([], [], has_owner=True, is_clock_behind=False, fault=fault)


def playing_tournaments() -> QuerySet[Tournament]:
    """With `tables_playing`."""
    playing = Count("stages__encounters", filter=Q(stages__encounters__state=EncounterState.PLAYING))
    active = Tournament.objects.not_erased().filter(state=TournamentState.PLAYING, cancelled_at=None)
    return active.annotate(tables_playing=playing).order_by("first_day", "pk")


def is_clock_behind(*, now: datetime) -> bool:
    """Return whether the newest hand was recorded later than now."""
    newest = Entry.objects.order_by("-pk").values_list("received_at", flat=True).first()
    return newest is not None and (newest - now).total_seconds() > MAX_CLOCK_SKEW_SECONDS


def state_context() -> dict[str, Any]:
    return {
        "activity": read_activity(),
        "reachability": reachability(visitors),
        "connected": visitors.connected(),
        "wake": keep_awake.state(),
        "backups": read_status(now=timezone.now()),
        "free_bytes": shutil.disk_usage(settings.VAR_DIR).free,
    }
