from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from tournaments.models import Player


def short_player_names(players: Mapping[str, Player]) -> dict[str, str]:
    """Return first names; full names where two are the same."""
    count_by_name = Counter(player.short_name for player in players.values())
    return {
        seat: player.short_name if count_by_name[player.short_name] == 1 else player.name
        for seat, player in players.items()
    }
