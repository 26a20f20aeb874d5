from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from django.db.models import QuerySet

from rules.seats import SEATS_PAIRS, SEATS_SINGLES, seating
from rules.standings.matches import FIRST_PLACE_CUT
from scoring.models import EntrySeat
from tournaments.database.compiled_queries import compiled_query
from tournaments.enums import EntrantKind, Part, StageKind
from tournaments.formats.fours.seating import SEATS_PER_TABLE
from tournaments.formats.fours.tables_of_four import count_advancing
from tournaments.models import Encounter, EncounterSide, Feed, Stage, Tournament
from tournaments.schedule.stage_feeds import main_stage

Players = Mapping[str, tuple[int, str]]
"""Primary key and public id of the player on each seat."""


def seats_of(stage: Stage) -> tuple[str, ...]:
    return SEATS_SINGLES if len(stage.letters) == len(SEATS_SINGLES) else SEATS_PAIRS


def seats_in(tournament: Tournament) -> tuple[str, ...]:
    return SEATS_SINGLES if tournament.kind == EntrantKind.SINGLES else SEATS_PAIRS


def seating_token(players: Mapping[str, str]) -> str:
    """Public ids by seat."""
    return ",".join(players[seat] for seat in seating(players))


def players_of_entry(entry_id: int) -> Players:
    """Even if seats changed since."""
    return players_of_entries([entry_id])[entry_id]


def players_of_entries(entries: Collection[int]) -> Mapping[int, Players]:
    seats = EntrySeat.objects.filter(entry__in=entries).order_by("pk")
    players_by_entry: dict[int, dict[str, tuple[int, str]]] = {entry: {} for entry in entries}
    for entry, seat, player, public_id in seats.values_list("entry", "seat", "player", "player__public_id"):
        players_by_entry[entry][seat] = player, str(public_id)
    return players_by_entry


def seated_players(encounter: Encounter) -> Players:
    return {
        f"{letter}{3 - place if swapped else place}": (player, str(public_id))
        for letter, swapped, place, player, public_id in _seats(encounter.pk)
    }


@compiled_query
def _seats(encounter: int) -> QuerySet[EncounterSide, tuple[Any, ...]]:
    player = "entrant__roster__player"
    columns = ("letter", "swapped", "entrant__roster__place", f"{player}_id", f"{player}__public_id")
    sides = EncounterSide.objects.filter(encounter=encounter)
    return sides.order_by("letter", "entrant__roster__place").values_list(*columns)


def places_to_separate(encounter: Encounter) -> tuple[int, ...]:
    """Return ranks after which ties must be broken: (1,) for two sides, () in rounds at tables of four.

    In a knock-out of four, by queries: those who advance or, at the last table, the champion and the ranks
    that a stage takes. The stage must be loaded.
    """
    if encounter.stage.kind == StageKind.FOURS:
        return ()
    if encounter.stage.kind != StageKind.TABLES:
        return FIRST_PLACE_CUT
    entrants = _entrants_in_round(encounter)
    return (
        _last_table_cuts(encounter.stage)
        if entrants == SEATS_PER_TABLE
        else (_advancing_from_round(entrants),)
    )


def advancing_from_table(encounter: Encounter) -> int | None:
    """None at the last table."""
    if encounter.stage.kind != StageKind.TABLES:
        return None
    entrants = _entrants_in_round(encounter)
    return None if entrants == SEATS_PER_TABLE else _advancing_from_round(entrants)


def _entrants_in_round(encounter: Encounter) -> int:
    sides = EncounterSide.objects.filter(encounter__stage=encounter.stage_id, encounter__annulled_at=None)
    return sides.filter(encounter__part=Part.MAIN, encounter__round=encounter.round, vacant=False).count()


def _advancing_from_round(entrants: int) -> int:
    """Two, or three from the only table."""
    tables, byes = divmod(entrants, SEATS_PER_TABLE)
    return count_advancing(entrants) - byes if tables == 1 else 2


def _last_table_cuts(stage: Stage) -> tuple[int, ...]:
    feeds = Feed.objects.filter(source=stage)
    borders = {place for feed in feeds for place in (feed.first_rank - 1, feed.last_rank)}
    if main_stage(stage.tournament).pk == stage.pk:
        borders.add(1)
    return tuple(sorted(place for place in borders if 0 < place < SEATS_PER_TABLE))
