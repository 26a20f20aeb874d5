"""Searching all listed tournaments: by what they are called, by who plays in them, by year."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from django.db.models import Prefetch

from scoring.public.queries.tournament_lists import as_listed
from tournaments.enums import EntrantKind
from tournaments.models import Club, Entrant, EntrantPlayer, Player, Tournament
from tournaments.models.tournament import TournamentQuerySet
from tournaments.naming.collation import turkish_order
from tournaments.naming.fuzzy_match import apart
from tournaments.naming.names import found_by, plain_words

MOST_PEOPLE: Final = 24
"""So many players are listed, and so many pairs; who seeks among more types another letter."""
LIKE_FROM: Final = 3
"""A word of fewer letters is like too many others to tell which one was meant."""


@dataclass(frozen=True)
class FoundPlayer:
    """A person with in how many of the tournaments that were searched he is on the list."""

    player: Player
    tournaments: int


@dataclass(frozen=True)
class Found:
    """Tournaments by primary key, the newest first; players and pairs by name, and of these how many bear it.

    `meant` is what may have been meant, where nothing bears what was typed; else nothing.
    """

    tournaments: Sequence[int]
    players: Sequence[FoundPlayer] = ()
    all_players: int = 0
    pairs: Sequence[Entrant] = ()
    all_pairs: int = 0
    meant: str = ""

    def __bool__(self) -> bool:
        return bool(self.tournaments or self.players or self.pairs)


@dataclass(frozen=True)
class _Seat:
    """A player on the list of a tournament; `person` is who he is."""

    entrant: int
    pair: str
    tournament: int
    kind: str
    name: str
    person: int
    anonymous: bool


def search(wanted: str, year: int | None, club: Club | None = None) -> Found:
    """Who and what bears all words that are typed; without a word all tournaments, and nobody.

    Only names that everybody reads are looked at, and only those on lists of listed tournaments, of a year
    those that began in it, of a club its own. Everything that bears a name is read, in a fixed number of
    queries: what everybody reads of a name changes by who hides it, so no key to search by is stored.
    """
    tournaments = Tournament.objects.public()
    if year is not None:
        tournaments = tournaments.filter(first_day__year=year)
    if club is not None:
        tournaments = tournaments.filter(club=club)
    titles = {row[0]: f"{row[1]} {row[2].year}" for row in _titles(tournaments)}
    if not wanted.split():
        return Found(list(titles))
    called = [key for key, title in titles.items() if found_by(wanted, [title])]
    seats = _seats(tournaments)
    people = _people(wanted, seats)
    pairs = _pairs(wanted, seats)
    found = Found(
        tournaments=called,
        players=_read_players(people),
        all_players=len(people),
        pairs=_read_pairs(pairs[:MOST_PEOPLE]),
        all_pairs=len(pairs),
    )
    return found or Found([], meant=_meant(wanted, [*titles.values(), *(one.name for one in seats)]))


def listed_by_key(keys: Sequence[int]) -> list[Tournament]:
    """Listed tournaments as lists show them, in the order of their primary keys here."""
    found = as_listed(Tournament.objects.public().filter(pk__in=keys)).in_bulk()
    return [found[key] for key in keys if key in found]


def _titles(tournaments: TournamentQuerySet) -> Iterable[tuple[int, str, date]]:
    return tournaments.newest_first().values_list("pk", "name", "first_day")


def _seats(tournaments: TournamentQuerySet) -> list[_Seat]:
    rows = EntrantPlayer.objects.filter(entrant__tournament__in=tournaments).order_by(
        "entrant", "place", "pk"
    )
    return [
        _Seat(entrant, pair, tournament, kind, name, person or player, number is not None)
        for entrant, pair, tournament, kind, name, person, player, number in rows.values_list(
            *("entrant", "entrant__name", "entrant__tournament", "entrant__tournament__kind"),
            *("player__name", "player__same_as", "player", "player__anonymous_as"),
        )
    ]


def _people(wanted: str, seats: Iterable[_Seat]) -> list[tuple[int, int]]:
    """Who bears it, by primary key and by name, with his number of tournaments."""
    names: dict[int, str] = {}
    where: dict[int, set[int]] = {}
    for one in seats:
        if not one.anonymous and found_by(wanted, [one.name]):
            names.setdefault(one.person, one.name)
            where.setdefault(one.person, set()).add(one.tournament)
    ordered = sorted(names, key=lambda person: (turkish_order(names[person]), person))
    return [(person, len(where[person])) for person in ordered]


def _read_players(people: Sequence[tuple[int, int]]) -> list[FoundPlayer]:
    shown = dict(people[:MOST_PEOPLE])
    found = Player.objects.select_related("club").in_bulk(list(shown))
    return [FoundPlayer(found[person], number) for person, number in shown.items()]


def _pairs(wanted: str, seats: Iterable[_Seat]) -> list[int]:
    """The pairs that bear it themselves or by their players, by primary key and by name, the newest first."""
    names: dict[int, list[str]] = {}
    for one in seats:
        if one.kind == EntrantKind.PAIRS:
            names.setdefault(one.entrant, [one.pair]).append(one.name)
    called = [entrant for entrant, own in names.items() if found_by(wanted, own)]
    return sorted(called, key=lambda entrant: (turkish_order(names[entrant][0]), -entrant))


def _read_pairs(keys: Sequence[int]) -> list[Entrant]:
    roster = EntrantPlayer.objects.select_related("player").order_by("place")
    pairs = Entrant.objects.select_related("tournament").prefetch_related(Prefetch("roster", roster))
    found = pairs.in_bulk(keys)
    return [found[key] for key in keys]


def _meant(wanted: str, names: Iterable[str]) -> str:
    """What was typed, each word that nobody bears replaced by the likest that somebody does; else nothing.

    Signs that stand alone, as in “Oğuz & Mert”, stay.
    """
    known = {plain: word for name in names for word, plain in _words(name).items()}
    typed = _words(wanted)
    meant = [_likest(plain, known) if plain else word for word, plain in typed.items()]
    return " ".join(one for one in meant if one) if any(typed.values()) and all(meant) else ""


def _words(name: str) -> Mapping[str, str]:
    """The words of a name as they are written, each with how it is compared."""
    return {word: "".join(plain_words(word)) for word in name.split()}


def _likest(word: str, known: Mapping[str, str]) -> str | None:
    begun = next((plain for plain in known if plain.startswith(word)), None)
    if begun is not None:
        return known[begun]
    if len(word) < LIKE_FROM:
        return None
    near = [(amiss, plain) for plain in known if (amiss := apart(word, plain)) is not None]
    return known[min(near)[1]] if near else None
