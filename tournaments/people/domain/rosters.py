from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from tournaments.enums import NameDisplay
from tournaments.log.actor import Actor
from tournaments.models import Entrant, EntrantPlayer, Player, Tournament
from tournaments.naming.names import automatic_names, fold
from tournaments.people.domain.aliases import with_aliases
from tournaments.people.domain.pair_names import (
    former_players_of,
    name_entrant,
    real_names_of,
    refresh_pair_names,
)
from tournaments.people.domain.public_names import set_public_name
from tournaments.people.domain.renaming import rename_person


@dataclass(frozen=True)
class ListedEntrant:
    """What the entrant list stores of an entrant: real names, players in order; an empty name is automatic.

    None in `shown` is the club's usual public name for new people, no change for others. `same` (public
    ids of known people) and `named` (keep the entrant's name) come from the earlier entry, not from typed
    text. `answers` identify people by place, from 1; None is a new person. `phones` are the players'.
    Whether they have `paid` counts only on entering.
    """

    name: str
    players: tuple[str, ...]
    club: str = ""
    rating: int | None = None
    seed: int | None = None
    pot: int | None = None
    shown: tuple[NameDisplay | None, ...] = field(default=(), compare=False)
    same: tuple[UUID | None, ...] = field(default=(), compare=False)
    named: bool = field(default=False, compare=False)
    answers: Mapping[int, UUID | None] = field(default_factory=dict, compare=False)
    phones: tuple[str, ...] = field(default=(), compare=False)
    paid: bool = field(default=False, compare=False)

    def public_name_at(self, place: int) -> NameDisplay | None:
        return self.shown[place - 1] if place <= len(self.shown) else None

    def known_id_at(self, place: int) -> UUID | None:
        if place in self.answers:
            return self.answers[place]
        return self.same[place - 1] if place <= len(self.same) else None

    def is_new_at(self, place: int) -> bool:
        return place in self.answers and self.answers[place] is None

    def entrant_name(self, players: Sequence[Player]) -> str:
        """An automatic name follows the stored names of `players`."""
        typed, stored = automatic_names(self.players), automatic_names(real_names_of(players))
        return dict(zip(typed, stored, strict=True)).get(self.name, self.name)


def store_players(tournament: Tournament, entries: Sequence[ListedEntrant]) -> list[list[Player]]:
    """Return each entry's players by place; store new players and chosen public names, but no entrant.

    A namesake who already plays here is another person. Caller locks the club. Raises NoNameLeft.
    """
    known = _find_known_people(tournament, entries)
    usual = NameDisplay(tournament.club.names_shown)
    new: list[Player] = []
    with_new_choice: list[Player] = []
    rosters = [_match_players(known, tournament, entry, new) for entry in entries]
    for players, entry in zip(rosters, entries, strict=True):
        for place, player in enumerate(players, start=1):
            shown = entry.public_name_at(place) or (None if player.pk else usual)
            if shown is not None:
                set_public_name(player, shown)
                with_new_choice += [player] if player.pk else []
    Player.objects.bulk_create(new)
    if with_new_choice:
        rows = with_aliases(with_new_choice)
        Player.objects.bulk_update(rows, ["name", "full_name", "shown"], batch_size=500)
        refresh_pair_names(rows)
    return rosters


@dataclass
class _KnownPeople:
    by_name: dict[str, list[Player]]
    by_id: dict[UUID, Player]
    taken_keys: set[int] = field(default_factory=set)

    def claim_player(self, key: UUID | None, name: str) -> Player | None:
        """Take by id, else the first of this name; each once. Return None if none is left."""
        free = [player for player in self.by_name.get(name, ()) if player.pk not in self.taken_keys]
        person = self.by_id.get(key) if key else None
        if person is None or person.pk in self.taken_keys:
            person = free[0] if free else None
        if person is not None:
            self.taken_keys.add(person.pk)
        return person


def _find_known_people(tournament: Tournament, entries: Sequence[ListedEntrant]) -> _KnownPeople:
    """Return the club's people who don't play here, by names (also of merged people) and chosen ids."""
    club = Player.objects.filter(club=tournament.club_id).not_playing_in(tournament)
    names = {name for entry in entries for name in entry.players}
    by_name: defaultdict[str, list[Player]] = defaultdict(list)
    for player in club.known_as(*names).prefetch_related("aliases").order_by("pk"):
        for name in {player.real_name, *(alias.own_name for alias in player.aliases.all())}:
            by_name[name].append(player)
    keys = {key for entry in entries for key in (*entry.same, *entry.answers.values()) if key}
    ids = club.filter(public_id__in=keys) if keys else ()
    return _KnownPeople(by_name, {player.public_id: player for player in ids})


