"""Names that are in a tournament already, on its list or among those who signed up."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.domain.entrants.rosters import playing_names
from tournaments.enums import NameShown
from tournaments.models import Application, Player, Tournament
from tournaments.naming.likeness import spelling


def taken(tournament: Tournament, *, but: Application | None = None) -> set[str]:
    """The spellings of all who play, wait or look for a partner; but for those of one application."""
    waiting = tournament.applications.undecided()
    own = but.entrant if but else None
    if but is not None:
        waiting = waiting.exclude(pk=but.pk)
    names = [*playing_names(tournament, without=own)]
    for pair in waiting.values_list("player_1", "player_2"):
        names += [name for name in pair if name]
    return {spelling(name) for name in names}


def needs_a_look(tournament: Tournament, players: Sequence[str]) -> bool:
    """Whether a name is that of somebody whom everybody knows under another one.

    Nobody is to find out whose by signing up in his name.
    """
    known = Player.objects.filter(club=tournament.club_id).known_as(*players)
    return known.filter(shown=NameShown.ALIAS).exists()
