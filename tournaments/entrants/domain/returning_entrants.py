from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.db.models import Prefetch

from tournaments.enums import EntrantState
from tournaments.models import Entrant, EntrantPlayer, Player, Tournament
from tournaments.naming.names import fold, make_unique
from tournaments.people.domain.rosters import ListedEntrant


@dataclass(frozen=True)
class ReturningEntrant:
    entrant: Entrant
    entry: ListedEntrant
    here: bool


def returning_entrants(tournament: Tournament) -> list[ReturningEntrant]:
    """Return checked-in ones first; without any check-in all count as checked in.

    Omit who left, anonymized players, repeated people, seeds and pots. Two queries.
    """
    candidates = list(_returning_entries(_remaining_entrants(tournament)))
    has_check_ins = any(entrant.checked_in_at for entrant, _entry in candidates)
    rows = [
        ReturningEntrant(entrant, entry, not has_check_ins or bool(entrant.checked_in_at))
        for entrant, entry in candidates
    ]
    return sorted(rows, key=lambda row: (not row.here, row.entrant.number))


def _remaining_entrants(tournament: Tournament) -> Iterable[Entrant]:
    rows = EntrantPlayer.objects.select_related("player__same_as").order_by("place")
    playing = tournament.entrants.filter(state=EntrantState.PLAYING)
    return playing.prefetch_related(Prefetch("roster", rows)).order_by("number")


def _returning_entries(entrants: Iterable[Entrant]) -> Iterator[tuple[Entrant, ListedEntrant]]:
    """Yield entrants who can return, each player once (later entrants drop out), each name made unique."""
    people: set[int] = set()
    names: set[str] = set()
    for entrant in entrants:
        players = [row.player.person for row in entrant.roster.all()]
        if not _can_return(players, people):
            continue
        people |= {player.pk for player in players}
        name = make_unique(entrant.real_name, names)
        names.add(fold(name))
        entry = ListedEntrant(
            name,
            tuple(player.real_name for player in players),
            entrant.club_name,
            entrant.rating,
            same=tuple(player.public_id for player in players),
        )
        yield entrant, entry


def _can_return(players: list[Player], people: set[int]) -> bool:
    return all(player.anonymous_as is None and player.pk not in people for player in players)
