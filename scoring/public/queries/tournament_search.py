from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from django.db.models import Prefetch

from scoring.public.queries.tournament_lists import with_list_data
from tournaments.enums import EntrantKind
from tournaments.models import Club, Entrant, EntrantPlayer, Player, Tournament
from tournaments.models.tournament import TournamentQuerySet
from tournaments.naming.collation import turkish_order
from tournaments.naming.fuzzy_match import edit_distance
from tournaments.naming.names import matches_search, plain_words

MAX_PEOPLE: Final = 24
"""Limit of players, and of pairs."""
MIN_SUGGESTION_LENGTH: Final = 3
"""Shorter words resemble too many others."""


@dataclass(frozen=True)
class PlayerMatch:
    player: Player
    tournaments: int


@dataclass(frozen=True)
class SearchResult:
    """Tournaments newest first, people by name; a suggestion if nothing matched."""

    tournaments: Sequence[int]
    players: Sequence[PlayerMatch] = ()
    all_players: int = 0
    pairs: Sequence[Entrant] = ()
    all_pairs: int = 0
    suggestion: str = ""

    def __bool__(self) -> bool:
        return bool(self.tournaments or self.players or self.pairs)


@dataclass(frozen=True)
class _Seat:
    """`person` is the player behind an alias."""

    entrant: int
    pair: str
    tournament: int
    kind: str
    name: str
    person: int
    anonymous: bool


def search_by_name(search_text: str, year: int | None, club: Club | None = None) -> SearchResult:
    """Search public tournaments (keys) and people by all words; without words, all tournaments, no people.

    At most MAX_PEOPLE players and pairs each; without results, suggest a spelling.
    """
    tournaments = Tournament.objects.public()
    if year is not None:
        tournaments = tournaments.filter(first_day__year=year)
    if club is not None:
        tournaments = tournaments.filter(club=club)
    titles = {row[0]: f"{row[1]} {row[2].year}" for row in _titles(tournaments)}
    if not search_text.split():
        return SearchResult(list(titles))
    matching = [key for key, title in titles.items() if matches_search(search_text, [title])]
    # Public names depend on privacy settings, so no search key is stored and all are read.
    seats = _roster_seats(tournaments)
    matching_people = _people(search_text, seats)
    pairs = _pairs(search_text, seats)
    result = SearchResult(
        tournaments=matching,
        players=_read_players(matching_people),
        all_players=len(matching_people),
        pairs=_read_pairs(pairs[:MAX_PEOPLE]),
        all_pairs=len(pairs),
    )
    return result or SearchResult(
        [], suggestion=_suggest_spelling(search_text, [*titles.values(), *(seat.name for seat in seats)])
    )


def listed_by_key(keys: Sequence[int]) -> list[Tournament]:
    tournaments = with_list_data(Tournament.objects.public().filter(pk__in=keys)).in_bulk()
    return [tournaments[key] for key in keys if key in tournaments]


def _titles(tournaments: TournamentQuerySet) -> Iterable[tuple[int, str, date]]:
    return tournaments.newest_first().values_list("pk", "name", "first_day")


def _roster_seats(tournaments: TournamentQuerySet) -> list[_Seat]:
    """Return a row per player, by entrant: merged people as one, anonymized ones marked."""
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


def _people(search_text: str, seats: Iterable[_Seat]) -> list[tuple[int, int]]:
    names: dict[int, str] = {}
    tournaments: dict[int, set[int]] = {}
    for seat in seats:
        if not seat.anonymous and matches_search(search_text, [seat.name]):
            names.setdefault(seat.person, seat.name)
            tournaments.setdefault(seat.person, set()).add(seat.tournament)
    ordered = sorted(names, key=lambda person: (turkish_order(names[person]), person))
    return [(person, len(tournaments[person])) for person in ordered]


def _read_players(people: Sequence[tuple[int, int]]) -> list[PlayerMatch]:
    listed = dict(people[:MAX_PEOPLE])
    players = Player.objects.select_related("club").in_bulk(list(listed))
    return [PlayerMatch(players[person], number) for person, number in listed.items()]


def _pairs(search_text: str, seats: Iterable[_Seat]) -> list[int]:
    names: dict[int, list[str]] = {}
    for seat in seats:
        if seat.kind == EntrantKind.PAIRS:
            names.setdefault(seat.entrant, [seat.pair]).append(seat.name)
    matching = [entrant for entrant, pair_names in names.items() if matches_search(search_text, pair_names)]
    return sorted(matching, key=lambda entrant: (turkish_order(names[entrant][0]), -entrant))


def _read_pairs(keys: Sequence[int]) -> list[Entrant]:
    roster = EntrantPlayer.objects.select_related("player").order_by("place")
    pairs = Entrant.objects.select_related("tournament").prefetch_related(Prefetch("roster", roster))
    entrants = pairs.in_bulk(keys)
    return [entrants[key] for key in keys]


def _suggest_spelling(search_text: str, names: Iterable[str]) -> str:
    """Complete or replace each word by the most similar one; "" if one has none. Lone symbols (“&”) stay."""
    known = {plain: word for name in names for word, plain in _plain_by_word(name).items()}
    typed = _plain_by_word(search_text)
    suggestions = [_most_similar(plain, known) if plain else word for word, plain in typed.items()]
    return (
        " ".join(suggestion for suggestion in suggestions if suggestion)
        if any(typed.values()) and all(suggestions)
        else ""
    )


def _plain_by_word(name: str) -> Mapping[str, str]:
    return {word: "".join(plain_words(word)) for word in name.split()}


def _most_similar(word: str, known: Mapping[str, str]) -> str | None:
    begun = next((plain for plain in known if plain.startswith(word)), None)
    if begun is not None:
        return known[begun]
    if len(word) < MIN_SUGGESTION_LENGTH:
        return None
    distances = [(distance, plain) for plain in known if (distance := edit_distance(word, plain)) is not None]
    return known[min(distances)[1]] if distances else None
