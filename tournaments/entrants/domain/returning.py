"""Who was there the last time, as they are entered again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.db.models import Prefetch

from tournaments.enums import EntrantState
from tournaments.models import Entrant, EntrantPlayer, Player, Tournament
from tournaments.models.names import stored
from tournaments.naming.names import fold, unlike
from tournaments.people.domain.rosters import Entry


@dataclass(frozen=True)
class Returning:
    """Who may come again: the entrant that he was, as whom he is entered, whether he was in the room."""

    entrant: Entrant
    entry: Entry
    here: bool


def entries_again(tournament: Tournament) -> list[Entry]:
    """Everybody who was there to the end, in their order, by the people that they are; in two queries.

    Whoever left is not among them, nor a pair of which one was made anonymous, nor anybody a second time.
    Clubs and ratings stay; seeds and pots were for that draw. Caller holds the club.
    """
    return [entry for _entrant, entry in _entries(_there(tournament))]


def returning(tournament: Tournament) -> list[Returning]:
    """The same with who was in the room, these first; where nobody was marked, everybody was."""
    found = list(_entries(_there(tournament)))
    marked = any(entrant.here_at for entrant, _entry in found)
    rows = [Returning(entrant, entry, not marked or bool(entrant.here_at)) for entrant, entry in found]
    return sorted(rows, key=lambda one: (not one.here, one.entrant.number))


def _there(tournament: Tournament) -> Iterable[Entrant]:
    rows = EntrantPlayer.objects.select_related("player__same_as").order_by("place")
    there = tournament.entrants.filter(state=EntrantState.PLAYING)
    return there.prefetch_related(Prefetch("roster", rows)).order_by("number")


def _entries(there: Iterable[Entrant]) -> Iterator[tuple[Entrant, Entry]]:
    people: set[int] = set()
    names: set[str] = set()
    for entrant in there:
        players = [row.player.person for row in entrant.roster.all()]
        if not _may_come(players, people):
            continue
        people |= {player.pk for player in players}
        name = unlike(stored(entrant.real_name), names)
        names.add(fold(name))
        entry = Entry(
            name,
            tuple(player.real_name for player in players),
            entrant.club_name,
            entrant.rating,
            same=tuple(player.public_id for player in players),
        )
        yield entrant, entry


def _may_come(players: list[Player], people: set[int]) -> bool:
    return all(one.anonymous_as is None and one.pk not in people for one in players)
