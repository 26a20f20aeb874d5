"""Who plays for an entrant: the club's players by their names, and what everybody may read of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from tournaments.database.bulk_insert import insert_many
from tournaments.enums import NameShown
from tournaments.log.actor import Actor
from tournaments.models import Entrant, EntrantPlayer, Player, Tournament
from tournaments.models.names import readings, stored
from tournaments.naming.names import fold, pair_name
from tournaments.people.domain.aliases import with_aliases
from tournaments.people.domain.pair_names import former_of, name_anew, name_entrant, usual_name
from tournaments.people.domain.public_names import Shown, apply
from tournaments.people.domain.renaming import rename


@dataclass(frozen=True)
class Entry:
    """Who enters: the name, the players in order, the club they play for, and what a draw may go by.

    Names are their own; `shown` is what everybody may read of each player, nothing of it for what the club
    usually shows of newcomers, and for what those chose who have played here before. `same` are the players
    of the club who are meant whatever they are called by now, by public id, `named` says that an entrant
    keeps its name; both come from who was on the list before, not from what was typed. `answers` say who is
    meant by a typed name, for places from 1, as the organizer was asked: nobody for somebody whom the club
    does not know yet, whoever bears the same name.
    """

    name: str
    players: tuple[str, ...]
    club: str = ""
    rating: int | None = None
    seed: int | None = None
    pot: int | None = None
    shown: tuple[Shown | None, ...] = field(default=(), compare=False)
    same: tuple[UUID | None, ...] = field(default=(), compare=False)
    named: bool = field(default=False, compare=False)
    answers: Mapping[int, UUID | None] = field(default_factory=dict, compare=False)

    def shown_at(self, place: int) -> Shown | None:
        """What is chosen of the player at a place, from 1."""
        return self.shown[place - 1] if place <= len(self.shown) else None

    def same_at(self, place: int) -> UUID | None:
        """Who is meant at a place, from 1, where that is known."""
        if place in self.answers:
            return self.answers[place]
        return self.same[place - 1] if place <= len(self.same) else None

    def new_at(self, place: int) -> bool:
        """Whether somebody plays at a place whom the club does not know yet, as the organizer said."""
        return place in self.answers and self.answers[place] is None

    def called(self, players: Sequence[Player]) -> str:
        """The name under which its players enter, as it is stored: a usual one is made of their names."""
        usual = self.players[0] if len(self.players) == 1 else pair_name(self.players)
        return usual_name(players) if self.name == usual else self.name


def players_for(tournament: Tournament, entries: Sequence[Entry]) -> list[list[Player]]:
    """The club's players of each entry's names; who is new is stored, and what others chose now.

    A namesake who plays here already is another person. Caller holds the club. Raises AliasMissing,
    AliasUnreadable, NoNameLeft.
    """
    known = _known(tournament, entries)
    usual = Shown(NameShown(tournament.club.names_shown))
    new: list[Player] = []
    chose: list[Player] = []
    found = [_players(known, tournament, entry, new) for entry in entries]
    for players, entry in zip(found, entries, strict=True):
        for place, player in enumerate(players, start=1):
            shown = entry.shown_at(place) or (None if player.pk else usual)
            if shown is not None:
                apply(player, shown)
                chose += [player] if player.pk else []
    insert_many(new)
    if chose:
        rows = with_aliases(chose)
        Player.objects.bulk_update(rows, ["name", "full_name", "shown"], batch_size=500)
        name_anew(rows)
    return found


@dataclass
class _Known:
    """The club's people who don't play here yet, by their names, and those who are meant by their ids."""

    named: dict[str, list[Player]]
    meant: dict[UUID, Player]
    taken: set[int] = field(default_factory=set)

    def take(self, key: UUID | None, name: str) -> Player | None:
        """Who is meant by an id, else the first of a name; each only once."""
        free = [one for one in self.named.get(name, ()) if one.pk not in self.taken]
        found = self.meant.get(key) if key else None
        if found is None or found.pk in self.taken:
            found = free[0] if free else None
        if found is not None:
            self.taken.add(found.pk)
        return found


def _known(tournament: Tournament, entries: Sequence[Entry]) -> _Known:
    club = Player.objects.filter(club=tournament.club_id).not_in(tournament)
    names = {name for entry in entries for name in entry.players}
    named: defaultdict[str, list[Player]] = defaultdict(list)
    for player in club.known_as(*names).prefetch_related("aliases").order_by("pk"):
        for name in {player.real_name, *(one.own_name for one in player.aliases.all())}:
            named[name].append(player)
    keys = {key for entry in entries for key in (*entry.same, *entry.answers.values()) if key}
    ids = club.filter(public_id__in=keys) if keys else ()
    return _Known(named, {player.public_id: player for player in ids})


def _players(known: _Known, tournament: Tournament, entry: Entry, new: list[Player]) -> list[Player]:
    found: list[Player] = []
    for place, name in enumerate(entry.players, start=1):
        here = None if entry.new_at(place) else known.take(entry.same_at(place), name)
        if here is None:
            here = Player(club_id=tournament.club_id, name=name)
            new.append(here)
        found.append(here)
    return found


def meant(entry: Entry, seated: Sequence[Player]) -> tuple[UUID | None, ...]:
    """Who is meant at each place: as was answered, by id of those seated, else by a name of theirs."""
    called = {name: player.public_id for player in seated for name in readings(player.real_name)}
    here = set(called.values())

    def at(place: int, name: str) -> UUID | None:
        key = entry.same_at(place)
        return key if place in entry.answers or key in here else called.get(name)

    return tuple(at(place, name) for place, name in enumerate(entry.players, start=1))


def correct_names(entrant: Entrant, entry: Entry, *, by: Actor, at: datetime) -> None:
    """Rename those who play for an entrant and were said to be meant by another name.

    Caller holds the club. Raises NameUnreadable, NoNameLeft.
    """
    here = {player.public_id: player for player in seated(entrant)}
    for place, key in entry.answers.items():
        if key in here:
            name = entry.players[place - 1]
            rename(player=here[key], name=name, by=by, at=at, tournament=entrant.tournament)


def name_entrants(tournament: Tournament, entered: Sequence[tuple[Entrant, Sequence[Player]]]) -> None:
    """Give entrants, who are not saved by this, their public names, each another. Caller holds the club."""
    own = [entrant.pk for entrant, _players in entered if entrant.pk]
    others = tournament.entrants.exclude(pk__in=own)
    taken = {fold(name) for name in others.values_list("name", flat=True)}
    for entrant, players in entered:
        name_entrant(entrant, players, taken, former_of(entrant) if entrant.pk else ())
        taken.add(fold(stored(entrant.name)))


def seat(entered: Iterable[tuple[Entrant, Sequence[Player]]]) -> None:
    """Let stored players play for stored entrants, in their order."""
    rows = [
        EntrantPlayer(entrant=entrant, player=player, place=place)
        for entrant, players in entered
        for place, player in enumerate(players, start=1)
    ]
    insert_many(rows)


def seated(entrant: Entrant) -> list[Player]:
    """Who plays for an entrant now, in order."""
    return [row.player for row in entrant.roster.select_related("player").order_by("place")]


def usually_named(entrant: Entrant) -> bool:
    """Whether its name is the usual one of those who play for it."""
    return stored(entrant.real_name) == usual_name(seated(entrant))


def playing_names(tournament: Tournament, *, without: Entrant | None = None) -> list[str]:
    """The own names of all who play in a tournament, but for those of one entrant."""
    roster = EntrantPlayer.objects.filter(entrant__tournament=tournament)
    if without is not None:
        roster = roster.exclude(entrant=without)
    return [full or name for name, full in roster.values_list("player__name", "player__full_name")]


@dataclass(frozen=True)
class Taken:
    """Who is on the list already: each name with its players, each player with the name he plays under."""

    names: Mapping[str, str]
    players: Mapping[str, str]


def taken_in(tournament: Tournament) -> Taken:
    """Whom new lines may clash with, by own names; in two queries."""
    listed = tournament.entrants.values_list("name", "full_name")
    names: dict[str, list[str]] = {full or name: [] for name, full in listed}
    players: dict[str, str] = {}
    roster = EntrantPlayer.objects.filter(entrant__tournament=tournament).select_related("entrant", "player")
    for row in roster.order_by("entrant", "place"):
        names[row.entrant.real_name].append(row.player.real_name)
        players.setdefault(row.player.real_name, row.entrant.real_name)
    return Taken({name: ", ".join(own) for name, own in names.items()}, players)
