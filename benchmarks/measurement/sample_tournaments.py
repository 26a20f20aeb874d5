"""Made by domain calls. Set up Django first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.db import connection
from django.db.models import F

from benchmarks.measurement.copied_hands import copy_play
from scoring.standings import standings_cache
from tests.factories import (
    NOW,
    encounters_of,
    first_stage,
    open_tournament,
    play_encounter,
    play_hand,
)
from tournaments.draws.domain import draw
from tournaments.draws.domain.compute_draw import DrawChoices
from tournaments.draws.domain.draw_preview import entrants_of_stage, preview_draw
from tournaments.enums import StageKind, TournamentState
from tournaments.formats.drawing import Method
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, GroupPlace, TableLink, Tournament
from tournaments.models.table import MOST_TABLES
from tournaments.stages.stage_settings import Length, StageSettings

LENGTH: Final = Length(best_of=5, hands=11)


def create_groups_of_four(entrants: int) -> Tournament:
    """No match is played."""
    tables = min(MOST_TABLES, entrants // 2)
    tournament = open_tournament(pairs=entrants, groups=LENGTH, tables=tables)
    draw.draw_groups(tournament=tournament, groups=entrants // 4, seed="101", by=CONSOLE, at=NOW)
    tournament.refresh_from_db()
    return tournament


def encounters_at_tables(tournament: Tournament) -> Sequence[Encounter]:
    waiting = Encounter.objects.filter(stage__tournament=tournament).in_table_queues()
    first: dict[int, Encounter] = {}
    for encounter in waiting.select_related("table", "stage__tournament"):
        first.setdefault(encounter.table_id or 0, encounter)
    return list(first.values())


def token_of(encounter: Encounter) -> str:
    return TableLink.objects.get(table=encounter.table, revoked_at=None).token


def create_late_tournament(entrants: int) -> Tournament:
    """All encounters are played except those at the tables."""
    tournament = create_groups_of_four(entrants)
    current = {encounter.pk for encounter in encounters_at_tables(tournament)}
    first, *rest = (candidate for candidate in encounters_of(tournament) if candidate.pk not in current)
    play_encounter(first)
    Encounter.objects.filter(pk=first.pk).update(left_table_at=NOW)
    copy_play(first, rest)
    for encounter in encounters_at_tables(tournament):
        play_hand(encounter)
    standings_cache.rebuild(stage=first_stage(tournament), at=NOW)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return tournament


def create_bracket(entrants: int) -> Tournament:
    """Play a hand at each table."""
    stages = (StageSettings(StageKind.KNOCKOUT.value, best_of=LENGTH.best_of, hands=LENGTH.hands),)
    tournament = open_tournament(pairs=entrants, stages=stages, tables=min(MOST_TABLES, entrants // 2))
    stage = first_stage(tournament)
    chosen = DrawChoices(Method.RANDOM, "101", 1)
    digest = preview_draw(stage, entrants_of_stage(stage), chosen).digest
    draw.draw_stage(stage=stage, choices=chosen, previewed_digest=digest, by=CONSOLE, at=NOW)
    for encounter in encounters_at_tables(tournament):
        play_hand(encounter)
    return tournament


def finish_tournament(tournament: Tournament) -> Tournament:
    """Finish with each group in drawn order."""
    GroupPlace.objects.filter(group__stage__tournament=tournament).update(rank=F("position") + 1)
    tournament.state = TournamentState.FINISHED
    tournament.save(update_fields=["state"])
    return tournament
