"""Entering pairs, or players of singles, before the draw."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from tournaments.enums import EntrantKind, TournamentState
from tournaments.formats.names import fold
from tournaments.models import Entrant, EntrantPlayer, LogRow, Player, Tournament

from . import counter, log
from .actor import Actor
from .bulk import insert_many
from .refusals import Refused

MOST_ENTRANTS = 2048
FEWEST_PAIRS, FEWEST_SINGLES = 2, 4


class EntriesClosed(Refused):
    code = "entries_closed"
    template = _("The draw is made; entries are closed.")


class EntrantNameTaken(Refused):
    code = "entrant_name_taken"
    template = _("“%(name)s” is on the list already.")


class EntryListFull(Refused):
    code = "entry_list_full"
    template = _("The list has room for %(most)s; there is none for so many more.")


class WrongNumberOfPlayers(Refused):
    code = "wrong_number_of_players"
    template = _("“%(name)s” can't be entered: a pair has two players, in singles each plays alone.")


@dataclass(frozen=True)
class Entry:
    """Who enters: the name, the players in order, the club they play for, and what a draw may go by."""

    name: str
    players: tuple[str, ...]
    club: str = ""
    rating: int | None = None
    seed: int | None = None
    pot: int | None = None


def fewest_entrants(kind: str) -> int:
    """How many a tournament needs before its draw."""
    return FEWEST_SINGLES if kind == EntrantKind.SINGLES else FEWEST_PAIRS


@transaction.atomic
def add_entrant(
    *, tournament: Tournament, name: str, players: Sequence[str], by: Actor, at: datetime
) -> Entrant:
    """Enter somebody of whom no more is known. Raises what `enter` raises."""
    return enter(tournament=tournament, entries=[Entry(name, tuple(players))], by=by, at=at)[0]


@transaction.atomic
def add_entrants(
    *, tournament: Tournament, pairs: Sequence[tuple[str, Sequence[str]]], by: Actor, at: datetime
) -> list[Entrant]:
    """Enter several of whom no more is known, all or none. Raises what `enter` raises."""
    entries = [Entry(name, tuple(players)) for name, players in pairs]
    return enter(tournament=tournament, entries=entries, by=by, at=at)


@transaction.atomic
def enter(*, tournament: Tournament, entries: Sequence[Entry], by: Actor, at: datetime) -> list[Entrant]:
    """Enter all or none, numbered in their order, in as many statements for two thousand as for two.

    Raises EntriesClosed, EntryListFull, WrongNumberOfPlayers, EntrantNameTaken.
    """
    _lock_open(tournament)
    return _store(tournament, entries, by=by, at=at)


def enter_late(*, tournament: Tournament, entry: Entry, by: Actor, at: datetime) -> Entrant:
    """Enter one more after the draw, who has no place in any stage yet. Caller holds the tournament.

    Raises EntryListFull, WrongNumberOfPlayers, EntrantNameTaken.
    """
    return _store(tournament, [entry], by=by, at=at)[0]


def _store(tournament: Tournament, entries: Sequence[Entry], *, by: Actor, at: datetime) -> list[Entrant]:
    _refuse_more_than_fit(tournament, len(entries))
    _refuse_taken_names(tournament, entries)
    last = tournament.entrants.aggregate(last=Max("number"))["last"] or 0
    entrants = [
        _fill(Entrant(tournament=tournament, number=number), entry)
        for number, entry in enumerate(entries, start=last + 1)
    ]
    insert_many(entrants)
    _seat_players(tournament, list(zip(entrants, entries, strict=True)))
    insert_many([_row(tournament, *one, by=by, at=at) for one in zip(entrants, entries, strict=True)])
    counter.touch(tournament)
    return entrants


@transaction.atomic
def change_entrant(*, entrant: Entrant, entry: Entry, by: Actor, at: datetime) -> None:
    """Correct who is on the list before the draw.

    Raises EntriesClosed, WrongNumberOfPlayers, EntrantNameTaken.
    """
    tournament = entrant.tournament
    _lock_open(tournament)
    _refuse_taken_names(tournament, [entry], but=entrant)
    before = entry_of(entrant)
    _fill(entrant, entry).save(update_fields=["name", "club_name", "rating", "seed", "pot"])
    if before.players != entry.players:
        entrant.roster.all().delete()
        _seat_players(tournament, [(entrant, entry)])
    log.write(
        "entrant_changed",
        by=by,
        at=at,
        tournament=tournament,
        subject=entrant.public_id,
        before=_told(before),
        after=_told(entry),
    )
    counter.touch(tournament)


@transaction.atomic
def remove_entrant(*, entrant: Entrant, by: Actor, at: datetime) -> None:
    """Take somebody off the list before the draw. Raises EntriesClosed."""
    tournament = entrant.tournament
    _lock_open(tournament)
    log.write(
        "entrant_removed",
        by=by,
        at=at,
        tournament=tournament,
        subject=entrant.public_id,
        before=_told(entry_of(entrant)),
    )
    entrant.delete()
    counter.touch(tournament)


def entry_of(entrant: Entrant) -> Entry:
    """An entrant as it was entered."""
    roster = entrant.roster.select_related("player").order_by("place")
    return Entry(
        entrant.name,
        tuple(row.player.name for row in roster),
        entrant.club_name,
        entrant.rating,
        entrant.seed,
        entrant.pot,
    )


def _lock_open(tournament: Tournament) -> None:
    state = Tournament.objects.select_for_update().values_list("state", flat=True).get(pk=tournament.pk)
    if state != TournamentState.OPEN:
        raise EntriesClosed


def _refuse_more_than_fit(tournament: Tournament, coming: int) -> None:
    if tournament.entrants.count() + coming > MOST_ENTRANTS:
        raise EntryListFull(most=MOST_ENTRANTS)


def _refuse_taken_names(tournament: Tournament, entries: Sequence[Entry], but: Entrant | None = None) -> None:
    others = tournament.entrants.exclude(pk=but.pk) if but else tournament.entrants.all()
    present = {fold(name) for name in others.values_list("name", flat=True)}
    wanted = 1 if tournament.kind == EntrantKind.SINGLES else 2
    for entry in entries:
        if len(entry.players) != wanted:
            raise WrongNumberOfPlayers(name=entry.name)
        if fold(entry.name) in present:
            raise EntrantNameTaken(name=entry.name)
        present.add(fold(entry.name))


def _fill(entrant: Entrant, entry: Entry) -> Entrant:
    entrant.name, entrant.club_name = entry.name, entry.club
    entrant.rating, entrant.seed, entrant.pot = entry.rating, entry.seed, entry.pot
    return entrant


def _seat_players(tournament: Tournament, entered: Sequence[tuple[Entrant, Entry]]) -> None:
    """The club's players of these names; a namesake who plays here already is another person."""
    names = [name for _entrant, entry in entered for name in entry.players]
    known = defaultdict(list)
    for player in (
        Player.objects.filter(club=tournament.club_id, name__in=set(names))
        .exclude(entrants__tournament=tournament)
        .order_by("-pk")
    ):
        known[player.name].append(player)
    players = [
        known[name].pop() if known[name] else Player(club_id=tournament.club_id, name=name) for name in names
    ]
    insert_many([player for player in players if player._state.adding])  # noqa: SLF001 - what has no key yet
    insert_many(list(_rosters(entered, iter(players))))


def _rosters(entered: Sequence[tuple[Entrant, Entry]], players: Iterator[Player]) -> Iterator[EntrantPlayer]:
    for entrant, entry in entered:
        for place, _name in enumerate(entry.players, start=1):
            yield EntrantPlayer(entrant=entrant, player=next(players), place=place)


def _row(tournament: Tournament, entrant: Entrant, entry: Entry, *, by: Actor, at: datetime) -> LogRow:
    return log.row_of(
        "entrant_added",
        by=by,
        at=at,
        tournament=tournament,
        subject=entrant.public_id,
        after=_told(entry),
    )


def _told(entry: Entry) -> dict[str, object]:
    """What the log tells: the name and the players, and of the rest what was given."""
    more = {"club": entry.club, "rating": entry.rating, "seed": entry.seed, "pot": entry.pot}
    given = {name: value for name, value in more.items() if value or value == 0}
    return {"name": entry.name, "players": list(entry.players), **given}
