from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from tournaments.models import EncounterSide, Player
from tournaments.naming.names import fold
from tournaments.people.domain.pair_names import longer_initials


def players_by_seat(sides: Iterable[EncounterSide]) -> dict[str, Player]:
    """Return players with distinct names; none for unknown sides."""
    seated = {
        f"{side.letter}{place}": player
        for side in sides
        for place, player in enumerate(side.players, start=1)
    }
    make_names_distinct(seated.values())
    return seated


def make_names_distinct(players: Iterable[Player]) -> None:
    """Lengthen initials that are alike, but never to a whole surname; number other equal names.

    In memory: such a player must not be saved.
    """
    by_name: dict[str, list[Player]] = defaultdict(list)
    for player in players:
        by_name[fold(player.name)].append(player)
    for namesakes in by_name.values():
        if len(namesakes) > 1:
            namesakes.sort(key=lambda player: player.pk)
            for player, name in zip(namesakes, _distinct_names(namesakes), strict=True):
                player.name = name


def _distinct_names(namesakes: Sequence[Player]) -> list[str]:
    for names in zip(*map(longer_initials, namesakes), strict=False):
        if len({*map(fold, names)}) == len(names):
            return list(names)
    return [f"{player.name} ({number})" for number, player in enumerate(namesakes, start=1)]


def short_player_names(players: Mapping[str, Player]) -> dict[str, str]:
    """Return first names; full names where two are the same."""
    count_by_name = Counter(player.short_name for player in players.values())
    return {
        seat: player.short_name if count_by_name[player.short_name] == 1 else player.name
        for seat, player in players.items()
    }
