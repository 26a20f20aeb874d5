from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from django.db.models import Q

from scoring.models import Entry
from tournaments.enums import EncounterState
from tournaments.formats.pace import Pace, Rest, compute_pace, find_rests, hand_times, hands_ahead
from tournaments.models import Encounter, Tournament

PACE_WINDOW = timedelta(hours=12)
"""Older hands don't count; an evening may run past midnight."""


@dataclass(frozen=True)
class Arrivals:
    """Arrivals by encounter's key; only first versions count."""

    by_encounter: Mapping[int, Sequence[datetime]]
    tables: int
    at: datetime

    @cached_property
    def rest_periods(self) -> list[Rest]:
        today = (arrival for arrivals in self._recent_arrivals.values() for arrival in arrivals)
        return find_rests(today, tables=self.tables, at=self.at)

    @cached_property
    def pace(self) -> Pace:
        return compute_pace([time for times in self._hand_times.values() for time in times])

    def last_arrival(self, encounter: Encounter) -> datetime | None:
        return max(self.by_encounter.get(encounter.pk, ()), default=None)

    @property
    def newest_arrival(self) -> datetime | None:
        return max((arrival for arrivals in self.by_encounter.values() for arrival in arrivals), default=None)

    def pace_of(self, encounter: Encounter) -> Pace:
        return compute_pace(self._hand_times.get(encounter.pk, []))

    def hands_ahead_of_room(self, encounter: Encounter) -> int | None:
        """Negative if behind; None if unknown."""
        arrivals = self._recent_arrivals.get(encounter.pk)
        tables = sum(bool(times) for times in self._hand_times.values())
        if not arrivals or not self.pace.has_enough_hands or tables < 2:  # noqa: PLR2004 - itself and another
            return None
        return hands_ahead(arrivals, self.pace, self.rest_periods, at=self.at)

    @cached_property
    def _recent_arrivals(self) -> dict[int, list[datetime]]:
        since = self.at - PACE_WINDOW
        recent = {pk: [time for time in times if time >= since] for pk, times in self.by_encounter.items()}
        return {pk: times for pk, times in recent.items() if times}

    @cached_property
    def _hand_times(self) -> dict[int, list[timedelta]]:
        return {pk: hand_times(arrivals, self.rest_periods) for pk, arrivals in self._recent_arrivals.items()}


def read_arrivals(tournament: Tournament, *, at: datetime) -> Arrivals:
    """Read when hands were first received: all of encounters in play, others' within PACE_WINDOW."""
    current_or_recent = Q(hand__match__encounter__state=EncounterState.PLAYING) | Q(
        received_at__gte=at - PACE_WINDOW
    )
    rows = (
        Entry.objects.filter(
            current_or_recent, version=1, hand__match__encounter__stage__tournament=tournament
        )
        .order_by("received_at", "pk")
        .values_list("hand__match__encounter", "received_at", "hand__match__encounter__table")
    )
    by_encounter: defaultdict[int, list[datetime]] = defaultdict(list)
    tables = set()
    for encounter, received_at, table in rows:
        by_encounter[encounter].append(received_at)
        tables.add(table)
    return Arrivals(dict(by_encounter), len(tables), at)