def _match_players(
    known: _KnownPeople, tournament: Tournament, entry: ListedEntrant, new: list[Player]
) -> list[Player]:
    """Return players by place; new ones are unsaved, and appended to `new`."""
    players: list[Player] = []
    for place, name in enumerate(entry.players, start=1):
        player = None if entry.is_new_at(place) else known.claim_player(entry.known_id_at(place), name)
        if player is None:
            player = Player(club_id=tournament.club_id, name=name)
            new.append(player)
        players.append(player)
    return players


def declared_newcomers(entry: ListedEntrant, seated: Sequence[Player]) -> list[Player]:
    """Return players of a known name who were said to be new."""
    return [player for place, player in enumerate(seated, start=1) if entry.is_new_at(place)]


def people_at_places(entry: ListedEntrant, seated: Sequence[Player]) -> tuple[UUID | None, ...]:
    """Return public ids by place, None for a new person.

    An answer wins, then the id if still in `seated`, then the name.
    """
    ids_by_name = {player.real_name: player.public_id for player in seated}
    seated_ids = set(ids_by_name.values())

    def id_at(place: int, name: str) -> UUID | None:
        key = entry.known_id_at(place)
        return key if place in entry.answers or key in seated_ids else ids_by_name.get(name)

    return tuple(id_at(place, name) for place, name in enumerate(entry.players, start=1))


def correct_names(entrant: Entrant, entry: ListedEntrant, *, by: Actor, at: datetime) -> None:
    """Rename players identified by answers. Caller locks the club. Raises NameUnreadable, NoNameLeft."""
    players = {player.public_id: player for player in roster_players(entrant)}
    for place, key in entry.answers.items():
        if key in players:
            name = entry.players[place - 1]
            rename_person(player=players[key], name=name, by=by, at=at, tournament=entrant.tournament)


def name_entrants(tournament: Tournament, entered: Sequence[tuple[Entrant, Sequence[Player]]]) -> None:
    """Set unique public names, unsaved. Caller locks the club."""
    own = [entrant.pk for entrant, _players in entered if entrant.pk]
    other_entrants = tournament.entrants.exclude(pk__in=own)
    taken = {fold(name) for name in other_entrants.values_list("name", flat=True)}
    for entrant, players in entered:
        name_entrant(entrant, players, taken, former_players_of(entrant) if entrant.pk else ())
        taken.add(fold(entrant.name))


def store_rosters(entered: Iterable[tuple[Entrant, Sequence[Player]]]) -> None:
    EntrantPlayer.objects.bulk_create(
        EntrantPlayer(entrant=entrant, player=player, place=place)
        for entrant, players in entered
        for place, player in enumerate(players, start=1)
    )


def roster_players(entrant: Entrant) -> list[Player]:
    return [row.player for row in entrant.roster.select_related("player").order_by("place")]


def has_automatic_name(entrant: Entrant) -> bool:
    return entrant.real_name in automatic_names(real_names_of(roster_players(entrant)))


def entered_player_names(tournament: Tournament, *, except_entrant: Entrant | None = None) -> list[str]:
    roster = EntrantPlayer.objects.filter(entrant__tournament=tournament)
    if except_entrant is not None:
        roster = roster.exclude(entrant=except_entrant)
    return [full or name for name, full in roster.values_list("player__name", "player__full_name")]


@dataclass(frozen=True)
class TakenNames:
    names: Mapping[str, str]
    players: Mapping[str, str]


def taken_names(tournament: Tournament) -> TakenNames:
    """Return real names: players of each entrant, joined by commas, and each player's first entrant."""
    listed = tournament.entrants.values_list("name", "full_name")
    names: dict[str, list[str]] = {full or name: [] for name, full in listed}
    players: dict[str, str] = {}
    roster = EntrantPlayer.objects.filter(entrant__tournament=tournament).select_related("entrant", "player")
    for row in roster.order_by("entrant", "place"):
        names[row.entrant.real_name].append(row.player.real_name)
        players.setdefault(row.player.real_name, row.entrant.real_name)
    return TakenNames({name: ", ".join(player_names) for name, player_names in names.items()}, players)
