"""Tournaments for measurements, created by domain calls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.db import connection

from benchmarks.copied_hands import copy_play
from benchmarks.figures import print_progress
from scoring.standings import standings_cache
from tests.factories import NOW, encounters_of, first_stage, open_tournament, play_encounter, play_hand
from tournaments.draws.domain import draw
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Tournament
from tournaments.models.table import MOST_TABLES
from tournaments.stages.stage_settings import Length

HANDS_OF_A_MATCH: Final = 11


def create_groups_of_four(entrants: int) -> Tournament:
    """No match is played."""
    tables = min(MOST_TABLES, entrants // 2)
    length = Length(best_of=5, hands=HANDS_OF_A_MATCH)
    tournament = open_tournament(pairs=entrants, groups=length, tables=tables)
    draw.draw_groups(tournament=tournament, groups=entrants // 4, seed="101", by=CONSOLE, at=NOW)
    tournament.refresh_from_db()
    return tournament


def encounters_at_tables(tournament: Tournament) -> Sequence[Encounter]:
    waiting = Encounter.objects.filter(stage__tournament=tournament).in_table_queues()
    first: dict[int, Encounter] = {}
    for encounter in waiting.select_related("table", "stage__tournament"):
        first.setdefault(encounter.table_id or 0, encounter)
    return list(first.values())


class LateEvening:
    """A tournament with all encounters played except those at the tables."""

    def __init__(self, entrants: int) -> None:
        print_progress(f"an evening of {entrants:,} pairs")
        self.name = f"{entrants:,} pairs"
        self.tournament = create_groups_of_four(entrants)
        self.tables = encounters_at_tables(self.tournament)
        self._hands = 0
        current = {encounter.pk for encounter in self.tables}
        first, *rest = (other for other in encounters_of(self.tournament) if other.pk not in current)
        play_encounter(first)
        Encounter.objects.filter(pk=first.pk).update(left_table_at=NOW)
        copy_play(first, rest)
        for encounter in self.tables:
            play_hand(encounter)
        standings_cache.rebuild(stage=first_stage(self.tournament), at=NOW)
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")

    def play(self) -> None:
        """Play a hand at the next table."""
        self._hands += 1
        play_hand(self.tables[self._hands % len(self.tables)])
