"""Who sits where at a table, and how far down its order the places must be parted."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from django.db.models import QuerySet

from rules.seats import SEATS_PAIRS, SEATS_SINGLES, seating
from rules.standings.matches import FIRST
from scoring.models import EntrySeat
from tournaments.database.compiled_queries import compiled
from tournaments.enums import EntrantKind, Part, StageKind
from tournaments.formats.fours.seating import TABLE
from tournaments.formats.fours.tables_of_four import going_on
from tournaments.models import Encounter, EncounterSide, Feed, Stage, Tournament
from tournaments.schedule.stage_feeds import main_stage

Players = Mapping[str, tuple[int, str]]
"""Primary key and public id of the player on each seat."""


def seats_of(stage: Stage) -> tuple[str, ...]:
    """The seats of a table in playing order: of two pairs, or of four who play each for himself."""
    return SEATS_SINGLES if len(stage.letters) == len(SEATS_SINGLES) else SEATS_PAIRS


def seats_in(tournament: Tournament) -> tuple[str, ...]:
    """The seats of every table of a tournament: singles play at tables of four and nowhere else."""
    return SEATS_SINGLES if tournament.kind == EntrantKind.SINGLES else SEATS_PAIRS


def seating_of(players: Mapping[str, str]) -> str:
    """Who sits where, by the public ids of the players on their seats, as a form carries it."""
    return ",".join(players[seat] for seat in seating(players))


def players_of(entry_id: int) -> Players:
    """Who sat where as an entry has it: a hand that is corrected stays theirs, whoever sits there now."""
    return players_of_each([entry_id])[entry_id]


def players_of_each(entries: Collection[int]) -> Mapping[int, Players]:
    """The same of several, by primary key, in one query."""
    seats = EntrySeat.objects.filter(entry__in=entries).order_by("pk")
    found: dict[int, dict[str, tuple[int, str]]] = {entry: {} for entry in entries}
    for entry, seat, player, public_id in seats.values_list("entry", "seat", "player", "player__public_id"):
        found[entry][seat] = player, str(public_id)
    return found


def seated_players(encounter: Encounter) -> Players:
    """Who sits where now."""
    return {
        f"{letter}{3 - place if swapped else place}": (player, str(public_id))
        for letter, swapped, place, player, public_id in _seats(encounter.pk)
    }


@compiled
def _seats(encounter: int) -> QuerySet[EncounterSide, tuple[Any, ...]]:
    player = "entrant__roster__player"
    told = ("letter", "swapped", "entrant__roster__place", f"{player}_id", f"{player}__public_id")
    sides = EncounterSide.objects.filter(encounter=encounter)
    return sides.order_by("letter", "entrant__roster__place").values_list(*told)


def cuts_of(encounter: Encounter) -> tuple[int, ...]:
    """The places of an encounter below which something hangs on the order; its stage is loaded.

    Of two sides one wins. Where everybody plays every round at a table of four nothing hangs on it: what
    each paid counts, not his place. In a knock-out of four as many as the round sends on must be parted from
    the others; at the last table the champion from everybody, and whom another stage takes from whom it
    doesn't.
    """
    if encounter.stage.kind == StageKind.FOURS:
        return ()
    if encounter.stage.kind != StageKind.TABLES:
        return FIRST
    there = _entrants_in_round(encounter)
    return _last_cuts(encounter.stage) if there == TABLE else (_through(there),)


def sent_on(encounter: Encounter) -> int | None:
    """How many of a table of four go on to the next round; None of the last table, and of two sides."""
    if encounter.stage.kind != StageKind.TABLES:
        return None
    there = _entrants_in_round(encounter)
    return None if there == TABLE else _through(there)


def _entrants_in_round(encounter: Encounter) -> int:
    sides = EncounterSide.objects.filter(encounter__stage=encounter.stage_id, encounter__annulled_at=None)
    return sides.filter(encounter__part=Part.MAIN, encounter__round=encounter.round, vacant=False).count()


def _through(entrants: int) -> int:
    """How many of one table go on from a round of so many: two, or three of the only one."""
    tables, byes = divmod(entrants, TABLE)
    return going_on(entrants) - byes if tables == 1 else 2


def _last_cuts(stage: Stage) -> tuple[int, ...]:
    """At the last table: the champion's place, and both ends of what other stages take."""
    feeds = Feed.objects.filter(source=stage)
    borders = {place for feed in feeds for place in (feed.first_rank - 1, feed.last_rank)}
    if main_stage(stage.tournament).pk == stage.pk:
        borders.add(1)
    return tuple(sorted(place for place in borders if 0 < place < TABLE))
